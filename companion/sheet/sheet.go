// Package sheet writes tables as CSV: plainly for programs, and so that a spreadsheet opens them with one
// tap, whatever decimal mark its language has.
package sheet

import (
	"encoding/csv"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Form is how a table is written. The zero value is RFC 4180 with commas, for programs.
type Form struct {
	// Excel puts a byte-order mark in front, without which Excel takes UTF-8 for something else, and asks
	// for columns in local time.
	Excel bool
	// Semicolon separates cells with ";" instead of ",", Comma writes 0,5 instead of 0.5.
	Semicolon, Comma bool
}

// FormOf reads a form from an address: for=excel, sep=; and decimal=, . The error is a sentence.
func FormOf(q url.Values) (Form, error) {
	f := Form{}
	switch v := q.Get("for"); v {
	case "":
	case "excel":
		f.Excel = true
	default:
		return f, fmt.Errorf("for is %.20q: it must be excel, or left out", v)
	}
	switch v := q.Get("decimal"); v {
	case "", ".":
	case ",":
		f.Comma, f.Semicolon = true, true
	default:
		return f, fmt.Errorf("decimal is %.20q: it must be . or ,", v)
	}
	switch v := q.Get("sep"); v {
	case "":
	case ",":
		if f.Comma {
			return f, fmt.Errorf("sep and decimal can't both be a comma: take sep=;")
		}
	case ";":
		f.Semicolon = true
	default:
		return f, fmt.Errorf("sep is %.20q: it must be , or ; (written %%3B in an address)", v)
	}
	return f, nil
}

// Writer writes a table row by row.
type Writer struct {
	form Form
	csv  *csv.Writer
	err  error
}

// New begins a table on w.
func New(w io.Writer, f Form) *Writer {
	s := &Writer{form: f, csv: csv.NewWriter(w)}
	s.csv.UseCRLF = true
	if f.Semicolon {
		s.csv.Comma = ';'
	}
	if f.Excel {
		_, s.err = io.WriteString(w, "\ufeff")
	}
	return s
}

// Write writes a row. Numbers get the form's decimal mark.
func (s *Writer) Write(row []string) error {
	if s.err != nil {
		return s.err
	}
	if s.form.Comma {
		out := make([]string, len(row))
		for i, cell := range row {
			out[i] = cell
			if _, err := strconv.ParseFloat(cell, 64); err == nil {
				out[i] = strings.Replace(cell, ".", ",", 1)
			}
		}
		row = out
	}
	return s.csv.Write(row)
}

// WriteAll writes rows and ends the table.
func (s *Writer) WriteAll(rows [][]string) error {
	for _, row := range rows {
		if err := s.Write(row); err != nil {
			return err
		}
	}
	return s.Flush()
}

// Flush ends the table.
func (s *Writer) Flush() error {
	s.csv.Flush()
	return s.csv.Error()
}

// Local is a moment (RFC 3339) by this machine's clock, as spreadsheets read it; empty for none.
func Local(at string) string {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return ""
	}
	return t.Local().Format("2006-01-02 15:04:05")
}
