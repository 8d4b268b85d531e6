package workbench

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"example.org/centipawn/match"
	"example.org/centipawn/match/shown"
)

// following is a match that is read on as it is played. All pages share one reader.
type following struct {
	mu       sync.Mutex
	follower *match.Follower
	news     int // how often something was new
	curves   shown.Curves
}

// follow reads what is new of an item's match and lets use look at it. No two look at once.
func (item *Item) follow(use func(f *following) error) error {
	f := &item.following
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.follower == nil {
		m, err := match.Follow(item.path)
		if err != nil {
			return err
		}
		f.follower = m
	}
	news, err := f.follower.Read()
	if news {
		f.news++
	}
	if err != nil {
		return err
	}
	return use(f)
}

// state tells what a page has seen from what is there now.
type seenState struct {
	news  int
	ended bool
}

func (f *following) state() seenState { return seenState{f.news, f.follower.Ended()} }

// lookAgain is how often a stream looks whether there is something new.
const lookAgain = 500 * time.Millisecond

// streamed sends what look returns, as often as there is something new, until it says that nothing will
// follow or the page leaves. An error ends the stream, too.
func streamed(w http.ResponseWriter, r *http.Request, look func() (news any, last bool, err error)) {
	first, last, err := look()
	if err != nil {
		answer(func(*http.Request) (any, error) { return nil, err })(w, r)
		return
	}
	stream := newEvents(w)
	if stream.send("standing", first) != nil {
		return
	}
	again := time.NewTicker(lookAgain)
	defer again.Stop()
	for !last {
		select {
		case <-again.C:
		case <-r.Context().Done():
			return
		}
		var news any
		if news, last, err = look(); err != nil {
			_ = stream.send("failed", map[string]string{"error": err.Error()})
			return
		}
		if news != nil && stream.send("standing", news) != nil {
			return
		}
	}
	_ = stream.send("done", nil)
}

// game returns the game that a request asks for by its number.
func (f *following) game(number int) (*match.Game, error) {
	for _, l := range f.follower.Games() {
		if l.Number == number {
			return f.follower.Game(l)
		}
	}
	return nil, requestError{http.StatusNotFound, fmt.Errorf("game %d was not played yet", number)}
}
