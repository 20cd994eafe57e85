// Package tape keeps what an eye told, and tells it again: a Recorder writes
// events down as lines of JSON, a Player is a vision.Eye that reads them. A
// tape shows a table without camera or OpenCV, repeats a strange evening, and
// is a test's eye.
package tape
