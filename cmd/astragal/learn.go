package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"astragal/companion/scholar"
	"astragal/companion/settings"
	"astragal/models/gallery"
	"astragal/vision/known"
)

// sayEmptyGallery says that a gallery that the settings name is empty. Its name may be misspelt.
func (p *program) sayEmptyGallery(dir string, made bool) {
	what := "is empty"
	if made {
		what = "was not there: it is new and empty"
	}
	_, _ = fmt.Fprintf(p.errs, "The gallery %s %s. If your dice were taught already, look whether the setting gallery names the right folder.\n", dir, what)
}

// newScholar opens the gallery. If the gallery doesn't exist, it makes the folder.
func (p *program) newScholar(ctx context.Context, cfg settings.Config, log *slog.Logger) (*scholar.Scholar, error) {
	know := known.Knowledge{Gallery: cfg.Gallery}
	_, err := os.Stat(cfg.Gallery)
	made := errors.Is(err, fs.ErrNotExist)
	store, err := gallery.OpenOrMake(cfg.Gallery)
	if err != nil {
		return nil, err
	}
	if cfg.Gallery != filepath.Join(cfg.DataDir, galleryFolder) && len(store.Shots()) == 0 {
		p.sayEmptyGallery(cfg.Gallery, made)
	}
	eye, err := p.openPictures(know)
	if err != nil {
		return nil, fmt.Errorf("read the gallery %s: %w", cfg.Gallery, err)
	}
	s, err := scholar.Open(ctx, know, store, eye, log)
	if err == nil {
		return s, nil
	}
	if _, _, wrong := know.Books(""); wrong != nil { // only what a person can mend is a usage error, not a look that failed
		err = usageError{err}
	}
	return nil, errors.Join(err, eye.Close())
}
