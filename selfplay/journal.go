package selfplay

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"centipawn/match/play"
	"centipawn/resume"
)

// A journal is the file that games are written to as they end, so that a run which
// was killed goes on behind the last whole one:
//
//	a line    journalName and the settings as JSON
//	frames    length of the game and its checksum (CRC-32, Castagnoli), 4 bytes each,
//	          little-endian, and the game as appendGame writes it
//
// What stands behind the last whole frame was being written when the run was
// killed, and is cut off. No second run opens it meanwhile.
type journal struct {
	file  *os.File
	head  int64 // length of the line
	games int
	buf   []byte
}

const journalName = "centipawn selfplay 1 "

// maxFrame bounds the length of a game that is believed.
const maxFrame = 1 << 20

var checksums = crc32.MakeTable(crc32.Castagnoli)

// openJournal opens a journal, or makes one, and calls each with every game that is
// in it. Settings other than those of the games are refused.
func openJournal(path string, settings any, each func(n int, g *play.Record) error) (j *journal, err error) {
	head, err := headOf(settings)
	if err != nil {
		return nil, err
	}
	f, err := resume.Open(path, os.O_APPEND)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
		}
	}()
	if err := stillThere(f); err != nil {
		return nil, err
	}
	j = &journal{file: f, head: int64(len(head))}
	r := bufio.NewReaderSize(f, 1<<16)
	old, err := r.ReadBytes('\n')
	if errors.Is(err, io.EOF) && bytes.HasPrefix(head, old) { // new, or killed before the first game
		return j, j.restart(head)
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = sameSettings(old, head)
	}
	if err != nil {
		return nil, err
	}
	j.head = int64(len(old))
	end, err := j.replay(r, each)
	if err != nil {
		return nil, err
	}
	return j, f.Truncate(end)
}

// stillThere refuses a file that lost its name before it was locked, because the run that
// it was of has ended.
func stillThere(f *os.File) error {
	mine, err := f.Stat()
	if err != nil {
		return err
	}
	if now, err := os.Stat(f.Name()); err != nil || !os.SameFile(mine, now) {
		return errors.New("the run that it was of has just ended: begin again")
	}
	return nil
}

// headOf returns the first line of a journal.
func headOf(settings any) ([]byte, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, fmt.Errorf("settings of a journal: %w", err)
	}
	return append(append([]byte(journalName), text...), '\n'), nil
}

// restart makes the journal one without games.
func (j *journal) restart(head []byte) error {
	if err := j.file.Truncate(0); err != nil {
		return err
	}
	_, err := j.file.Write(head)
	return err
}

// sameSettings says which settings of a journal's first line differ from those of
// this run.
func sameSettings(old, head []byte) error {
	text, ok := bytes.CutPrefix(old, []byte(journalName))
	if !ok {
		return errors.New("no journal of games: give another name")
	}
	changed, err := resume.Differences(text, head[len(journalName):])
	switch {
	case err != nil:
		return fmt.Errorf("no journal of games: give another name: %w", err)
	case len(changed) > 0:
		return fmt.Errorf("its games were played with other settings: %s: pass those, or remove the file", strings.Join(changed, "; "))
	}
	return nil
}

// reread calls each with all games once more.
func (j *journal) reread(each func(n int, g *play.Record) error) error {
	want := j.games
	if _, err := j.file.Seek(j.head, io.SeekStart); err != nil {
		return err
	}
	j.games = 0
	if _, err := j.replay(bufio.NewReaderSize(j.file, 1<<16), each); err != nil {
		return fmt.Errorf("%s: %w", j.file.Name(), err)
	}
	if j.games != want {
		return fmt.Errorf("%s: %d of %d games: another run has written to the file at the same time: remove it", j.file.Name(), j.games, want)
	}
	return nil
}

// replay calls each with the games behind the first line, and returns where the
// last whole one ends.
func (j *journal) replay(r io.Reader, each func(n int, g *play.Record) error) (end int64, err error) {
	var g play.Record
	for end = j.head; ; j.games++ {
		frame, err := readFrame(r, &j.buf)
		if err != nil || frame == nil {
			return end, err
		}
		number, err := parseGame(frame, &g)
		if err == nil && number != uint64(j.games) {
			err = fmt.Errorf("number %d: another run has written to the file at the same time: remove it", number)
		}
		if err != nil {
			return end, fmt.Errorf("game %d: %w", j.games, err)
		}
		if err := each(j.games, &g); err != nil {
			return end, err
		}
		end += frameHead + int64(len(frame))
	}
}

// frameHead is the length of what stands before a game.
const frameHead = 8

// readFrame reads a frame, nil where there is no whole one.
func readFrame(r io.Reader, buf *[]byte) ([]byte, error) {
	var head [frameHead]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, torn(err)
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n == 0 || n > maxFrame {
		return nil, nil
	}
	*buf = slices.Grow((*buf)[:0], int(n))[:n]
	if _, err := io.ReadFull(r, *buf); err != nil {
		return nil, torn(err)
	}
	if crc32.Checksum(*buf, checksums) != binary.LittleEndian.Uint32(head[4:]) {
		return nil, nil
	}
	return *buf, nil
}

// torn returns nil for the error of a file that ends too early.
func torn(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// add appends a game, in one write.
func (j *journal) add(g *play.Record) error {
	b := appendGame(append(j.buf[:0], make([]byte, frameHead)...), j.games, g)
	binary.LittleEndian.PutUint32(b, uint32(len(b)-frameHead))
	binary.LittleEndian.PutUint32(b[4:], crc32.Checksum(b[frameHead:], checksums))
	j.buf = b
	if _, err := j.file.Write(b); err != nil {
		return err
	}
	j.games++
	return nil
}

func (j *journal) close() error { return j.file.Close() }

// remove closes the journal of which nothing is needed any more. It goes before its lock
// does: no other run finds it. Windows, which has no such locks, removes no open file.
func (j *journal) remove() error {
	if runtime.GOOS == "windows" {
		return errors.Join(j.close(), os.Remove(j.file.Name()))
	}
	return errors.Join(os.Remove(j.file.Name()), j.close())
}

// leave closes the journal of a run that does not begin; one without games is not kept.
func (j *journal) leave() error {
	if j.games == 0 {
		return j.remove()
	}
	return j.close()
}

// look refuses a file that is there. With all its games in the journal it is that of a
// run that was killed after its last game, and may be written once more.
func (j *journal) look(path string, games int) error {
	_, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil && (j.games == 0 || j.games < games):
		return fmt.Errorf("%s: %w: remove it or give another name", path, fs.ErrExist)
	}
	return err
}
