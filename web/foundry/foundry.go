// Package foundry holds the module by which Foundry VTT has its dice rolled at a table. A table serves its plain ES
// modules as a manifest and an archive.
package foundry

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"astragal/web"
)

//go:embed module
var files embed.FS

// ID is Foundry's name of the module, of its folder and of its setting.
const ID = "astragal"

// The names under which a table serves the module, below one address.
const (
	ManifestFile = "module.json"
	ArchiveFile  = ID + ".zip"
)

// Module is the module as one table serves it.
type Module struct {
	// Table is the table's address, without a slash at its end. The module asks this table until somebody sets
	// another address.
	Table string
	// Version is the program's version. Foundry compares versions to find out whether the module is old.
	Version string
}

// At is the address below which the table serves the module.
func (m Module) At() string { return m.Table + "/foundry/" }

// files are the module's files. No table's address is in the manifest yet.
func (m Module) files() (fs.FS, error) {
	sub, err := fs.Sub(files, "module")
	if err != nil {
		return nil, fmt.Errorf("read the module: %w", err)
	}
	return sub, nil
}

// Manifest is the module's manifest. It says where the module is installed from and which table it asks.
func (m Module) Manifest() ([]byte, error) {
	sub, err := m.files()
	if err != nil {
		return nil, err
	}
	raw, err := fs.ReadFile(sub, ManifestFile)
	if err != nil {
		return nil, fmt.Errorf("read the module's manifest: %w", err)
	}
	var all map[string]any
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, fmt.Errorf("read the module's manifest: %w", err)
	}
	all["version"] = version(m.Version)
	all["url"], all["manifest"], all["download"] = m.Table+"/", m.At()+ManifestFile, m.At()+ArchiveFile
	all["flags"] = map[string]any{ID: map[string]string{"table": m.Table}}
	out, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the module's manifest: %w", err)
	}
	return append(out, '\n'), nil
}

// version is a program's version in the form in which Foundry compares versions, by their numbers. If the program was
// built from a commit, its version is older than any release.
func version(program string) string {
	if program == "" || program[0] < '0' || program[0] > '9' || !strings.Contains(program, ".") {
		return strings.TrimSuffix("0.0.0-"+strings.ReplaceAll(program, " ", "-"), "-")
	}
	return program
}

// Archive is the module as a ZIP archive that Foundry installs, with the same manifest. The same module gives the
// same bytes.
func (m Module) Archive() ([]byte, error) {
	sub, err := m.files()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	err = fs.WalkDir(sub, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := fs.ReadFile(sub, path)
		if path == ManifestFile && err == nil {
			raw, err = m.Manifest()
		}
		if err != nil {
			return err
		}
		return pack(z, path, raw)
	})
	if err == nil {
		err = packHeard(z)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("pack the module: %w", err)
	}
	return out.Bytes(), nil
}

// pack adds a file to an archive. It has no time of its own, so that the same files make the same bytes.
func pack(z *zip.Writer, path string, raw []byte) error {
	f, err := z.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Deflate, Modified: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		return err
	}
	_, err = f.Write(raw)
	return err
}

// packHeard adds what says the table's own sentences in other languages: the pages' script, and its catalogues.
func packHeard(z *zip.Writer) error {
	pages := web.Static()
	files, err := fs.Glob(pages, "heard/*.json")
	if err != nil {
		return err
	}
	for _, path := range append([]string{"heard.js"}, files...) {
		raw, err := fs.ReadFile(pages, path)
		if err != nil {
			return err
		}
		if err := pack(z, "scripts/"+path, raw); err != nil {
			return err
		}
	}
	return nil
}
