package hub_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"testing"

	"astragal/companion/event/hub"
	"astragal/companion/tabletest"
)

// If childDir is set, a run of the test binary is a hub on that folder until it is killed. childTables and childPages
// are the addresses where it listens.
const (
	childDir    = "ASTRAGAL_TEST_HUB_DIR"
	childTables = "ASTRAGAL_TEST_HUB_TABLES"
	childPages  = "ASTRAGAL_TEST_HUB_PAGES"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		childHub(dir)
		return
	}
	if name := os.Getenv(childTable); name != "" {
		childTableIs(name)
		return
	}
	tabletest.Main(m)
}

// childHub is the process that is killed: a whole hub on loopback. It prints a line once it is there.
func childHub(dir string) {
	ctx := context.Background()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	h, err := hub.Open(ctx, hub.Options{Dir: dir, Event: eventName, Order: hub.ByTotal, Tables: os.Getenv(childTables), Log: log})
	must(err)
	l, err := net.Listen("tcp", os.Getenv(childPages))
	must(err)
	go func() { must(h.Serve(ctx, l)) }()
	fmt.Println("there")
	must(h.Run(ctx))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
