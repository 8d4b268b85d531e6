package workbench

import (
	"math"
	"net/http"
	"slices"
	"strings"

	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/pages"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/match"
	"example.org/centipawn/match/shown"
)

// matchPage is a match or tournament, live while it is played.
var matchPage = page{
	Name: "match", Title: "Match", About: "Who is better, how sure is that, and how do the games go? Live while they are played.",
	Routes: func(*shared) map[string]web.Handler {
		return map[string]web.Handler{"GET /api/match": standing, "GET /api/games": web.Answer(games), "GET /api/game": web.Answer(game), "GET /api/match/page": matchFile}
	},
}

// standing streams the standing of a match.
func standing(w http.ResponseWriter, q *web.Request) error {
	item := q.Item("match", items.Match)
	if q.Err != nil {
		return q.Err
	}
	seen, held, over := -1, resume.Holder{}, false // of the last standing: news, who played, and whether it had ended
	return web.Streamed(w, q, func() (news any, last bool, err error) {
		err = item.Match.Follow(func(m *items.FollowedMatch) error {
			last = m.Stop() != match.Interrupted
			now, err := m.Holder()
			if err != nil {
				return err
			}
			now.Known = now.Known && !last
			ended := m.Ended()
			if seen == m.News && held.Held == now.Held && over == ended {
				return nil
			}
			seen, held, over = m.News, now, ended
			pairing := q.Number("pairing", 0, len(m.Result().Pairings)-1, 0)
			if q.Err != nil {
				return q.Err
			}
			st := shown.StandingOf(m.Follower, item.Label, m.Curves.Of(m.Follower, pairing))
			if at, ok := m.Last(); ok {
				st.Last = &at
			}
			if now.Known {
				st.Running, st.Stopped = now.Held, !now.Held
				st.Resume = resumeCommand(q, now)
			}
			news = st
			return nil
		})
		return news, last, err
	})
}

// resumeCommand is the command that goes on with what was stopped; "" if it is not known, or may not be seen, since
// it can name paths.
func resumeCommand(q *web.Request, h resume.Holder) string {
	if !q.Token {
		return ""
	}
	var words []string
	for _, word := range h.Command {
		words = append(words, cli.Quote(word))
	}
	return strings.Join(words, " ")
}

// mostGames is how many games an answer lists.
const mostGames = 200

// games lists the games of a match that a request asks for, the last first.
func games(q *web.Request) (any, error) {
	item, from, count := q.Item("match", items.Match), q.Number("from", 0, math.MaxInt32, 0), q.Number("count", 1, mostGames, mostGames)
	if q.Err != nil {
		return nil, q.Err
	}
	find, result := strings.ToLower(q.Get("find")), q.Get("result")
	list, total := []match.Line{}, 0
	err := item.Match.Follow(func(m *items.FollowedMatch) error {
		pairings := m.Result().Pairings
		between := q.Number("between", 0, len(pairings)-1, -1)
		if q.Err != nil {
			return q.Err
		}
		for _, g := range slices.Backward(m.Games()) {
			if !fits(&g, find, result) || between >= 0 && !shown.Between(&pairings[between], &g) {
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

// fits reports whether a game has a result, or a fault, and its names have a text.
func fits(g *match.Line, find, result string) bool {
	text := strings.ToLower(g.White + "\n" + g.Black + "\n" + g.End + "\n" + g.Opening)
	wanted := result == "" || g.Result == result || result == "faults" && g.Guilty != ""
	return wanted && strings.Contains(text, find)
}

// game answers with a game of a match.
func game(q *web.Request) (any, error) {
	item, number := q.Item("match", items.Match), q.Number("game", 1, math.MaxInt32, 1)
	if q.Err != nil {
		return nil, q.Err
	}
	var g *match.Game
	err := item.Match.Follow(func(m *items.FollowedMatch) (err error) {
		at := slices.IndexFunc(m.Games(), func(l match.Line) bool { return l.Number == number })
		if at < 0 {
			return web.Missing("game %d was not played yet", number)
		}
		g, err = m.Game(m.Games()[at])
		return err
	})
	if err != nil {
		return nil, err
	}
	played, err := shown.PlayThrough(g)
	if err != nil {
		return nil, web.Failed(http.StatusUnprocessableEntity, err)
	}
	return played, nil
}

// matchFile answers with the page of a match as one file, as far as it was played.
func matchFile(w http.ResponseWriter, q *web.Request) error {
	item := q.Item("match", items.Match)
	if q.Err != nil {
		return q.Err
	}
	var file *pages.File
	err := item.Match.Follow(func(m *items.FollowedMatch) (err error) {
		file, err = shown.Page(m.Follower, item.Label, "")
		return err
	})
	if err != nil {
		return err
	}
	return web.SavedPage(w, file, item)
}
