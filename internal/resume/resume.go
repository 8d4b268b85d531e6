// Package resume is for runs that go on where they were stopped: they say what has
// changed since, and keep a second run of the same place away.
package resume

import (
	"errors"
	"fmt"
	"os"

	"example.org/centipawn/internal/disk"
)

// Open opens a file to read and write, makes it if there is none, and locks it until it
// is closed or this process ends, however it does. A file that another run has open is
// an error. Where the system has no such locks (Windows) it only opens.
func Open(path string, flag int) (*disk.File, error) {
	f, err := disk.OpenFile(path, os.O_RDWR|os.O_CREATE|flag, 0o666)
	if err != nil {
		return nil, disk.Missing(path, err)
	}
	if err := f.Lock(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w: wait for it, or pass another place", path, err), f.Close())
	}
	return f, nil
}
