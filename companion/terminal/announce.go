// Package terminal says in the terminal what the page says: where the table is, what it looks at and why, and every problem.
package terminal

import (
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"rsc.io/qr"

	"astragal/companion/launch"
	"astragal/companion/place"
)

// Table is a table that has been opened.
type Table struct {
	place.Place
	// Listen is the address that the settings say, Join the one by which a phone gets in.
	Listen, Join string
	// Key is what browsers on this machine need as well; empty where they need none.
	Key    string
	Launch launch.Launch
}

// Announce prints where the table is, and a QR code if phones can reach it. No log has the key in it: whoever sees this screen may let others in.
func (t Table) Announce(w io.Writer) error {
	fmt.Fprintf(w, "\nThe table is open at %s/\n", t.Local)
	if t.Key != "" {
		fmt.Fprintf(w, "Browsers on this machine answer by the code too: %s/join#%s\n", t.Local, t.Key)
	}
	switch host, port, _ := net.SplitHostPort(strings.TrimPrefix(t.Local, "http://")); {
	case t.Invite != "":
		if err := printCode(w, t.Join); err != nil {
			return err
		}
		fmt.Fprintf(w, "Scan the code with a phone on the same network to answer from there.\nOthers look on at %s/\n", t.Invite)
	case place.Loopback(host) && place.Alone(t.Listen):
		fmt.Fprintf(w, "Only this machine can open it. To let phones and other screens in: %s\n", t.Launch.Again("listen", ":"+port))
	default:
		fmt.Fprintln(w, "Phones can't open it: this machine is in no network.")
	}
	if !t.Launch.Service {
		fmt.Fprintln(w, "Stop it with Ctrl+C; everything is kept.")
	}
	return nil
}

func printCode(w io.Writer, address string) error {
	code, err := qr.Encode(address, qr.L)
	if err != nil {
		return fmt.Errorf("draw the QR code: %w", err)
	}
	file, ok := w.(*os.File)
	fmt.Fprintf(w, "\n%s\n", drawQR(code, ok && isTerminal(file)))
	return nil
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

const quietZone = 2 // modules of white around the code

// drawQR draws a code with half blocks, two rows in one line. On a terminal the colours are said, so
// that it is dark on light whatever the theme; elsewhere the blocks are the light parts.
func drawQR(code *qr.Code, colours bool) string {
	var b strings.Builder
	for y := -quietZone; y < code.Size+quietZone; y += 2 {
		if colours {
			b.WriteString("\x1b[97;40m")
		}
		for x := -quietZone; x < code.Size+quietZone; x++ {
			b.WriteString(halves(!code.Black(x, y), !code.Black(x, y+1)))
		}
		if colours {
			b.WriteString("\x1b[0m")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func halves(upper, lower bool) string {
	switch {
	case upper && lower:
		return "█"
	case upper:
		return "▀"
	case lower:
		return "▄"
	}
	return " "
}
