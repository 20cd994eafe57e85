package main

import (
	"bytes"
	"fmt"
	"os"
	"time"

	"astragal/calibration"
	"astragal/companion/settings"

	"github.com/spf13/cobra"
)

// calibrating holds the flags of the calibrate command.
type calibrating struct {
	card   string
	paper  string
	images []string
	empty  string
	camera string
	out    string
	ruler  float64
	views  int
	wait   time.Duration
	// source says that the command line names a source. cfg holds it.
	source bool
}

// newCalibrateCommand prints the card, and makes a camera's profile from pictures of the card.
func (p *program) newCalibrateCommand() *cobra.Command {
	var how calibrating
	c := &cobra.Command{
		Use:   "calibrate [IMAGE...]",
		Short: "print the card, and measure camera and tray with it",
		Long: `Measures a camera over a tray: its lens, px and mm, colours, the tray.

  1. astragal calibrate --card card.pdf     print it at 100 %, cut it out
  2. lay it flat into the empty tray, all of it in the picture
  3. astragal calibrate --source camera     or with pictures: calibrate IMAGE...

The first picture shows the card flat in the tray. More pictures, with the card
held at different slants (--views 6, or more IMAGEs), tell about the lens.
Nothing needs to be calibrated before playing; it makes readings better.`,
		RunE: func(c *cobra.Command, images []string) error {
			how.images = append(how.images, images...)
			how.source = c.Flags().Changed("source")
			return p.calibrate(c, how)
		},
	}
	settings.AddFlags(c.Flags(), "source")
	flags := c.Flags()
	flags.StringVar(&how.card, "card", "", "write the printable card to this PDF file")
	flags.StringVar(&how.paper, "paper", "a4", "paper of the card: a4 or letter")
	flags.StringSliceVar(&how.images, "images", nil, "pictures of the card, the first with the card flat in the tray")
	flags.StringVar(&how.empty, "empty", "", "picture of the empty tray (with pictures)")
	flags.StringVar(&how.camera, "camera", "", "stable name of the camera that took the pictures")
	flags.StringVar(&how.out, "out", "", "write the profile to this file (default: the camera's own)")
	flags.Float64Var(&how.ruler, "ruler", calibration.CardRuler, "what a real ruler says of the printed 100 mm, mm")
	flags.IntVar(&how.views, "views", 1, "pictures of the card to take from the source")
	flags.DurationVar(&how.wait, "wait", time.Minute, "how long to wait for the card, and for the empty tray")
	return c
}

func (p *program) calibrate(c *cobra.Command, how calibrating) error {
	cfg, err := p.config(c)
	if err != nil {
		return err
	}
	switch {
	case how.card != "" && (how.source || len(how.images) > 0):
		return misuse("--card only writes the card: calibrate with it in a second call")
	case how.card != "":
		return p.writeCard(how)
	case how.source && len(how.images) > 0:
		return misuse("give --source or pictures, not both")
	case !how.source && len(how.images) == 0:
		return misuse("calibrate needs --card FILE.pdf, --source SOURCE or pictures of the card (see %s --help)", c.CommandPath())
	case len(how.images) > 0 && how.camera == "" && how.out == "":
		return misuse("say whose pictures these are with --camera NAME, or where the profile goes with --out FILE")
	case how.views < 1 || how.views > 50:
		return misuse("--views is %d: take 1 to 50 pictures of the card", how.views)
	case !(how.ruler >= 50 && how.ruler <= 200):
		return misuse("--ruler is %g: the printed 100 mm measure 50 to 200", how.ruler)
	}
	return p.measure(c.Context(), cfg, how)
}

// writeCard writes the printable card. An old file stays until the new one is complete.
func (p *program) writeCard(how calibrating) error {
	paper, err := calibration.ParsePaper(how.paper)
	if err != nil {
		return misuse("%w", err)
	}
	var pdf bytes.Buffer
	if err := calibration.WriteCard(&pdf, paper); err != nil {
		return err
	}
	if err := os.WriteFile(how.card, pdf.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write the card: %w; choose another file with --card", err)
	}
	_, err = fmt.Fprintf(p.out, "%s: print it at 100 %% on %s, cut it out, lay it flat into the empty tray, then: %s\n", how.card, paper, p.launch().Command("calibrate", "--source", "camera"))
	return err
}
