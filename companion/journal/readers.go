package journal

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
)

// readerTable keeps how far each program that is told of rolls has read the outbox.
const readerTable = "CREATE TABLE IF NOT EXISTS reader (name TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID"

// Mark is the number of the last message of the outbox that a reader was told; false if it was never told one.
func (j *Journal) Mark(ctx context.Context, reader string) (int64, bool, error) {
	if _, err := j.db.ExecContext(ctx, readerTable); err != nil {
		return 0, false, fmt.Errorf("write to the table's file: %w", j.Explain(err))
	}
	var seq int64
	err := j.db.QueryRowContext(ctx, "SELECT seq FROM reader WHERE name = ?", reader).Scan(&seq)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, false, nil
	case err != nil:
		return 0, false, fmt.Errorf("read the table's file: %w", j.Explain(err))
	}
	return seq, true, nil
}

// SetMark keeps how far a reader has come. Call Mark first.
func (j *Journal) SetMark(ctx context.Context, reader string, seq int64) error {
	if _, err := j.db.ExecContext(ctx, "INSERT OR REPLACE INTO reader (name, seq) VALUES (?, ?)", reader, seq); err != nil {
		return fmt.Errorf("write to the table's file: %w", j.Explain(err))
	}
	return nil
}

// announcedTable keeps what other programs were shown of the table to keep, so that the table can take it back.
const announcedTable = "CREATE TABLE IF NOT EXISTS announced (name TEXT PRIMARY KEY, topics TEXT NOT NULL) WITHOUT ROWID"

// Announced are the topics that are announced at a broker; false if none were ever kept.
func (j *Journal) Announced(ctx context.Context, broker string) ([]string, bool, error) {
	if _, err := j.db.ExecContext(ctx, announcedTable); err != nil {
		return nil, false, fmt.Errorf("write to the table's file: %w", Explain(err))
	}
	var raw []byte
	err := j.db.QueryRowContext(ctx, "SELECT topics FROM announced WHERE name = ?", broker).Scan(&raw)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	var topics []string
	if err == nil {
		err = json.Unmarshal(raw, &topics)
	}
	if err != nil {
		return nil, false, fmt.Errorf("read the table's file: %w", Explain(err))
	}
	return topics, true, nil
}

// Announce keeps the topics that are announced at a broker. Call Announced first.
func (j *Journal) Announce(ctx context.Context, broker string, topics []string) error {
	raw, err := json.Marshal(append([]string{}, topics...))
	if err == nil {
		_, err = j.db.ExecContext(ctx, "INSERT OR REPLACE INTO announced (name, topics) VALUES (?, ?)", broker, string(raw))
	}
	if err != nil {
		return fmt.Errorf("write to the table's file: %w", Explain(err))
	}
	return nil
}
