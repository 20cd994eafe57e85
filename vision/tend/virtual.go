//go:build cgo

package tend

import (
	"errors"
	"fmt"
	"image"
	"math/rand/v2"
	"sync"
	"time"

	"astragal/vision/cv/source"
	"astragal/vision/signs"
	"astragal/vision/virtual"
)

// Sources says how sources are opened; dice are what the virtual table throws.
func Sources(dice []string) source.Opening {
	return source.Opening{Virtual: func(seed uint64) (source.Source, error) {
		table, err := Table(seed, dice)
		if err != nil {
			return nil, err
		}
		return source.NewPainted("virtual table", &virtualTable{table: table, dice: dice, frame: table.Frames() - 1}), nil
	}}
}

// virtualTable is the virtual table as a painting: its dice lie there at the start,
// and it throws when it is ordered to.
type virtualTable struct {
	mu    sync.Mutex
	table *virtual.Table
	// dice are its own: what it throws where nobody asks for others.
	dice  []string
	frame int
}

// mostAhead is how many seconds of throws may be waiting.
const mostAhead = 8.0

// Table is the virtual table as it is watched, with its dice lying there; a seed of 0 takes another one each time.
func Table(seed uint64, dice []string) (*virtual.Table, error) {
	if seed == 0 {
		seed = rand.Uint64()
	}
	pictures, err := signs.Pictures()
	if err != nil {
		return nil, fmt.Errorf("set up the virtual table: %w", err)
	}
	table, err := virtual.New(seed, virtual.Options{Pictures: pictures, PictureSide: signs.Side}, virtual.Throw(dice...))
	if err != nil {
		return nil, fmt.Errorf("set up the virtual table: %w", err)
	}
	return table, nil
}

// Paint renders the table a while after its start.
func (v *virtualTable) Paint(at time.Duration) (*image.RGBA, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.frame = max(v.frame, int(at.Seconds()*v.table.FPS()))
	return v.table.Frame(v.frame), nil
}

// Throw throws dice from the next frame on; none throws the table's own.
func (v *virtualTable) Throw(dice []string) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(dice) == 0 {
		dice = v.dice
	}
	if ahead := v.table.Frames() - v.frame; float64(ahead) > mostAhead*v.table.FPS() {
		return errors.New("the virtual table is still throwing: wait until its dice lie still")
	}
	if _, err := v.table.Throw(v.frame+1, dice...); err != nil {
		return fmt.Errorf("throw on the virtual table: %w", err)
	}
	return nil
}
