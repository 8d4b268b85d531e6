package client

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"example.org/centipawn/internal/disk"
)

// DefaultRecord is how many bytes of a conversation a [LogFolder] keeps.
const DefaultRecord = 16 << 20

// A LogFolder keeps conversations with engines: a file for each process, named by its number and its
// program, NNNN-NAME.log, with a line for each line that was said: the time, > to the engine or < from
// it, and the line. Of a long conversation the end is kept: at half of Most the file becomes
// NNNN-NAME.old.log, in the place of an earlier one, and another begins that says so.
type LogFolder struct {
	dir  string
	most int64
	name string
	last *atomic.Int64 // number of a file
}

// NewLogFolder returns a log in a folder, which is made. most is how many bytes the files of a process
// may have together; 0: [DefaultRecord].
func NewLogFolder(dir string, most int64) (*LogFolder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	return &LogFolder{dir: dir, most: cmp.Or(most, DefaultRecord), last: new(atomic.Int64)}, nil
}

// Named returns the log with another name for the files of programs to come, in place of that of the
// command. Of nil it is nil.
func (l *LogFolder) Named(name string) *LogFolder {
	if l == nil {
		return nil
	}
	named := *l
	named.name = name
	return &named
}

// record is the log of one process.
type record struct {
	f       *disk.File
	path    string
	most    int64 // of one file
	size    int64
	lines   int // in the file
	earlier int // in the file before it
	lost    int // in those before
	err     error
}

// open begins the record of an engine that a command starts.
func (l *LogFolder) open(command string, args []string, dir string) (r *record, err error) {
	name := strings.TrimSuffix(cmp.Or(l.name, filepath.Base(command)), ".exe")
	r = &record{most: l.most / 2}
	for r.f == nil {
		r.path = filepath.Join(l.dir, fmt.Sprintf("%04d-%s.log", l.last.Add(1), fileName(name)))
		r.f, err = disk.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("log of %s: %w", name, err)
		}
	}
	text := Spell(command, args)
	if dir != "" {
		text += " in " + QuoteWord(dir)
	}
	r.note("%s %s", time.Now().Format(time.DateOnly), text)
	return r, r.err
}

// fileName makes a name of a file of any text.
func fileName(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || r <= ' ' || r == 0x7f {
			return '_'
		}
		return r
	}, shorten(text))
}

// Write takes one line with its mark. It never fails: an engine plays on without a log, and what went
// wrong is the error of end.
func (r *record) Write(line []byte) (int, error) {
	if r.size > r.most {
		r.turn()
	}
	r.put(string(line))
	return len(line), nil
}

// note writes a line of neither side.
func (r *record) note(format string, args ...any) {
	r.put("# " + strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ") + "\n")
}

func (r *record) put(line string) {
	if r.err != nil {
		return
	}
	n, err := fmt.Fprintf(r.f, "%s %s", time.Now().Format("15:04:05.000000"), line)
	r.size, r.lines, r.err = r.size+int64(n), r.lines+1, err
}

// turn begins another file.
func (r *record) turn() {
	if r.err != nil {
		return
	}
	old := strings.TrimSuffix(r.path, ".log") + ".old.log"
	r.err = errors.Join(r.f.Close(), disk.Rename(r.path, old))
	f, err := disk.Create(r.path)
	if r.err = errors.Join(r.err, err); r.err != nil {
		return
	}
	r.f, r.lost, r.earlier, r.lines, r.size = f, r.lost+r.earlier, r.lines, 0, 0
	r.note("goes on from %s; %d lines before that are gone: -log-size keeps more", filepath.Base(old), r.lost)
}

// end writes how the process has ended, and closes the record.
func (r *record) end(state string, stderr []string) error {
	for _, line := range stderr {
		r.note("standard error: %s", printable(line))
	}
	r.note("ended: %s", state)
	if err := errors.Join(r.err, r.f.Close()); err != nil {
		return fmt.Errorf("log %s: %w", r.path, err)
	}
	return nil
}
