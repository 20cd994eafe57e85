package veradiscordia_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"astragal/engine"
	"astragal/engine/scenario"
	"astragal/engine/veradiscordia"
)

func TestShow(t *testing.T) {
	for _, name := range strings.Fields(os.Getenv("SHOW")) {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		s, err := scenario.Parse(f)
		if err != nil {
			fmt.Println(name, err)
			continue
		}
		r, err := s.Run(func(h engine.Header) (engine.Rulebook, error) { return veradiscordia.Open(h) })
		if os.Getenv("QUIET") == "" {
			for _, x := range r.Facts {
				fmt.Printf("   told: %s   [%s]\n", x.Text, x.Rule)
				for _, l := range x.Lines {
					fmt.Printf("     line %s: %s\n", l.Rule, l.Text)
				}
			}
		}
		fmt.Println(name, "->", err)
	}
}
