package pictures

import (
	"fmt"
	"io"
	"os"
)

// mostBytes is one byte more than a picture may have. So a larger file isn't loaded completely before it is refused.
const mostBytes = 64<<20 + 1

// ReadFile reads a picture file, but at most mostBytes of it.
func ReadFile(path string) ([]byte, error) {
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
