package main

import (
	"fmt"
	"net"
	"os"
	"strings"

	"rsc.io/qr"

	"astragal/companion/screen"
)

// announce prints where the table is, and a QR code where phones can reach it. The key in it is in no
// log: who sees this screen may let others in.
func (p *program) announce(cfg Config, where place, server *screen.Server) error {
	started := p.launch()
	fmt.Fprintf(p.out, "\nThe table is open at %s/\n", where.local)
	if cfg.Local == localAsk {
		fmt.Fprintf(p.out, "Browsers on this machine answer by the code too: %s/join#%s\n", where.local, server.Access.Key())
	}
	switch host, port, _ := net.SplitHostPort(strings.TrimPrefix(where.local, "http://")); {
	case where.invite != "":
		if err := p.printCode(server.JoinAddress()); err != nil {
			return err
		}
		fmt.Fprintf(p.out, "Scan the code with a phone on the same network to answer from there.\nOthers look on at %s/\n", where.invite)
	case isLoopback(host) && alone(cfg.Listen):
		fmt.Fprintf(p.out, "Only this machine can open it. To let phones and other screens in: %s\n", started.again("listen", ":"+port))
	default:
		fmt.Fprintln(p.out, "Phones can't open it: this machine is in no network.")
	}
	if !started.service {
		fmt.Fprintln(p.out, "Stop it with Ctrl+C; everything is kept.")
	}
	return nil
}

// alone tells whether an address to listen on is this machine's only.
func alone(listen string) bool {
	host, _, _ := net.SplitHostPort(listen)
	return isLoopback(host)
}

func (p *program) printCode(address string) error {
	code, err := qr.Encode(address, qr.L)
	if err != nil {
		return fmt.Errorf("draw the QR code: %w", err)
	}
	file, ok := p.out.(*os.File)
	fmt.Fprintf(p.out, "\n%s\n", drawQR(code, ok && isTerminal(file)))
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
