package items

import (
	"sync"

	"example.org/centipawn/match"
	"example.org/centipawn/match/shown"
)

// A FollowedMatch is a match that is read on as it is played. All pages share one reader.
type FollowedMatch struct {
	*match.Follower
	News   int // how often something was new
	Curves shown.Curves

	path string
	mu   sync.Mutex
}

// Follow reads what is new of the match and calls use with it. Calls wait for each other.
func (m *FollowedMatch) Follow(use func(m *FollowedMatch) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Follower == nil {
		f, err := match.Follow(m.path)
		if err != nil {
			return err
		}
		m.Follower = f
	}
	news, err := m.Read()
	if news {
		m.News++
	}
	if err != nil {
		return err
	}
	return use(m)
}
