// Package measure makes the calibration of a camera over a tray, from pictures of the printed card or while somebody shows the
// card to the camera.
package measure
