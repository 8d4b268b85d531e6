//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package disk

import "io/fs"

// Own does nothing: a file's owner is its folder's matter there.
func (f *File) Own(fs.FileInfo) error { return nil }
