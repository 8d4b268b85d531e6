package workbench

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/sparring"
	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/engine"
	"example.org/centipawn/search"
)

// playPage is a person's game against an engine. The page keeps the game in its address.
var playPage = page{
	Name: "play", Title: "Play", About: "Can I beat it? What does it see? A game against any search, weights or network, with its visits and its policy as arrows.",
	Routes: func(in *shared) map[string]web.Handler {
		engines := new(sparring.Engines)
		return map[string]web.Handler{
			"GET /api/play/searches": web.Answer(func(*web.Request) (any, error) { return sparring.Searches(), nil }),
			"GET /api/play":          web.Answer(played), "GET /api/play/pgn": record,
			"GET /api/play/reply": reply(in.searches, engines), "GET /api/play/look": look(in.searches),
		}
	},
}

// mostTime is the longest time of a move, whatever its other limits.
const mostTime = time.Minute

// played answers with the game. An opponent that cannot play is an error already before its first move.
func played(q *web.Request) (any, error) {
	g, _ := gameIn(q), opponentIn(q)
	if q.Err != nil {
		return nil, q.Err
	}
	return g.State(), nil
}

// reply streams the search of the opponent's move: that of an engine which knows the moves before.
func reply(searches web.Slots, engines *sparring.Engines) web.Handler {
	return func(w http.ResponseWriter, q *web.Request) error {
		of, g, limits := opponentIn(q), unfinishedIn(q), limitsIn(q)
		if q.Err != nil {
			return q.Err
		}
		return searched(w, q, searches, g.Game, limits, func() (*engine.Engine, func(), error) {
			p, err := engines.Take(of, g.Game)
			if err != nil {
				return nil, nil, err
			}
			return p.Engine, func() { _ = engines.Give(p, g.Game) }, nil
		})
	}
}

// look streams a search of a position of the game that no move comes from: equal questions have equal answers. With
// what=policy it ends with the first node, at which a tree knows its policy alone.
func look(searches web.Slots) web.Handler {
	return func(w http.ResponseWriter, q *web.Request) error {
		of, g, limits, what := opponentIn(q), unfinishedIn(q), limitsIn(q), q.Get("what")
		switch what {
		case "visits":
		case "policy":
			limits.Nodes = 1
		default:
			q.Fail(web.Bad(fmt.Errorf("what: want visits or policy")))
		}
		if q.Err != nil {
			return q.Err
		}
		return searched(w, q, searches, g.Game, limits, func() (*engine.Engine, func(), error) {
			e, err := of.Engine()
			return e, func() { _ = e.Close() }, err
		})
	}
}

// record answers with the game as PGN, to be saved.
func record(w http.ResponseWriter, q *web.Request) error {
	g, tags := gameIn(q), tagsIn(q)
	if q.Err != nil {
		return q.Err
	}
	var text bytes.Buffer
	if err := g.WritePGN(&text, tags); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/vnd.chess-pgn; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="game.pgn"`)
	_, _ = w.Write(text.Bytes())
	return nil
}

// gameIn returns the game of the parameters fen, moves and resigned.
func gameIn(q *web.Request) *sparring.Game {
	start := q.FEN()
	if q.Err != nil {
		return nil
	}
	g, err := sparring.NewGame(start, q.Get("moves"))
	if err == nil && q.Get("resigned") != "" {
		side := sideIn(q, "resigned")
		if q.Err != nil {
			return nil
		}
		err = g.Resign(side)
	}
	q.Fail(web.Bad(err))
	return g
}

// unfinishedIn returns the game, which must not be over.
func unfinishedIn(q *web.Request) *sparring.Game {
	g := gameIn(q)
	if q.Err == nil && g.Over() {
		q.Fail(web.Bad(fmt.Errorf("the game is over: %s", g.End())))
	}
	return g
}

// sideIn returns the side that a parameter names.
func sideIn(q *web.Request, name string) board.Color {
	switch q.Get(name) {
	case "white":
		return board.White
	case "black":
		return board.Black
	}
	q.Fail(web.Bad(fmt.Errorf("%s: want white or black", name)))
	return board.White
}

// opponentIn returns what the parameters search, weights and network name: without network, none.
func opponentIn(q *web.Request) (of sparring.Opponent) {
	of.Search = q.Get("search")
	w := q.Item("weights", items.Weights)
	q.MustEvaluate(w)
	if q.Err != nil {
		return of
	}
	of.Weights = w.File
	if q.Get("network") != "" {
		item := q.Item("network", items.Network)
		if q.Err != nil {
			return of
		}
		n, err := item.Network()
		q.Fail(web.Bad(err))
		of.Network = n
	}
	if q.Err == nil {
		q.Fail(web.Bad(of.Check()))
	}
	return of
}

// limitsIn returns what a move may cost: the parameters nodes and, in milliseconds, time.
func limitsIn(q *web.Request) (l search.Limits) {
	nodes := 0
	if q.Get("time") == "" || q.Get("nodes") != "" {
		nodes = q.Number("nodes", 1, mostNodes, defaultMoveNodes)
	}
	ms := q.Number("time", 1, int(mostTime.Milliseconds()), int(mostTime.Milliseconds()))
	return search.Limits{Nodes: uint64(nodes), MoveTime: time.Duration(ms) * time.Millisecond}
}

// defaultMoveNodes is the limit of a move where none is given.
const defaultMoveNodes = 10_000

// date matches a date as PGN writes it.
var date = regexp.MustCompile(`^\d{4}\.\d\d\.\d\d$`)

// longestName is that of a person, in bytes.
const longestName = 100

// tagsIn returns what a record says of the game: of the person by the parameters side and name, of the opponent, and
// the date.
func tagsIn(q *web.Request) (t sparring.Tags) {
	t.Date = q.Get("date")
	if t.Date != "" && !date.MatchString(t.Date) {
		q.Fail(web.Bad(fmt.Errorf("date: want year.month.day")))
	}
	name := strings.Join(strings.Fields(q.Get("name")), " ")
	if len(name) > longestName {
		q.Fail(web.Bad(fmt.Errorf("name: want at most %d bytes", longestName)))
	}
	of := opponentIn(q)
	if q.Err != nil {
		return t
	}
	t.White, t.Black = name, strings.Join(of.Names(q.Get("weights"), q.Get("network")), ", ")
	if sideIn(q, "side") == board.Black {
		t.White, t.Black = t.Black, t.White
	}
	return t
}
