//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package match

import "os"

// lockFile opens a file. That only one run plays a match at a time is the user's care here.
func lockFile(path string) (*os.File, error) { return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644) }
