package known

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"astragal/companion/wholefile"
)

// Proof is a test of what was taught: dice are thrown, read as a game reads them, and a person says what was wrong.
type Proof struct {
	// Army are the ids of the dice that are tested, each once, sorted. Tests that older programs kept have none.
	Army   []string `json:"army,omitempty"`
	Throws []Throw  `json:"throws"`
}

// armyOf are ids, each once, sorted.
func armyOf(ids []string) []string { return slices.Compact(slices.Sorted(slices.Values(ids))) }

// Of is the test of some dice: this one, or an empty one if this one tests others.
func (p Proof) Of(army []string) Proof {
	if army = armyOf(army); !slices.Equal(army, p.Army) {
		return Proof{Army: army}
	}
	return p
}

// Throw is one throw of a test.
type Throw struct {
	Dice []Die `json:"dice"`
	// Missing is how many of the thrown dice weren't seen.
	Missing int `json:"missing"`
	// Light is what was wrong with the light and the camera.
	Light []string `json:"light"`
}

// Die is the result for one die of a throw.
type Die struct {
	// Was is what it showed, in words; empty if nobody said it.
	Was string `json:"was"`
	// Read is what it was taken for, in words; empty if it was asked about.
	Read string `json:"read"`
	// Right says that it was read, and read right.
	Right bool `json:"right"`
	// Advice says what to do so that it is read the next time.
	Advice string `json:"advice,omitempty"`
	// Picture is what the camera saw of it, a JPEG. It is kept only if the die was asked about or read wrong.
	Picture []byte `json:"picture,omitempty"`
}

// Enough is how many throws make a test.
const Enough = 2

// mostThrows is how many throws are kept. If there are more, the newest stay.
const mostThrows = 20

const proofFile = "proof.json"

// OpenProof is the test that a folder keeps; an empty one if there is none.
func OpenProof(folder string) (Proof, error) {
	var p Proof
	raw, err := os.ReadFile(filepath.Join(folder, proofFile))
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err == nil {
		err = wholefile.Parse(raw, &p)
	}
	if err != nil {
		return Proof{}, fmt.Errorf("go on with the test in %s: %w: begin anew", folder, err)
	}
	return p, nil
}

// Add is the test of some dice with one more throw. If other dice were tested before, the test begins anew. The throw is on disk when Add returns.
func (p Proof) Add(folder string, army []string, t Throw) (Proof, error) {
	p = p.Of(army)
	p.Throws = append(append([]Throw{}, p.Throws...), t)
	if n := len(p.Throws); n > mostThrows {
		p.Throws = p.Throws[n-mostThrows:]
	}
	raw, err := json.Marshal(p)
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err == nil {
		err = wholefile.Write(filepath.Join(folder, proofFile), raw)
	}
	if err != nil {
		return p, fmt.Errorf("keep the test: %w", err)
	}
	return p, nil
}

// ForgetProof drops the test that a folder keeps.
func ForgetProof(folder string) error {
	if err := os.Remove(filepath.Join(folder, proofFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget the test: %w", err)
	}
	return nil
}

// ProofView is a test as a page draws it.
type ProofView struct {
	Throws  int `json:"throws"`
	Enough  int `json:"enough"`
	Dice    int `json:"dice"`
	Read    int `json:"read"`
	Asked   int `json:"asked"`
	Wrong   int `json:"wrong"`
	Missing int `json:"missing"`
	// Weak are the dice that were asked about or read wrong, the newest first.
	Weak []WeakView `json:"weak"`
	// Light is what was wrong with the light and the camera in any throw.
	Light []string `json:"light"`
}

// WeakView is a die that was asked about or read wrong.
type WeakView struct {
	Was    string `json:"was"`
	Read   string `json:"read"`
	Advice string `json:"advice"`
	Throw  int    `json:"throw"`
	N      int    `json:"n"`
}

// View draws the test.
func (p Proof) View() ProofView {
	v := ProofView{Throws: len(p.Throws), Enough: Enough, Weak: []WeakView{}, Light: []string{}}
	said := map[string]bool{}
	for k := len(p.Throws) - 1; k >= 0; k-- {
		t := p.Throws[k]
		v.Missing += t.Missing
		for n, d := range t.Dice {
			v.Dice++
			switch {
			case d.Right:
				v.Read++
				continue
			case d.Read == "":
				v.Asked++
			default:
				v.Wrong++
			}
			v.Weak = append(v.Weak, WeakView{Was: d.Was, Read: d.Read, Advice: d.Advice, Throw: k, N: n})
		}
		for _, w := range t.Light {
			if !said[w] {
				said[w] = true
				v.Light = append(v.Light, w)
			}
		}
	}
	return v
}

// Picture is what the camera saw of a die that was asked about or read wrong; false if there is none.
func (p Proof) Picture(throw, n int) ([]byte, bool) {
	if throw < 0 || throw >= len(p.Throws) || n < 0 || n >= len(p.Throws[throw].Dice) || len(p.Throws[throw].Dice[n].Picture) == 0 {
		return nil, false
	}
	return p.Throws[throw].Dice[n].Picture, true
}
