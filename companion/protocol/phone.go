package protocol

import "astragal/vision"

// PhoneMessage is what the table tells a phone that is to be its camera.
type PhoneMessage struct {
	// Type is "ready" (connected), "beat" (nothing is new), "go" (it is the camera), "next" (send a picture), "state" (State and
	// Problem are the table's now), "refused" (a picture, or a wish, for Why) or "stopped" (it is the
	// camera no more, for Why).
	Type    string       `json:"type"`
	Why     string       `json:"why,omitempty"`
	State   vision.State `json:"state,omitempty"`
	Problem string       `json:"problem,omitempty"`
	// Words say what spoils the picture.
	Words []string `json:"words,omitempty"`
}

// PhoneWish is what a phone tells the table beside pictures. Do is "start" (a person wants it to be
// the camera), "resume" (it was the camera and has come back) or "stop".
type PhoneWish struct {
	Do string `json:"do"`
}
