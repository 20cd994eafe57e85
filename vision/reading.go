package vision

// Alternative is another thing that a die may be or show.
type Alternative struct {
	Die        *string `json:"die"`
	Face       *int    `json:"face"`
	Icon       *string `json:"icon"`
	Count      *int    `json:"count"`
	Value      *int    `json:"value"`
	Confidence float64 `json:"confidence"`
}

// Reading is what the program reads of one die. Its JSON form is a contract: see docs/commands.md.
type Reading struct {
	BBox    Box     `json:"bbox"`
	Polygon []Point `json:"polygon"`
	// Shape is null if it isn't known.
	Shape  *Shape   `json:"shape"`
	SizeMM *float64 `json:"size_mm"`
	Colors []string `json:"colors"`
	// Die, Face, Icon, Count and Value are null if they don't apply or aren't known.
	Die   *string `json:"die"`
	Face  *int    `json:"face"`
	Icon  *string `json:"icon"`
	Count *int    `json:"count"`
	Value *int    `json:"value"`
	// Confidence is the probability that the result (icon and count, or value) is right.
	Confidence float64 `json:"confidence"`
	// Accepted says that the reading counts without asking.
	Accepted     bool          `json:"accepted"`
	Alternatives []Alternative `json:"alternatives"`
	// Why says why a reading isn't accepted. It is empty if it is accepted.
	Why string `json:"why,omitempty"`
}
