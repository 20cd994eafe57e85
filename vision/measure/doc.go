// Package measure makes the calibration of a camera over a tray, either from pictures of the printed card or while a
// person shows the card to the camera.
package measure
