package companion

import (
	"context"
	"log/slog"
	"time"

	"astragal/companion/evidence"
	"astragal/companion/journal"
	"astragal/companion/record"
	"astragal/companion/rulebook"
)

// Copy copies the record, once for each version.
func (s *Session) Copy() *record.Copy {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.copied == nil || s.copied.Version != s.version {
		s.copied = s.copy()
	}
	return s.copied
}

// Apart copies the record for a caller who works on it for long. Nobody else gets this copy.
func (s *Session) Apart() *record.Copy {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.copy()
}

func (s *Session) copy() *record.Copy {
	s.book.KeepUp()
	return record.NewCopy(s.book.Frozen(), s.hall.Games.Frozen(), s.version, &s.ofGames)
}

// ReadEvidence is what the dice of a table's file showed. No program may have the file open. The file stays as it is.
func ReadEvidence(ctx context.Context, path string, games []rulebook.Kind) ([]evidence.Source, error) {
	j, err := journal.OpenToRead(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = j.Close() }()
	s := newSession(SessionOptions{Journal: j, Log: slog.New(slog.DiscardHandler), Now: time.Now, Games: games})
	defer s.Close()
	if err := s.recall(ctx); err != nil {
		return nil, err
	}
	sources := s.Copy().Sources()
	for i := range sources {
		sources[i].Table = path
	}
	return sources, nil
}
