package resume

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"example.org/centipawn/internal/disk"
)

// probing is how long a run waits for a lock that another program may only be trying, see [Try].
const probing = 100 * time.Millisecond

// Lock opens and locks the file of a run as [Open] does, and writes the command into it that the run goes on
// with after it was stopped.
func Lock(path string) (*disk.File, error) {
	f, err := Open(path, 0)
	if errors.Is(err, disk.ErrLocked) {
		time.Sleep(probing)
		f, err = Open(path, 0)
	}
	if err != nil {
		return nil, err
	}
	command := append([]string{filepath.Base(os.Args[0])}, os.Args[1:]...)
	text, err := json.Marshal(command)
	if err == nil {
		if err = f.Truncate(0); err == nil {
			_, err = f.Write(append(text, '\n'))
		}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// A Holder is what the file of a lock says of its run.
type Holder struct {
	Known   bool     // that there is a lock which keeps other runs out
	Held    bool     // the run is at work
	Command []string // its arguments, the program's name first; nil: not known
}

// lockLimit is the longest command that is read.
const lockLimit = 1 << 16

// Try looks at the lock of a run. It takes the lock for a moment if it is free, for which a run waits.
func Try(path string) (h Holder, err error) {
	if !disk.Locks {
		return h, nil
	}
	f, err := disk.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	} else if err != nil {
		return h, err
	}
	defer f.File.Close() // it was read only
	h.Known = true
	if err := f.Lock(); errors.Is(err, disk.ErrLocked) {
		h.Held = true
	} else if err != nil {
		return h, err
	}
	text, err := io.ReadAll(io.LimitReader(f, lockLimit))
	if err != nil || json.Unmarshal(text, &h.Command) != nil { // an older version has left it empty
		h.Command = nil
	}
	return h, err
}
