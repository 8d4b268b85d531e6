package atomicfile

import (
	"fmt"
	"io"
	"io/fs"
	"os"

	"example.org/centipawn/internal/disk"
)

// Limits of files that are read whole, in bytes.
const (
	SmallLimit = 16 << 20  // settings, manifests of results, source code
	LargeLimit = 256 << 20 // files with numbers for each of up to 65,535 weights
)

// ReadFile reads the file at path, of at most limit bytes. What is no file is refused: a pipe
// waits for its writer, and a device has no end. A pipe that the shell has opened for this
// program, such as /dev/fd/63, is read.
func ReadFile(path string, limit int64) ([]byte, error) {
	f, err := open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case info.Mode().IsRegular() && info.Size() > limit:
		return nil, tooLarge(path, limit)
	}
	return ReadAll(path, f, limit)
}

func open(path string) (*disk.File, error) {
	if info, err := os.Stat(path); err == nil && info.Mode()&fs.ModeNamedPipe != 0 && (path == "/dev/stdin" || stream(path) >= 0) {
		return disk.Open(path)
	}
	return disk.OpenRegular(path)
}

// ReadAll reads r to its end, which must come within limit bytes. Errors call it name.
func ReadAll(name string, r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, tooLarge(name, limit)
	}
	return data, nil
}

func tooLarge(name string, limit int64) error {
	return fmt.Errorf("%s: larger than %d MiB, the limit of files of this kind: is it the right file?", name, limit>>20)
}
