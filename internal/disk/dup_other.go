//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package disk

import "os"

// Dup opens name: there are no numbers for what is open.
func Dup(_ int, name string) (*File, error) { return OpenFile(name, os.O_WRONLY, 0) }
