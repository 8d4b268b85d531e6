//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package disk

import (
	"io/fs"
	"os"
	"syscall"
)

// Own gives an open file the owner and the group of another, unless it has them.
func (f *File) Own(like fs.FileInfo) error {
	return do("chown", f.Name(), func() error {
		want, ok := like.Sys().(*syscall.Stat_t)
		info, err := f.Stat()
		if err != nil || !ok {
			return err
		}
		if have, ok := info.Sys().(*syscall.Stat_t); ok && have.Uid == want.Uid && have.Gid == want.Gid {
			return nil
		}
		return os.Chown(f.Name(), int(want.Uid), int(want.Gid))
	})
}
