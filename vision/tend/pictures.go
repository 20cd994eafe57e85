//go:build cgo

package tend

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"astragal/calibration"
	"astragal/models/networks"
	"astragal/vision"
	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"
	"astragal/vision/pictures"
)

// Pictures reads lines of asks, looks at the picture files that they name, and answers each with a line, until there
// are no more.
func Pictures(asks io.Reader, answers io.Writer, how pictures.How) error {
	with, err := lookingWith(how.Profile)
	if err != nil {
		return err
	}
	with.Faces = how.Faces
	looker, err := newLooker(how.Networks)
	if err != nil {
		return fmt.Errorf("load the networks: %w", err)
	}
	defer looker.Close()
	return answerAsks(asks, answers, func(a pictures.Ask) pictures.Seen { return lookAt(looker, with, a) })
}

// newLooker makes a looker with the networks of a folder. If dir is empty, it uses the built-in ones.
func newLooker(dir string) (*look.Looker, error) {
	if dir == "" {
		return look.New()
	}
	set, err := networks.LoadDir(dir)
	if err != nil {
		return nil, err
	}
	return look.NewWith(set)
}

func lookingWith(profile string) (look.Looking, error) {
	if profile == "" {
		return look.Looking{}, nil
	}
	loaded, err := calibration.Load(profile)
	if err != nil {
		return look.Looking{}, err
	}
	return look.Looking{Profile: &loaded}, nil
}

// answerAsks answers each line until there are no more.
func answerAsks(asks io.Reader, answers io.Writer, see func(a pictures.Ask) pictures.Seen) error {
	lines := bufio.NewReader(asks)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read what to look at: %w", err)
		}
		var a pictures.Ask
		if err := json.Unmarshal(line, &a); err != nil {
			return fmt.Errorf("understand what to look at: %w", err)
		}
		if err := json.NewEncoder(answers).Encode(see(a)); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
}

// lookAt reads one picture. If anything goes wrong, the answer's Error says it.
func lookAt(looker *look.Looker, how look.Looking, a pictures.Ask) pictures.Seen {
	how.Crops = a.Crops
	raw, err := pictures.ReadFile(a.Path)
	if err != nil {
		return pictures.Seen{Error: err.Error()}
	}
	began := time.Now()
	img, err := picture.Decode(raw)
	if err != nil {
		return pictures.Seen{Error: err.Error()}
	}
	defer img.Close()
	if how.Profile != nil {
		fitted, err := how.Profile.For("", img.Cols(), img.Rows())
		if err != nil {
			return pictures.Seen{Error: err.Error()}
		}
		how.Profile = &fitted
	}
	var scene vision.Scene
	if len(a.Places) > 0 {
		scene, err = looker.LookAt(img, a.Places, how)
	} else {
		scene, err = looker.Look(img, how)
	}
	if err != nil {
		return pictures.Seen{Error: err.Error()}
	}
	return pictures.Seen{Scene: scene, TookMS: float64(time.Since(began).Microseconds()) / 1000}
}
