package launch

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// openFile is where in the data folder a running table says where its page is.
const openFile = "open.txt"

// SayOpen leaves the page's address for whoever starts a second table in the same data folder.
// What it returns takes it away again.
func SayOpen(dir, address string) (func() error, error) {
	path := filepath.Join(dir, openFile)
	if err := os.WriteFile(path, []byte(address+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("say where the table is open: %w", err)
	}
	return func() error { return os.Remove(path) }, nil
}

// Held says where the table is open that holds a data folder, and how to run another, which would listen at an address like this one.
func (l Launch) Held(dataDir, address string) error {
	where := ""
	if said, err := os.ReadFile(filepath.Join(dataDir, openFile)); err == nil {
		where = " at " + strings.TrimSpace(string(said))
	}
	return fmt.Errorf("a table is open already%s, and keeps its games in %s. To run another beside it: %s", where, dataDir,
		l.Again("listen", freeBeside(address), "data_dir", newBeside(dataDir)))
}

// Taken says what is at an address that can't be listened on because something listens there.
func (l Launch) Taken(address string, table bool) error {
	what := "another program listens there (ss -ltnp says which)"
	if table {
		what = "another table is open there"
	}
	return fmt.Errorf("listen on %s: %s. To run this one beside it: %s", address, what, l.Again("listen", freeBeside(address)))
}

// freeBeside is an address like this one, with a port that is free.
func freeBeside(address string) string {
	host, port, err := net.SplitHostPort(address)
	first, err2 := strconv.Atoi(port)
	if err != nil || err2 != nil || first == 0 { // 0 is any that is free
		return address
	}
	for next := first + 1; next < min(first+100, 65536); next++ {
		candidate := net.JoinHostPort(host, strconv.Itoa(next))
		if l, err := net.Listen("tcp", candidate); err == nil {
			_ = l.Close()
			return candidate
		}
	}
	return net.JoinHostPort(host, "0")
}

// newBeside is the name of a folder beside this one that isn't there yet.
func newBeside(dir string) string {
	for n := 2; ; n++ {
		candidate := fmt.Sprintf("%s-%d", dir, n)
		if _, err := os.Stat(candidate); err != nil {
			return candidate
		}
	}
}
