// Package atomicfile writes files that appear whole or not at all, even after a power
// failure: first under a temporary name in the same folder, then renamed. It reads files
// whole, within a limit.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"example.org/centipawn/internal/disk"
)

// Write makes data the content of path. Whatever goes wrong, what was there
// before is there still.
func Write(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if _, err = f.Write(data); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit()
}

// A File is a file that is not there yet: Commit or Discard must follow.
type File struct {
	tmp  *disk.File
	path string      // what Commit replaces; "": tmp is written through
	mode fs.FileMode // of the new file
	old  fs.FileInfo // what is there now; nil: nothing
}

// Create begins a file that is going to replace path. Of a symbolic link it replaces the
// target. A device or a pipe is written to at once, since it cannot be replaced. A file that is
// read-only is refused. What killed runs have left of this file is removed.
func Create(path string) (*File, error) {
	path, info, err := target(path)
	if err != nil {
		return nil, err
	}
	mode := fs.FileMode(0o644)
	switch {
	case stream(path) >= 0:
		return through(disk.Dup(stream(path), path))
	case info == nil:
	case info.IsDir():
		return nil, fmt.Errorf("%s: is a folder: pass the name of a file", path)
	case !info.Mode().IsRegular():
		return through(disk.OpenFile(path, os.O_WRONLY, 0))
	default:
		if err := writable(path, info); err != nil {
			return nil, err
		}
		mode = info.Mode().Perm()
	}
	sweep(path)
	tmp, err := createTemp(path)
	if err != nil {
		return nil, err
	}
	return &File{tmp, path, mode, info}, nil
}

// Try finds out whether a file can be written, and leaves it as it is.
func Try(path string) error {
	switch info, err := os.Stat(path); {
	case err != nil || info.Mode().IsRegular():
	case info.IsDir():
		return errors.New("it is a folder: pass the name of a file")
	default:
		return nil // a device or a pipe: to try it is to use it
	}
	f, err := Create(path)
	if err != nil {
		return err
	}
	return f.Discard()
}

// stream returns the number of what this process has open by the name path, such as 1 for
// /dev/stdout, or -1. If that is a file, it holds more than what is written here.
func stream(path string) int {
	switch path = filepath.Clean(path); path {
	case "/dev/stdout":
		return 1
	case "/dev/stderr":
		return 2
	}
	if dir, name := filepath.Split(path); dir == "/dev/fd/" || dir == "/proc/self/fd/" {
		if n, err := strconv.Atoi(name); err == nil {
			return n
		}
	}
	return -1
}

// through writes to what cannot be replaced.
func through(f *disk.File, err error) (*File, error) {
	if err != nil {
		return nil, err
	}
	return &File{tmp: f}, nil
}

// maxLinks bounds a chain of symbolic links, as Linux does.
const maxLinks = 40

// target follows the symbolic links of path, the last of which may lead to nothing: then
// info is nil.
func target(path string) (string, fs.FileInfo, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return path, info, nil // a device by any name: what a link of /proc says is not a path
	}
	for range maxLinks {
		if stream(path) >= 0 {
			return path, info, nil
		}
		info, err = os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return path, nil, nil
		}
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, info, err
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", nil, err
		}
		if !filepath.IsAbs(to) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return "", nil, err
			}
			to = filepath.Join(folder, to)
		}
		path = to
	}
	return "", nil, fmt.Errorf("%s: too many symbolic links", path)
}

// A temporary name is the file's, a number, and this.
const partial = ".partial"

const (
	maxTries = 100         // of createTemp
	staleAge = time.Minute // where there are no locks
)

// createTemp makes the temporary file of path, locked until it is closed.
func createTemp(path string) (*disk.File, error) {
	for range maxTries {
		f, err := disk.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*"+partial)
		if err != nil {
			return nil, disk.Missing(path, err)
		}
		err = f.Lock()
		if err == nil && f.StillThere() {
			return f, nil
		}
		f.Close()
		if err != nil && !errors.Is(err, disk.ErrLocked) {
			return nil, errors.Join(err, disk.Remove(f.Name()))
		}
		// Another run has it: its clock is far from ours, and it was taken for a leftover.
	}
	return nil, fmt.Errorf("%s: no temporary file stays beside it", path)
}

// sweep removes the temporary files of path that no run has open any more. It is no
// reason to fail if one stays.
func sweep(path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Type().IsRegular() && isTemp(e.Name(), filepath.Base(path)) {
			removeStale(filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
}

// isTemp reports whether a name is a temporary one of the file called base.
func isTemp(name, base string) bool {
	number, ours := strings.CutPrefix(name, base+".")
	number, ends := strings.CutSuffix(number, partial)
	return ours && ends && number != "" && strings.Trim(number, "0123456789") == ""
}

// removeStale removes a file that no process has locked or, without locks, has written for a minute. The
// lock is held meanwhile, so that a run that has just made it sees that it is gone.
func removeStale(path string) {
	f, err := disk.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !disk.Locks && time.Since(info.ModTime()) < staleAge {
		return
	}
	if f.Lock() == nil && disk.Remove(path) != nil {
		f.Close() // Windows removes no open file, neither this one nor another run's
		disk.Remove(path)
	}
}

// Write appends to the file.
func (f *File) Write(p []byte) (int, error) { return f.tmp.Write(p) }

// Commit gives the file its name. If that fails, the file is gone and what was
// there before is there still.
//
// The content is on the disk before it has the name, so that no power cut leaves an
// empty file in place of the old one, and so that a journal may be removed once its
// file is there. That takes 0.5 ms for a small file and 35 ms for one of 50 MB on an SSD.
// The folder is left to the file system, which keeps the order of what happens in it.
func (f *File) Commit() error {
	if f.path == "" {
		return f.tmp.Close()
	}
	err := f.own()
	err = errors.Join(err, f.tmp.Chmod(f.mode), f.tmp.Sync())
	if !disk.Locks {
		err = errors.Join(err, f.tmp.Close()) // Windows renames no open file
	}
	if err == nil {
		err = disk.Rename(f.tmp.Name(), f.path)
	}
	if err != nil {
		err = errors.Join(err, disk.Remove(f.tmp.Name()))
	}
	if disk.Locks { // until the file has its name, no other run takes it for a leftover
		err = errors.Join(err, f.tmp.Close())
	}
	return err
}

// own gives the new file the owner of the old one, if this process may.
func (f *File) own() error {
	if f.old == nil {
		return nil
	}
	err := f.tmp.Own(f.old)
	if errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// Discard removes the file; what was there before is there still.
func (f *File) Discard() error {
	err := f.tmp.Close()
	if f.path != "" {
		err = errors.Join(err, disk.Remove(f.tmp.Name()))
	}
	return err
}
