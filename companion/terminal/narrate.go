package terminal

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"astragal/companion"
	"astragal/companion/protocol"
	"astragal/vision"
)

// saidAgain is how long a problem must have been over before it is said again.
const saidAgain = time.Minute

// narrator says in the terminal what the page says: what is looked at and why, what a file held, and every problem, once.
type narrator struct {
	errs   io.Writer
	source string
	file   vision.File
	// named is when the page named a problem last.
	named map[string]time.Time
}

// Narrate follows a table until ctx ends.
func Narrate(session *companion.Session, errs io.Writer) func(context.Context) error {
	return func(ctx context.Context) error {
		n := narrator{errs: errs, named: map[string]time.Time{}}
		changes, end := session.Changes.Subscribe()
		defer end()
		for {
			select {
			case <-ctx.Done():
				return nil
			case <-changes:
				n.take(session.Eye(), session.Trouble(), time.Now())
			}
		}
	}
}

// take says what is new.
func (n *narrator) take(eye protocol.EyeView, trouble string, now time.Time) {
	if line := n.lookingAt(eye); line != "" {
		fmt.Fprintln(n.errs, line)
	}
	if line := n.held(eye); line != "" {
		fmt.Fprintln(n.errs, line)
	}
	for _, says := range []string{trouble, eye.Problem} {
		if says == "" {
			continue
		}
		last, before := n.named[says]
		if n.named[says] = now; !before || now.Sub(last) > saidAgain {
			fmt.Fprintf(n.errs, "astragal: %s\n", says)
		}
	}
}

// lookingAt says what is looked at, once there is something to see.
func (n *narrator) lookingAt(eye protocol.EyeView) string {
	waits := eye.Source == vision.PhoneName
	if eye.Source == n.source || !waits && (eye.State == vision.NoCamera || eye.State == vision.Starting) {
		return ""
	}
	n.source = eye.Source
	const choose = "Choose another with --source, or on the page under Camera."
	switch {
	case waits:
		return "Waiting for pictures from a phone. " + choose
	case eye.Virtual && eye.Why != "":
		return eye.Why + " " + choose
	case eye.Why != "":
		return fmt.Sprintf("Looking at %s. %s %s", eye.Source, eye.Why, choose)
	}
	return fmt.Sprintf("Looking at %s.", eye.Source)
}

// held says what was read in a picture or a clip that was seen whole.
func (n *narrator) held(eye protocol.EyeView) string {
	if eye.File == nil || *eye.File == n.file {
		return ""
	}
	if n.file = *eye.File; !n.file.Over {
		return ""
	}
	f := n.file
	says := fmt.Sprintf("Read in %s: %s.", f.Name, manyOf(f.Dice, "die", "dice"))
	switch {
	case f.Kind == "clip":
		says = fmt.Sprintf("The clip %s is over. Read in it: %s.", f.Name, manyOf(f.Rolls, "roll", "rolls"))
	case f.Dice == 0:
		says = fmt.Sprintf("No die was found in %s.", f.Name)
	}
	if len(eye.Quality.Words) > 0 {
		says += " The picture is " + strings.Join(eye.Quality.Words, "; ") + "."
	}
	return says
}

func manyOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
