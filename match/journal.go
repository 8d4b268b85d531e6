package match

import (
	"bytes"
	"encoding/json"
	"fmt"

	"example.org/centipawn/internal/resume"
)

// A journal holds the finished games of a match, a line each, in the order in which they ended.
type journal struct {
	lines resume.Lines
	file  *resume.Journal
	notes []string // what had to be done to read it
}

// openJournal opens or begins a journal and gives its games to each, in their order.
func openJournal(path string, each func(*Game) error) (*journal, error) {
	j := new(journal)
	var err error
	if j.file, _, err = resume.OpenJournal(path, &j.lines, ""); err != nil {
		return nil, err
	}
	dropped, err := j.file.Replay(func(_ int, line []byte) error { return readGame(line, each) })
	if err != nil {
		_ = j.file.Close()
		return nil, err
	}
	if dropped != "" {
		j.notes = append(j.notes, dropped+"; their games are played again")
	}
	if n := j.lines.Unchecked; n > 0 {
		j.notes = append(j.notes, fmt.Sprintf("%s: %d lines of an older version have no checksum: taken as they are", path, n))
	}
	return j, nil
}

func readGame(line []byte, each func(*Game) error) error {
	g := new(Game)
	err := json.Unmarshal(line, g)
	if err == nil {
		err = each(g)
	}
	if err != nil {
		return fmt.Errorf("not a game of this match: %w: delete the line, and its game is played again", err)
	}
	return nil
}

// add writes a game.
func (j *journal) add(g *Game) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(g); err != nil {
		return err
	}
	return j.file.Add(bytes.TrimSpace(line.Bytes()))
}

func (j *journal) close() error { return j.file.Close() }
