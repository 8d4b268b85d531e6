package mix

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"example.org/centipawn/internal/resume"
)

// journalName begins the first line of a journal; the settings of the run follow.
const journalName = "centipawn mix 1 "

// A journal keeps measures as they are made, so that a run goes on where it was stopped.
type journal struct {
	*resume.Journal
	known   map[string]Measure
	dropped string // what a kill had left of the last one
}

// A record is a measure in the journal.
type record struct {
	Candidate string `json:"candidate"`
	Measure
}

// openJournal opens the journal of a run with these settings, or makes it.
func openJournal(path string, settings any) (*journal, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	j := &journal{known: map[string]Measure{}}
	var first string
	if j.Journal, first, err = resume.OpenJournal(path, &resume.Lines{}, journalName+string(text)+"\n"); err != nil {
		return nil, err
	}
	if err := resume.SameSettings(first, journalName, "a mix", text); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), j.Close())
	}
	if j.dropped, err = j.Replay(j.read); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

func (j *journal) read(_ int, line []byte) error {
	var r record
	if err := json.NewDecoder(bytes.NewReader(line)).Decode(&r); err != nil {
		return err
	}
	j.known[r.Candidate] = r.Measure
	return nil
}

// keep adds a measure.
func (j *journal) keep(candidate string, m Measure) error {
	text, err := json.Marshal(record{candidate, m})
	if err != nil {
		return err
	}
	return j.Add(text)
}
