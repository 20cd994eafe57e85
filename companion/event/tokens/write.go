package tokens

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// minutes is how a moment is written, by this machine's clock.
const minutes = "2006-01-02 15:04"

// HoldsUntil says until when a token is valid; a zero time is no end.
func HoldsUntil(until time.Time) string {
	if until.IsZero() {
		return "has no end"
	}
	return "holds until " + until.Local().Format(minutes)
}

// Write prints the tokens that were made, oldest first, with their state at a time.
func (l *List) Write(out io.Writer, now time.Time) error {
	all, err := l.All()
	if err != nil {
		return err
	}
	if len(all) == 0 {
		_, err := fmt.Fprintln(out, "No token was made here yet, or none since this list is kept.")
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "number\trole\tname\tevent\tmade\tstate")
	for _, t := range all {
		state := HoldsUntil(t.Until)
		switch {
		case !t.Withdrawn.IsZero():
			state = "withdrawn on " + t.Withdrawn.Local().Format(minutes)
		case !t.Until.IsZero() && !now.Before(t.Until):
			state = "ended on " + t.Until.Local().Format(minutes)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", t.ID, t.Role, t.Name, t.Event, t.Made.Local().Format(minutes), state)
	}
	return w.Flush()
}
