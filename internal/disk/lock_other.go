//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package disk

// Locks says whether [File.Lock] keeps other runs out.
const Locks = false

// Lock does nothing. Windows itself refuses to remove a file that is open.
func (f *File) Lock() error { return nil }

// LockPath does nothing: Windows renames no folder that is open.
func LockPath(string) (unlock func() error, err error) { return func() error { return nil }, nil }
