// Package tape records what an eye told, and tells it again. A Recorder writes events as lines of JSON. A Player is a
// vision.Eye that reads them. A tape can show a table without a camera or OpenCV, repeat an evening in which
// something went wrong, and be a test's eye.
package tape
