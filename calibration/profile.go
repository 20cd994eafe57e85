// Package calibration describes one camera over one tray: its lens, the plane
// of the tray (px and mm), the empty tray and the colour of its light.
package calibration

// Profile is what is known of one camera over one tray. The zero value knows nothing.
type Profile struct {
	// Camera is the stable name of the camera the profile was made with.
	Camera string `json:"camera"`
	// Width and Height are the picture's size in px that the profile holds for.
	Width  int `json:"width"`
	Height int `json:"height"`
	// Homography maps px (homogeneous, after the lens is corrected) to mm on the tray's floor, row by row.
	Homography [9]float64 `json:"homography"`
}
