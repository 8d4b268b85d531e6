package atomicfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"example.org/centipawn/internal/disk"
)

// A Change is new content of a file that was read before.
type Change struct {
	Path     string
	Old, New []byte
}

// Replace gives files new contents: all of them, or none. All is prepared and checked before the
// first is touched: each must be a file that may be written and still holds Old. If one cannot be
// replaced then, those before it get their old contents back. Mode and owner stay, and of a
// symbolic link the target is replaced.
//
// A file whose owner this process cannot give is written in place; a process that is killed in that
// moment leaves the whole new content beside it.
func Replace(changes []Change) (err error) {
	var list []*replacement
	defer func() {
		for _, r := range list {
			err = errors.Join(err, r.discard())
		}
	}()
	for _, c := range changes {
		r, err := prepare(c)
		if err != nil {
			return fmt.Errorf("%w: nothing is written", err)
		}
		list = append(list, r)
	}
	for i, r := range list {
		if err := r.put(r.next, r.New); err != nil {
			if r.inPlace {
				i++ // a part of it may be written
			}
			if bad := restore(list[:i]); bad != nil {
				return errors.Join(err, bad)
			}
			return fmt.Errorf("%w: nothing is written", err)
		}
	}
	return nil
}

// restore gives files their old contents back.
func restore(list []*replacement) (err error) {
	for _, r := range list {
		if e := r.put(r.back, r.Old); e != nil {
			err = errors.Join(err, fmt.Errorf("%s has its new content still: %w", r.Path, e))
		}
	}
	return err
}

// A replacement is a file that is going to be replaced, and both its contents beside it.
type replacement struct {
	Change
	path       string     // the target of Path
	next, back *disk.File // nil once it has the file's name
	inPlace    bool
}

// prepare checks the file, and makes its temporary ones.
func prepare(c Change) (*replacement, error) {
	path, info, err := target(c.Path)
	switch {
	case err != nil:
		return nil, err
	case info == nil:
		return nil, &fs.PathError{Op: "open", Path: c.Path, Err: fs.ErrNotExist}
	}
	if err := disk.Regular(path); err != nil {
		return nil, err
	}
	if err := writable(path, info); err != nil {
		return nil, err
	}
	now, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(now, c.Old) {
		return nil, fmt.Errorf("%s: it has changed since it was read: run the command again", c.Path)
	}
	sweep(path)
	r := &replacement{Change: c, path: path}
	r.next, err = r.temp(info, c.New)
	if err == nil {
		r.back, err = r.temp(info, c.Old)
	}
	if err != nil {
		return nil, errors.Join(err, r.discard())
	}
	return r, nil
}

// temp makes a temporary file with a content, of the mode and the owner of the file that it is to
// replace.
func (r *replacement) temp(like fs.FileInfo, data []byte) (*disk.File, error) {
	f, err := createTemp(r.path)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(data)
	if err == nil && !r.inPlace {
		r.inPlace = errors.Is(f.Own(like), fs.ErrPermission)
	}
	if err = errors.Join(err, f.Chmod(like.Mode().Perm()), f.Sync()); err != nil {
		return nil, errors.Join(err, drop(f))
	}
	return f, nil
}

// drop removes a temporary file; nil is none.
func drop(f *disk.File) error {
	if f == nil {
		return nil
	}
	return errors.Join(f.Close(), disk.Remove(f.Name()))
}

// discard removes what has not become the file.
func (r *replacement) discard() error {
	next, back := r.next, r.back
	r.next, r.back = nil, nil
	return errors.Join(drop(next), drop(back))
}

// put gives the file a content, of which there is a temporary file.
func (r *replacement) put(f *disk.File, data []byte) error {
	if r.inPlace {
		return overwrite(r.path, data)
	}
	var err error
	if !disk.Locks {
		err = f.Close() // Windows renames no open file
	}
	if err = errors.Join(err, disk.Rename(f.Name(), r.path)); err != nil {
		return err
	}
	if f == r.next {
		r.next = nil
	} else {
		r.back = nil
	}
	if disk.Locks {
		_ = f.Close() // it is on the disk and has its name: only the lock is given back
	}
	return nil
}

// overwrite writes a content over a file's, of which nothing is cut off before.
func overwrite(path string, data []byte) error {
	f, err := disk.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(data, 0)
	if err == nil {
		err = f.Truncate(int64(len(data)))
	}
	return errors.Join(err, f.Sync(), f.Close())
}

// writable refuses a file that is read-only: somebody has protected it.
func writable(path string, info fs.FileInfo) error {
	if info.Mode().Perm()&0o222 == 0 {
		return readOnly(path)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return readOnly(path)
	case err != nil: // a running program, which can be replaced
		return nil
	}
	return f.Close()
}

func readOnly(path string) error {
	return fmt.Errorf("%s: is read-only: make it writable (chmod u+w), or pass another file", path)
}
