// Package tend is what the processes with the pixels do: it watches a tray, or a clip, with the calibration of the camera that
// looks, and answers what is asked about picture files.
package tend
