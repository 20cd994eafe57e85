// Command sbom writes a CycloneDX bill of materials of a built program. It lists the Go modules that are linked into
// the program, with their checksums, the Debian libraries that the program loads, and what the pages bring along. The
// same program gives the same bytes.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// bom is the part of a CycloneDX document that the command needs (specification 1.5).
type bom struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type     string    `json:"type"`
	Name     string    `json:"name"`
	Version  string    `json:"version,omitempty"`
	PURL     string    `json:"purl,omitempty"`
	Licenses []license `json:"licenses,omitempty"`
	Hashes   []hash    `json:"hashes,omitempty"`
}

type license struct {
	License licenseID `json:"license"`
}

type licenseID struct {
	ID string `json:"id"`
}

type hash struct {
	Alg     string `json:"alg"`
	Content string `json:"content"`
}

func main() {
	binary := flag.String("binary", "", "the built program")
	name := flag.String("name", "astragal", "what the package is called")
	version := flag.String("version", "", "its version")
	depends := flag.String("depends", "", "Debian's packages that it loads, separated by commas")
	pages := flag.String("pages", "web/static/vendor/preact-htm.js", "the library of the pages")
	flag.Parse()
	out, err := list(*binary, *name, *version, *depends, *pages)
	if err == nil {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", " ")
		err = e.Encode(out)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "sbom: %v\n", err)
		os.Exit(1)
	}
}

// list makes the bill of materials of a built program.
func list(binary, name, version, depends, pages string) (bom, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return bom{}, fmt.Errorf("read what %s was built from: %w", binary, err)
	}
	sum, err := sha256Of(binary)
	if err != nil {
		return bom{}, err
	}
	out := bom{Format: "CycloneDX", Spec: "1.5", Version: 1, Metadata: metadata{component{
		Type: "application", Name: name, Version: version, Licenses: []license{{licenseID{"MIT"}}}, Hashes: []hash{{"SHA-256", sum}}}}}
	out.Components = append(out.Components, component{Type: "library", Name: "Go's standard library", Version: info.GoVersion,
		PURL: "pkg:golang/stdlib@" + strings.TrimPrefix(info.GoVersion, "go"), Licenses: []license{{licenseID{"BSD-3-Clause"}}}})
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		c := component{Type: "library", Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path + "@" + m.Version}
		// The h1 in go.sum is the SHA-256 of a module's files, in base64.
		if raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:")); err == nil && len(raw) == sha256.Size {
			c.Hashes = []hash{{"SHA-256", hex.EncodeToString(raw)}}
		}
		out.Components = append(out.Components, c)
	}
	if sum, err = sha256Of(pages); err != nil {
		return bom{}, err
	}
	out.Components = append(out.Components, component{Type: "library", Name: "preact and htm (" + pages + ")",
		Licenses: []license{{licenseID{"MIT"}}, {licenseID{"Apache-2.0"}}}, Hashes: []hash{{"SHA-256", sum}}})
	for d := range strings.SplitSeq(depends, ",") {
		if d = strings.TrimSpace(d); d != "" {
			out.Components = append(out.Components, component{Type: "library", Name: d, PURL: "pkg:deb/debian/" + d})
		}
	}
	return out, nil
}

func sha256Of(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
