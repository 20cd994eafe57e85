// Package web holds the pages as they are served: plain ES modules, HTML and CSS. Nothing builds them.
package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"io/fs"
)

//go:embed static
var files embed.FS

// Static returns the pages' files.
func Static() fs.FS {
	sub, err := fs.Sub(files, "static")
	if err != nil {
		return files
	}
	return sub
}

// Hash is the content hash of every file in pages: its first 16 hex digits. If a file changes, so does the hash. So
// browsers may keep what is served under it for ever.
func Hash(pages fs.FS) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(pages, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := pages.Open(path)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		if _, err := io.WriteString(sum, path+"\x00"); err != nil {
			return err
		}
		_, err = io.Copy(sum, f)
		return err
	})
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil))[:16], nil
}
