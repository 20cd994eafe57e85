package protocol

import "astragal/vision"

// PhoneMessage is what the table tells a phone that is to be its camera.
type PhoneMessage struct {
	// Type is one of these: "ready" (connected), "beat" (nothing is new), "go" (the phone is the camera), "next" (send a picture), "state" (State and
	// Problem are the table's), "refused" (a picture or a wish was refused; Why says why), "stopped" (the phone isn't the camera any more; Why says
	// why).
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
