package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// A journal holds the finished games of a match, a line each, in the order in which they ended. A line is written
// whole with one call, so that a program that is killed leaves at most its last line torn; that is cut off when the
// journal is opened, and its game is played again.
type journal struct {
	file   *os.File
	buf    bytes.Buffer
	failed error // of a write that may have torn a line: nothing may stand behind it
}

// openJournal opens or begins a journal and gives its games to each, in their order.
func openJournal(path string, each func(*Game) error) (*journal, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	whole, err := readJournal(path, f, each)
	if err == nil {
		err = f.Truncate(whole)
	}
	if err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &journal{file: f}, nil
}

// readJournal gives each the games of the whole lines, and returns how many bytes those have.
func readJournal(path string, r io.Reader, each func(*Game) error) (whole int64, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	for line := 1; ; line++ {
		text, err := in.ReadBytes('\n')
		if err == io.EOF {
			return whole, nil // what follows the last end of a line is torn
		}
		if err != nil {
			return whole, err
		}
		g := new(Game)
		if err = json.Unmarshal(text, g); err == nil {
			err = each(g)
		}
		if err != nil {
			return whole, fmt.Errorf("%s:%d: no game of this match: %w: take the line out, and its game is played again", path, line, err)
		}
		whole += int64(len(text))
	}
}

// add writes a game.
func (j *journal) add(g *Game) error {
	if j.failed != nil {
		return j.failed
	}
	j.buf.Reset()
	enc := json.NewEncoder(&j.buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(g); err != nil {
		return err
	}
	_, j.failed = j.file.Write(j.buf.Bytes())
	return j.failed
}

func (j *journal) close() error { return j.file.Close() }
