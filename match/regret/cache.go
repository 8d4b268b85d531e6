package regret

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/resume"
)

// maxCache is the largest file of answers that is read, in bytes: some three million answers, which take a
// gigabyte of memory.
const maxCache = atomicfile.LargeLimit

// cacheHead is the first line of the file.
const cacheHead = "centipawn regret cache 1\n"

// A key says what an answer is to: the hash of player and position.
type key [16]byte

// keyOf hashes words, each with its length, so that no two lists share a key by their borders.
func keyOf(words ...string) (k key) {
	h := sha256.New()
	for _, w := range words {
		fmt.Fprintf(h, "%d:%s", len(w), w)
	}
	copy(k[:], h.Sum(nil))
	return k
}

// A cache remembers answers, in a file if it has one: records of a key and its answer, appended as
// they come.
type cache struct {
	known   map[key]string
	journal *resume.Journal // nil: no file
	dropped string          // what a kill had left of the file's last record

	asked, found int // of answers
}

// openCache opens a file of answers or makes one; of no path a cache without a file.
func openCache(path string) (*cache, error) {
	c := &cache{known: map[key]string{}}
	if path == "" {
		return c, nil
	}
	if info, err := os.Stat(path); err == nil && info.Size() > maxCache {
		return nil, fmt.Errorf("%s: %d MB, and at most %d MB of answers are read: pass another file as -cache, or remove it: answers are then searched for again", path, info.Size()>>20, maxCache>>20)
	}
	j, head, err := resume.OpenJournal(path, resume.Frames{}, cacheHead)
	if err != nil {
		return nil, err
	}
	if head != cacheHead {
		return nil, errors.Join(fmt.Errorf("%s: no cache of match regret: pass another file as -cache", path), j.Close())
	}
	c.journal = j
	c.dropped, err = j.Replay(func(_ int, record []byte) error {
		if len(record) < len(key{}) {
			return errors.New("a record without a key")
		}
		c.known[key(record[:len(key{})])] = string(record[len(key{}):])
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return c, nil
}

// get returns an answer that is known.
func (c *cache) get(k key) (answer string, ok bool) {
	c.asked++
	answer, ok = c.known[k]
	if ok {
		c.found++
	}
	return answer, ok
}

// put adds an answer.
func (c *cache) put(k key, answer string) error {
	c.known[k] = answer
	if c.journal == nil {
		return nil
	}
	return c.journal.Add(append(k[:], answer...))
}

func (c *cache) close() error {
	if c.journal == nil {
		return nil
	}
	return c.journal.Close()
}
