//go:build cgo

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"astragal/calibration"
	"astragal/models/networks"
	"astragal/vision"

	"astragal/vision/cv/look"
	"astragal/vision/cv/picture"

	"github.com/spf13/cobra"
)

// pixels says what this build looks at pictures with.
func pixels() string { return "with OpenCV" }

// hasPixels says what is missing where no picture can be read.
func hasPixels() error { return nil }

// pixelCommands are the commands that only a build with OpenCV has.
func (p *program) pixelCommands() []*cobra.Command {
	return []*cobra.Command{p.newPicturesCommand(), p.newEyeCommand()}
}

// newPicturesCommand is the child of pictures: it takes asks on its standard
// input and writes looks to descriptor 3, a line each.
func (p *program) newPicturesCommand() *cobra.Command {
	c := &cobra.Command{Use: picturesCommand, Hidden: true, Args: cobra.NoArgs}
	profile := c.Flags().String("profile", "", "")
	nets := c.Flags().String("networks", "", "")
	faces := c.Flags().Bool("faces", false, "")
	c.RunE = func(*cobra.Command, []string) error {
		how, err := lookingWith(*profile)
		if err != nil {
			return err
		}
		how.Faces = *faces
		answers := os.NewFile(3, "answers")
		if answers == nil {
			return errors.New("this command is only for the program itself")
		}
		defer answers.Close()
		looker, err := newLooker(*nets)
		if err != nil {
			return fmt.Errorf("load the networks: %w", err)
		}
		defer looker.Close()
		return answerAsks(p.in, answers, func(a ask) pictureSeen { return lookAt(looker, how, a) })
	}
	return c
}

// newLooker looks with the networks of a folder, or with the built-in ones.
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
func answerAsks(asks io.Reader, answers io.Writer, see func(a ask) pictureSeen) error {
	lines := bufio.NewReader(asks)
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read what to look at: %w", err)
		}
		var a ask
		if err := json.Unmarshal(line, &a); err != nil {
			return fmt.Errorf("understand what to look at: %w", err)
		}
		if err := json.NewEncoder(answers).Encode(see(a)); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
}

// lookAt reads one picture; what goes wrong is in the look's error.
func lookAt(looker *look.Looker, how look.Looking, a ask) pictureSeen {
	how.Crops = a.Crops
	raw, err := pictureBytes(a.Path)
	if err != nil {
		return pictureSeen{Error: err.Error()}
	}
	began := time.Now()
	img, err := picture.Decode(raw)
	if err != nil {
		return pictureSeen{Error: err.Error()}
	}
	defer img.Close()
	if how.Profile != nil {
		fitted, err := how.Profile.For("", img.Cols(), img.Rows())
		if err != nil {
			return pictureSeen{Error: err.Error()}
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
		return pictureSeen{Error: err.Error()}
	}
	return pictureSeen{Scene: scene, TookMS: float64(time.Since(began).Microseconds()) / 1000}
}

// mostBytes is just more than any picture that is read may have, so that a
// larger file isn't loaded whole before it is refused.
const mostBytes = 64<<20 + 1

// pictureBytes reads a picture file.
func pictureBytes(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open the picture: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("open the picture: %s is a folder or a device, not a file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the picture: %w", err)
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, mostBytes))
	if err != nil {
		return nil, fmt.Errorf("read the picture: %w", err)
	}
	return raw, nil
}
