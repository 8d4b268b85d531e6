package workbench

import (
	"math"
	"net/http"
	"slices"
	"strings"

	"example.org/centipawn/match"
	"example.org/centipawn/match/shown"
)

// matchPage is a match or tournament, live while it is played.
var matchPage = page{
	Name: "match", Title: "Match", About: "Who is better, how sure is that, and how do the games go? Live while they are played.",
	Routes: func(s *Server) map[string]http.HandlerFunc {
		return map[string]http.HandlerFunc{
			"GET /api/match": s.matchStanding,
			"GET /api/games": answer(s.games),
			"GET /api/game":  answer(s.game),
		}
	},
}

// matchStanding streams how a match stands.
func (s *Server) matchStanding(w http.ResponseWriter, r *http.Request) {
	var seen seenState
	begun := false
	streamed(w, r, func() (news any, last bool, err error) {
		item, err := s.item(r, "match", Match)
		if err != nil {
			return nil, false, err
		}
		err = item.follow(func(f *following) error {
			now := f.state()
			stop := f.follower.Stop()
			last = stop != match.Interrupted
			if begun && now == seen {
				return nil
			}
			begun, seen = true, now
			news, err = f.standing(r, item.Label)
			return err
		})
		return news, last, err
	})
}

func (f *following) standing(r *http.Request, label string) (*shown.Standing, error) {
	pairing, err := number(r, "pairing", 0, len(f.follower.Result().Pairings)-1, 0)
	if err != nil {
		return nil, err
	}
	st := shown.StandingOf(f.follower, label, f.curves.Of(f.follower, pairing))
	if at, ok := f.follower.Last(); ok {
		st.Last = &at
	}
	return st, nil
}

// mostGames is how many games an answer lists.
const mostGames = 200

// games lists the games of a match that a request asks for, the last first.
func (s *Server) games(r *http.Request) (any, error) {
	item, err := s.item(r, "match", Match)
	if err != nil {
		return nil, err
	}
	from, err := number(r, "from", 0, math.MaxInt32, 0)
	if err != nil {
		return nil, err
	}
	count, err := number(r, "count", 1, mostGames, mostGames)
	if err != nil {
		return nil, err
	}
	find, result := strings.ToLower(r.URL.Query().Get("find")), r.URL.Query().Get("result")
	list, total := []match.Line{}, 0
	err = item.follow(func(f *following) error {
		for _, g := range slices.Backward(f.follower.Games()) {
			if !fits(&g, find, result) {
				continue
			}
			if total++; total > from && len(list) < count {
				list = append(list, g)
			}
		}
		return nil
	})
	return map[string]any{"total": total, "games": list}, err
}

// fits reports whether a game is of a result, or faulty, and has a text in its names.
func fits(g *match.Line, find, result string) bool {
	switch result {
	case "":
	case "faults":
		if g.Guilty == "" {
			return false
		}
	default:
		if g.Result != result {
			return false
		}
	}
	text := strings.ToLower(g.White + "\n" + g.Black + "\n" + g.End + "\n" + g.Opening)
	return strings.Contains(text, find)
}

// game answers with a game of a match.
func (s *Server) game(r *http.Request) (any, error) {
	item, err := s.item(r, "match", Match)
	if err != nil {
		return nil, err
	}
	n, err := number(r, "game", 1, math.MaxInt32, 1)
	if err != nil {
		return nil, err
	}
	var g *match.Game
	err = item.follow(func(f *following) error {
		g, err = f.game(n)
		return err
	})
	if err != nil {
		return nil, err
	}
	played, err := shown.PlayThrough(g)
	if err != nil {
		return nil, requestError{http.StatusUnprocessableEntity, err}
	}
	return played, nil
}
