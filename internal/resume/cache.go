package resume

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"

	"example.org/centipawn/internal/atomicfile"
)

// maxCache is the largest file of answers that is read, in bytes: some three million answers, which take a
// gigabyte of memory.
const maxCache = atomicfile.LargeLimit

// A Key says what an answer of a [Cache] is to: a hash.
type Key [16]byte

// KeyOf hashes words, each with its length, so that no two lists share a key by their borders.
func KeyOf(words ...string) (k Key) {
	h := sha256.New()
	for _, w := range words {
		fmt.Fprintf(h, "%d:%s", len(w), w)
	}
	copy(k[:], h.Sum(nil))
	return k
}

// A Cache remembers answers, in a file if it has one: a [Journal] whose records are a key and its
// answer, appended as they come.
type Cache struct {
	Dropped string // what a kill had left of the file's last record

	Asked, Found int // of answers, by Get

	known   map[Key]string
	journal *Journal // nil: no file
}

// OpenCache opens a file of answers or makes one; of no path a cache without a file. of is whose cache
// it is, as "match regret": its first line says so, and the error of a file that has another.
func OpenCache(path, of string) (*Cache, error) {
	c := &Cache{known: map[Key]string{}}
	if path == "" {
		return c, nil
	}
	if info, err := os.Stat(path); err == nil && info.Size() > maxCache {
		return nil, fmt.Errorf("%s: %d MB, and at most %d MB of answers are read: pass another file as -cache, or remove it: what it knows is then asked for again", path, info.Size()>>20, maxCache>>20)
	}
	head := "centipawn " + of + " cache 1\n"
	j, first, err := OpenJournal(path, Frames{}, head)
	if err != nil {
		return nil, err
	}
	if first != head {
		return nil, errors.Join(fmt.Errorf("%s: no cache of %s: pass another file as -cache", path, of), j.Close())
	}
	c.journal = j
	c.Dropped, err = j.Replay(func(_ int, record []byte) error {
		if len(record) < len(Key{}) {
			return errors.New("a record without a key")
		}
		c.known[Key(record[:len(Key{})])] = string(record[len(Key{}):])
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return c, nil
}

// Get returns an answer that is known.
func (c *Cache) Get(k Key) (answer string, ok bool) {
	c.Asked++
	answer, ok = c.known[k]
	if ok {
		c.Found++
	}
	return answer, ok
}

// Put adds an answer.
func (c *Cache) Put(k Key, answer string) error {
	c.known[k] = answer
	if c.journal == nil {
		return nil
	}
	return c.journal.Add(append(k[:], answer...))
}

// Close writes what is left and closes the file.
func (c *Cache) Close() error {
	if c.journal == nil {
		return nil
	}
	return c.journal.Close()
}
