package resume

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"example.org/centipawn/internal/disk"
)

// A Journal is a file of finished pieces of work, a record each, to which a run appends as they
// end. A run that was killed goes on after the last whole record: [Journal.Replay] cuts off what
// follows it. No second run opens the file at the same time.
//
// A record reaches the disk with the first Add that comes a second or more after the last sync or
// that makes 256 KiB since then, or with Close. What stands in the file before that outlives a kill
// of the run, but a power failure may take it. What a failed write or sync leaves undone is done
// again by the next one, or by Close, so that no record is lost while the run lives.
type Journal struct {
	format Format
	file   file
	head   int64  // length of the first line, 0 if there is none
	synced int64  // bytes that are on the disk
	recent []byte // what follows them
	sent   int    // bytes of recent that are written
	when   time.Time
}

// file is what a journal needs of an *os.File.
type file interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Name() string
	Stat() (os.FileInfo, error)
	Sync() error
	Truncate(size int64) error
}

// A sync is due after that much time, or that many bytes: it costs 0.5 to 20 ms, and what is not
// synced is in memory.
const (
	syncEvery = time.Second
	syncBytes = 1 << 18
)

// OpenJournal opens a journal or makes one. Its first line, with its end, is head, "" for none. The
// first line that stands in the file is returned: it is for the caller to compare the two. A file
// that ends within head is started again.
func OpenJournal(path string, format Format, head string) (j *Journal, first string, err error) {
	f, err := Open(path, 0)
	if err != nil {
		return nil, "", err
	}
	j = &Journal{format: format, file: f, when: time.Now()}
	if err = stillThere(f); err == nil && head != "" {
		first, err = j.open(head)
	}
	if err != nil {
		return nil, "", errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return j, first, nil
}

// stillThere refuses a file that lost its name before it was locked: its run has ended.
func stillThere(f file) error {
	mine, err := f.Stat()
	if err != nil {
		return err
	}
	if now, err := os.Stat(f.Name()); err != nil || !os.SameFile(mine, now) {
		return errors.New("the run that it belongs to has just ended: start again")
	}
	return nil
}

// open reads the first line, or writes it.
func (j *Journal) open(head string) (first string, err error) {
	in, err := j.reader(0)
	if err != nil {
		return "", err
	}
	old, err := in.ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	whole := err == nil
	if !whole && bytes.HasPrefix([]byte(head), bytes.TrimRight(old, "\x00")) { // new, or killed before the first record
		old = []byte(head)
		if err := errors.Join(j.file.Truncate(0), writeAt(j.file, old, 0)); err != nil {
			return "", err
		}
	}
	j.head = int64(len(old))
	j.synced = j.head
	return string(old), nil
}

// reader reads the file from an offset on.
func (j *Journal) reader(from int64) (*bufio.Reader, error) {
	info, err := j.file.Stat()
	if err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(io.NewSectionReader(j.file, from, info.Size()-from), 1<<16), nil
}

// Replay calls each with every whole record, numbered from 0, and cuts off a damaged end; dropped
// says so, and is "" where there is none. A damaged record with whole ones after it is an error
// that names its line; so is what each returns. each must not keep the record.
func (j *Journal) Replay(each func(n int, record []byte) error) (dropped string, err error) {
	in, err := j.reader(j.head)
	if err != nil {
		return "", err
	}
	var damage struct {
		n   int
		why error
	}
	end := j.head // of the last whole record
	for n := 0; ; n++ {
		record, size, err := j.format.next(in)
		switch {
		case errors.Is(err, io.EOF):
			return j.cut(end, damage.n, damage.why)
		case errors.As(err, new(*damaged)):
			if damage.why == nil {
				damage.n, damage.why = n, err
			}
			continue
		case err == nil && damage.why != nil:
			n, err = damage.n, fmt.Errorf("%w: remove it, and it is made again", damage.why)
		case err == nil:
			err = each(n, record)
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", j.at(n), err)
		}
		end += int64(size)
	}
}

// at names the place of a record.
func (j *Journal) at(n int) string { return j.format.at(j.file.Name(), n) }

// cut makes the file end where its last whole record does.
func (j *Journal) cut(end int64, n int, why error) (dropped string, err error) {
	j.synced, j.recent, j.sent = end, nil, 0
	info, err := j.file.Stat()
	if err != nil || info.Size() == end {
		return "", err
	}
	return fmt.Sprintf("%s: %v: dropped the last %d bytes, as a power failure or kill leaves them",
		j.at(n), why, info.Size()-end), j.file.Truncate(end)
}

// Add appends a record. After an error the record is still to be written: the next Add tries again,
// and so does Close.
func (j *Journal) Add(record []byte) error {
	j.recent = j.format.append(j.recent, record)
	if err := j.write(); err != nil || len(j.recent) < syncBytes && time.Since(j.when) < syncEvery {
		return err
	}
	return j.sync()
}

// write writes what is not written. What an earlier write has left of it is written over.
func (j *Journal) write() error {
	if err := writeAt(j.file, j.recent[j.sent:], j.synced+int64(j.sent)); err != nil {
		return err
	}
	j.sent = len(j.recent)
	return nil
}

// sync brings what is written to the disk. After a failure the system may have forgotten all of it.
func (j *Journal) sync() error {
	j.when = time.Now()
	if err := j.file.Sync(); err != nil {
		j.sent = 0
		return err
	}
	j.synced += int64(j.sent)
	j.recent, j.sent = j.recent[:0], 0
	return nil
}

func writeAt(f io.WriterAt, b []byte, at int64) error {
	_, err := f.WriteAt(b, at)
	return err
}

// Close writes what is left and closes the file.
func (j *Journal) Close() error {
	err := j.write()
	if err == nil && len(j.recent) > 0 {
		err = j.sync()
	}
	return errors.Join(err, j.file.Close())
}

// Remove closes a journal that is needed no more. It removes the file before its lock ends, so that
// no other run finds it. Windows, which has no such locks, removes no open file.
func (j *Journal) Remove() error {
	if runtime.GOOS == "windows" {
		return errors.Join(j.file.Close(), disk.Remove(j.file.Name()))
	}
	return errors.Join(disk.Remove(j.file.Name()), j.file.Close())
}
