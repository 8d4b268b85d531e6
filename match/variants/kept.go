package variants

import (
	"cmp"
	"os"
	"slices"
)

// keptBuilds is how many builds stay on the disk beside that of the engine's own weights: those of four blocks of a search.
const keptBuilds = 32

// A shelf knows which builds are on the disk, the one that was used last at the end.
type shelf struct {
	own   string // hash of the build that stays
	order []string
	most  int
}

// open takes up the builds of an earlier run that are done, by their age.
func (s *shelf) open(dir string, done func(hash string) bool) {
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
	slices.SortStableFunc(list, func(a, b os.DirEntry) int { return cmp.Compare(age(a), age(b)) })
	for _, e := range list {
		if done(e.Name()) {
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
