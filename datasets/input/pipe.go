package input

import (
	"io"
	"os"
)

// Pipe returns a reader of a file that can be read only once, such as a named pipe; nil if
// the name is another file's, or none's. The file is opened by the first read, which waits for
// somebody who writes: see [Interruptible].
func Pipe(name string) io.Reader {
	info, err := os.Stat(name)
	if err != nil || info.IsDir() || info.Mode().IsRegular() {
		return nil
	}
	return &pipe{name: name}
}

// A pipe is a file that is opened by the first read and closed by the last.
type pipe struct {
	name string
	file *os.File
}

// Read implements [io.Reader].
func (p *pipe) Read(b []byte) (n int, err error) {
	if p.file == nil {
		if p.file, err = os.Open(p.name); err != nil {
			return 0, err
		}
	}
	if n, err = p.file.Read(b); err != nil {
		p.file.Close()
	}
	return n, err
}
