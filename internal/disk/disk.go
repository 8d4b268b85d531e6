// Package disk is the file system as the writers see it: package os, with locks, and with
// a place where a test lets an operation fail.
//
// The package imports nothing of this module.
package disk

import (
	"errors"
	"os"
	"sync/atomic"
)

// ErrLocked is wrapped by the error of [File.Lock] where another run has the lock.
var ErrLocked = errors.New("another run is writing here")

// A Fault decides for an operation, such as "write", whether it fails.
type Fault func(op, path string) error

var fault atomic.Pointer[Fault]

// Inject makes f decide for all operations of this process until restore is called. It is
// for tests. An operation that fails has done nothing, but for a write, of which the first
// half is done, and a close, which is done.
func Inject(f Fault) (restore func()) {
	old := fault.Swap(&f)
	return func() { fault.Store(old) }
}

// check asks the test, if there is one.
func check(op, path string) error {
	if f := fault.Load(); f != nil {
		if err := (*f)(op, path); err != nil {
			return &os.PathError{Op: op, Path: path, Err: err}
		}
	}
	return nil
}

// A File is an open file.
type File struct{ *os.File }

// open checks and wraps what f opens.
func open(path string, f func() (*os.File, error)) (*File, error) {
	if err := check("open", path); err != nil {
		return nil, err
	}
	file, err := f()
	if err != nil {
		return nil, err
	}
	return &File{file}, nil
}

// Open is [os.Open].
func Open(path string) (*File, error) { return OpenFile(path, os.O_RDONLY, 0) }

// Create is [os.Create].
func Create(path string) (*File, error) {
	return OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
}

// OpenFile is [os.OpenFile].
func OpenFile(path string, flag int, perm os.FileMode) (*File, error) {
	return open(path, func() (*os.File, error) { return os.OpenFile(path, flag, perm) })
}

// CreateTemp is [os.CreateTemp].
func CreateTemp(dir, pattern string) (*File, error) {
	return open(dir, func() (*os.File, error) { return os.CreateTemp(dir, pattern) })
}

// Rename is [os.Rename].
func Rename(from, to string) error {
	return do("rename", from, func() error { return os.Rename(from, to) })
}

// Remove is [os.Remove].
func Remove(path string) error { return do("remove", path, func() error { return os.Remove(path) }) }

// RemoveAll is [os.RemoveAll].
func RemoveAll(path string) error {
	return do("remove", path, func() error { return os.RemoveAll(path) })
}

// Mkdir is [os.Mkdir].
func Mkdir(path string, perm os.FileMode) error {
	return do("mkdir", path, func() error { return os.Mkdir(path, perm) })
}

func do(op, path string, f func() error) error {
	if err := check(op, path); err != nil {
		return err
	}
	return f()
}

func (f *File) Read(p []byte) (int, error) {
	if err := check("read", f.Name()); err != nil {
		return 0, err
	}
	return f.File.Read(p)
}

func (f *File) ReadAt(p []byte, at int64) (int, error) {
	if err := check("read", f.Name()); err != nil {
		return 0, err
	}
	return f.File.ReadAt(p, at)
}

func (f *File) Write(p []byte) (int, error) {
	if err := check("write", f.Name()); err != nil {
		n, _ := f.File.Write(p[:len(p)/2]) // as a full disk does
		return n, err
	}
	return f.File.Write(p)
}

func (f *File) WriteAt(p []byte, at int64) (int, error) {
	if err := check("write", f.Name()); err != nil {
		n, _ := f.File.WriteAt(p[:len(p)/2], at)
		return n, err
	}
	return f.File.WriteAt(p, at)
}

func (f *File) Truncate(size int64) error {
	return do("truncate", f.Name(), func() error { return f.File.Truncate(size) })
}

func (f *File) Chmod(mode os.FileMode) error {
	return do("chmod", f.Name(), func() error { return f.File.Chmod(mode) })
}

func (f *File) Sync() error { return do("sync", f.Name(), f.File.Sync) }

func (f *File) Close() error { return errors.Join(check("close", f.Name()), f.File.Close()) }

// StillThere reports whether the file has its name still: no process has removed it, or put
// another one in its place, since it was opened.
func (f *File) StillThere() bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(f.Name())
	return err == nil && os.SameFile(mine, now)
}
