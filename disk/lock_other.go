//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package disk

// Lock does nothing. Windows itself refuses to remove a file that is open.
func (f *File) Lock() error { return nil }
