package main

import (
	"fmt"
	"os"
	"strings"

	"rsc.io/qr"

	"astragal/companion"
)

// announce prints where the table is, with a QR code. The key in it is in no log: who sees this
// screen may let others in.
func (p *program) announce(where place, server *companion.Server) error {
	address, says := where.local+"/", "The code opens the table on this machine alone. To let phones in, start with --listen :8437 (make run ARGS=\"--listen :8437\")."
	if where.invite != "" {
		address, says = server.JoinAddress(), "Scan the code with a phone on the same network to answer from there."
	}
	code, err := qr.Encode(address, qr.L)
	if err != nil {
		return fmt.Errorf("draw the QR code: %w", err)
	}
	file, ok := p.out.(*os.File)
	fmt.Fprintf(p.out, "\n%s\n%s\n\nThe table is open at %s/\n", drawQR(code, ok && isTerminal(file)), says, where.local)
	if where.invite != "" {
		fmt.Fprintf(p.out, "Others look on at %s/\n", where.invite)
	}
	fmt.Fprintf(p.out, "Stop it with Ctrl+C; everything is kept.\n")
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
