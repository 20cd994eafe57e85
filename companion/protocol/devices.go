package protocol

// DevicesView lists the devices that were let in, who came last first.
type DevicesView struct {
	Devices []DeviceView `json:"devices"`
}

// DeviceView is a device that was let in.
type DeviceView struct {
	// Name stands for the device in requests; it is no key.
	Name string `json:"name"`
	// Right says what it may do: "answers", "plays" (answers for a seat) or "looks on"; empty where it came before
	// the list was kept.
	Right string `json:"right"`
	// Came is when it was let in (RFC 3339); empty where it came before the list was kept. Seen is when it was here
	// last since the table's start; empty where it wasn't.
	Came string `json:"came"`
	Seen string `json:"seen"`
	// From says what it is ("iPhone, Safari"), Address where it came from; both may be empty.
	From    string `json:"from"`
	Address string `json:"address"`
	// Open is how many pages it has open.
	Open int `json:"open"`
	// You: it is the device that asks.
	You bool `json:"you"`
}

// DevicesChange is what is done with the devices: one of its fields.
type DevicesChange struct {
	// Out puts the device of that Name out.
	Out string `json:"out,omitempty"`
	// NewCode makes the codes of before worthless. Devices that were let in stay.
	NewCode bool `json:"new_code,omitempty"`
}
