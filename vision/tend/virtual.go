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

// Sources says how sources are opened. dice are the dice that the virtual table throws.
func Sources(dice []string) source.Opening {
	return source.Opening{Virtual: func(seed uint64) (source.Source, error) {
		table, err := Table(seed, dice)
		if err != nil {
			return nil, err
		}
		return source.NewPainted("virtual table", &virtualTable{table: table, dice: dice, frame: table.Frames() - 1}), nil
	}}
}

// virtualTable is the virtual table as a painting. Its dice lie there at the start. It throws when it is ordered to.
type virtualTable struct {
	mu    sync.Mutex
	table *virtual.Table
	// dice are the table's own dice. It throws them if nobody asks for others.
	dice  []string
	frame int
}

// mostAhead is how many seconds of throws may wait.
const mostAhead = 8.0

// Table is the virtual table with its dice lying there. If seed is 0, each call makes another one.
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

// Paint renders the table at a time after its start.
func (v *virtualTable) Paint(at time.Duration) (*image.RGBA, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.frame = max(v.frame, int(at.Seconds()*v.table.FPS()))
	return v.table.Frame(v.frame), nil
}

// Throw throws dice from the next frame on. If none are named, it throws the table's own.
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
