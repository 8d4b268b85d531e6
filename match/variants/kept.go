package variants

import (
	"os"
	"path/filepath"
	"slices"

	"example.org/centipawn/internal/disk"
)

// keptBuilds is how many builds stay on the disk beside that of the engine's own weights: those of four blocks of a search.
// A build of Rust takes some 50 MB.
const keptBuilds = 32

// A shelf knows which builds are on the disk, the one that was used last at the end.
type shelf struct {
	own   string // hash of the build that stays
	order []string
	most  int
}

// open takes up the builds of an earlier run, by their age.
func (s *shelf) open(dir string) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return // there are none yet
	}
	age := func(e os.DirEntry) int64 {
		if info, err := e.Info(); err == nil {
			return info.ModTime().UnixNano()
		}
		return 0
	}
	slices.SortStableFunc(list, func(a, b os.DirEntry) int { return int(min(1, max(-1, age(a)-age(b)))) })
	for _, e := range list {
		if _, err := os.Stat(place(filepath.Join(dir, e.Name())).mark()); err == nil {
			s.order = append(s.order, e.Name())
		}
	}
}

// use notes that a build is used, and returns those that are to go.
func (s *shelf) use(hash string) (gone []string) {
	if hash == s.own {
		return nil
	}
	s.order = append(slices.DeleteFunc(s.order, func(h string) bool { return h == hash || h == s.own }), hash)
	if extra := len(s.order) - s.most; extra > 0 {
		gone = slices.Clone(s.order[:extra])
		s.order = slices.Delete(s.order, 0, extra)
	}
	return gone
}

// use notes that a build is used, and removes what is too many. A build that is wanted again is made again; a program
// that runs goes on. The caller does not hold the lock.
func (b *builds) use(hash string) {
	b.mutex.Lock()
	gone := b.shelf.use(hash)
	for _, h := range gone {
		f := b.flights[h]
		delete(b.flights, h)
		for path, other := range b.paths {
			if other == f {
				delete(b.paths, path)
			}
		}
		_ = disk.Remove(b.place(h).mark()) // what stays only takes room
	}
	b.mutex.Unlock()
	for _, h := range gone {
		attempts, _ := filepath.Glob(filepath.Join(string(b.place(h)), "[0-9]*"))
		for _, path := range attempts {
			_ = disk.RemoveAll(path)
		}
	}
}
