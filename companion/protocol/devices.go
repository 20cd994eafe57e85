package protocol

// DevicesView lists the devices that were let in, the last to come first.
type DevicesView struct {
	Devices []DeviceView `json:"devices"`
}

// DeviceView is a device that was let in.
type DeviceView struct {
	// Name stands for the device in requests; it is no key.
	Name string `json:"name"`
	// Right says what it may do: "answers", "plays" (answers for a seat) or "looks on". It is empty if the device came before the list was kept.
	Right string `json:"right"`
	// Came is when it was let in (RFC 3339); empty if it came before the list was kept. Seen is when it was last here since the table's start; empty if
	// it wasn't.
	Came string `json:"came"`
	Seen string `json:"seen"`
	// From says what it is ("iPhone, Safari"), Address where it came from; both may be empty.
	From    string `json:"from"`
	Address string `json:"address"`
	// Open is how many pages it has open.
	Open int `json:"open"`
	// You says that it is the device that asks.
	You bool `json:"you"`
}

// DevicesChange changes the devices by one of its fields.
type DevicesChange struct {
	// Out puts the device of that Name out.
	Out string `json:"out,omitempty"`
	// NewCode makes all older codes worthless. Devices that were let in stay.
	NewCode bool `json:"new_code,omitempty"`
}
