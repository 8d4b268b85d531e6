package resume

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Follow gives each the records from a place on that is the beginning of a line, with their places
// and sizes, and returns where to go on when there is more. A last line without an end is being
// written, and waits. Nothing is changed: another program may write the file.
func (l *Lines) Follow(from io.ReaderAt, place int64, each func(record []byte, at int64, size int) error) (next int64, err error) {
	in := bufio.NewReader(io.NewSectionReader(from, place, 1<<62-place))
	for {
		record, size, err := l.next(in)
		var torn *damaged
		switch {
		case errors.Is(err, io.EOF), errors.As(err, &torn) && !ended(from, place+int64(size)):
			return place, nil
		case err == nil:
			err = each(record, place, size)
		}
		if err != nil {
			return place, fmt.Errorf("at byte %d: %w", place, err)
		}
		place += int64(size)
	}
}

// ended reports whether the line before a place has its end.
func ended(from io.ReaderAt, place int64) bool {
	var last [1]byte
	n, _ := from.ReadAt(last[:], place-1)
	return n == 1 && last[0] == '\n'
}
