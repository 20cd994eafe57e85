// Package tend is what the processes with the pixels do. It watches a tray, or a clip, with the calibration of its
// camera, and answers requests about picture files.
package tend
