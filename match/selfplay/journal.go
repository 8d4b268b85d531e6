package selfplay

import (
	"encoding/json"
	"errors"
	"fmt"

	"example.org/centipawn/internal/resume"
	"example.org/centipawn/match/play"
)

// A journal is the file that games are written to as they end, so that a run which was killed goes
// on after the last whole one. Its first line is journalName and the settings as JSON; games
// follow as [resume.Frames], each as appendGame writes it.
type journal struct {
	file    *resume.Journal
	first   int // number of its first game
	games   int
	dropped string // what was damaged at its end
	buf     []byte
}

const journalName = "centipawn selfplay 1 "

// openJournal opens a journal, or makes one, and calls each with every game that is in it. Settings
// other than those of the games are refused.
func openJournal(path string, settings []byte, each func(n int, g *play.Record) error) (*journal, error) {
	return openNamed(path, journalName, settings, 0, each)
}

// openNamed is openJournal of games from number first on, whose first line begins with name.
func openNamed(path, name string, settings []byte, first int, each func(n int, g *play.Record) error) (*journal, error) {
	head := name + string(settings) + "\n"
	file, line, err := resume.OpenJournal(path, resume.Frames{}, head)
	if err != nil {
		return nil, err
	}
	j := &journal{file: file, first: first}
	if err = resume.SameSettings(line, name, "games", settings); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	} else {
		j.dropped, err = j.replay(each)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// encode returns settings as JSON.
func encode(settings any) ([]byte, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("settings of a journal: %w", err)
	}
	return text, nil
}

// replay calls each with all games.
func (j *journal) replay(each func(n int, g *play.Record) error) (dropped string, err error) {
	var g play.Record
	j.games = 0
	return j.file.Replay(func(n int, record []byte) error {
		n += j.first
		switch number, err := parseGame(record, &g); {
		case err != nil:
			return err
		case number != uint64(n):
			return fmt.Errorf("number %d: another run has written to the file at the same time: remove it", number+1)
		}
		j.games++
		return each(n, &g)
	})
}

// reread calls each with all games once more.
func (j *journal) reread(each func(n int, g *play.Record) error) error {
	want := j.games
	if _, err := j.replay(each); err != nil {
		return err
	}
	if j.games != want {
		return fmt.Errorf("%d of %d games are left in the journal: another run has written to the file at the same time: remove it", j.games, want)
	}
	return nil
}

// next is the number of the first game that is not there.
func (j *journal) next() int { return j.first + j.games }

// add appends a game.
func (j *journal) add(g *play.Record) error {
	j.buf = appendGame(j.buf[:0], j.next(), g)
	j.games++ // also after an error: the file writes it later
	return j.file.Add(j.buf)
}

// leave closes the journal of a run that does not begin; one without games is not kept.
func (j *journal) leave() error {
	if j.games == 0 {
		return j.file.Remove()
	}
	return j.file.Close()
}
