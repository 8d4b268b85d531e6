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
	"example.org/centipawn/engine"
	"example.org/centipawn/search"
)

// playPage is a person's game against an engine. The page keeps the game in its address.
var playPage = page{
	Name: "play", Title: "Play", About: "Can I beat it? What does it see? A game against any search, weights or network, with its visits and its policy as arrows.",
	Routes: func(in *shared) map[string]handler {
		engines := new(sparring.Engines)
		return map[string]handler{
			"GET /api/play/searches": answer(func(*request) (any, error) { return sparring.Searches(), nil }),
			"GET /api/play":          answer(played), "GET /api/play/pgn": record,
			"GET /api/play/reply": reply(in.searches, engines), "GET /api/play/look": look(in.searches),
		}
	},
}

// mostTime is the longest time of a move, whatever its other limits.
const mostTime = time.Minute

// played answers with the game. An opponent that cannot play is an error already before its first move.
func played(q *request) (any, error) {
	g, _ := gameIn(q), opponentIn(q)
	if q.err != nil {
		return nil, q.err
	}
	return g.State(), nil
}

// reply streams the search of the opponent's move: that of an engine which knows the moves before.
func reply(searches slots, engines *sparring.Engines) handler {
	return func(w http.ResponseWriter, q *request) error {
		of, g, limits := opponentIn(q), unfinishedIn(q), limitsIn(q)
		if q.err != nil {
			return q.err
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
func look(searches slots) handler {
	return func(w http.ResponseWriter, q *request) error {
		of, g, limits, what := opponentIn(q), unfinishedIn(q), limitsIn(q), q.get("what")
		switch what {
		case "visits":
		case "policy":
			limits.Nodes = 1
		default:
			q.fail(bad(fmt.Errorf("what: want visits or policy")))
		}
		if q.err != nil {
			return q.err
		}
		return searched(w, q, searches, g.Game, limits, func() (*engine.Engine, func(), error) {
			e, err := of.Engine()
			return e, func() { _ = e.Close() }, err
		})
	}
}

// record answers with the game as PGN, to be saved.
func record(w http.ResponseWriter, q *request) error {
	g, tags := gameIn(q), tagsIn(q)
	if q.err != nil {
		return q.err
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
func gameIn(q *request) *sparring.Game {
	start := q.fen()
	if q.err != nil {
		return nil
	}
	g, err := sparring.NewGame(start, q.get("moves"))
	if err == nil && q.get("resigned") != "" {
		side := sideIn(q, "resigned")
		if q.err != nil {
			return nil
		}
		err = g.Resign(side)
	}
	q.fail(bad(err))
	return g
}

// unfinishedIn returns the game, which must not be over.
func unfinishedIn(q *request) *sparring.Game {
	g := gameIn(q)
	if q.err == nil && g.Over() {
		q.fail(bad(fmt.Errorf("the game is over: %s", g.End())))
	}
	return g
}

// sideIn returns the side that a parameter names.
func sideIn(q *request, name string) board.Color {
	switch q.get(name) {
	case "white":
		return board.White
	case "black":
		return board.Black
	}
	q.fail(bad(fmt.Errorf("%s: want white or black", name)))
	return board.White
}

// opponentIn returns what the parameters search, weights and network name: without network, none.
func opponentIn(q *request) (of sparring.Opponent) {
	of.Search = q.get("search")
	w := q.item("weights", items.Weights)
	q.mustEvaluate(w)
	if q.err != nil {
		return of
	}
	of.Weights = w.File
	if q.get("network") != "" {
		item := q.item("network", items.Network)
		if q.err != nil {
			return of
		}
		n, err := item.Network()
		q.fail(bad(err))
		of.Network = n
	}
	if q.err == nil {
		q.fail(bad(of.Check()))
	}
	return of
}

// limitsIn returns what a move may cost: the parameters nodes and, in milliseconds, time.
func limitsIn(q *request) (l search.Limits) {
	nodes := 0
	if q.get("time") == "" || q.get("nodes") != "" {
		nodes = q.number("nodes", 1, mostNodes, defaultMoveNodes)
	}
	ms := q.number("time", 1, int(mostTime.Milliseconds()), int(mostTime.Milliseconds()))
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
func tagsIn(q *request) (t sparring.Tags) {
	t.Date = q.get("date")
	if t.Date != "" && !date.MatchString(t.Date) {
		q.fail(bad(fmt.Errorf("date: want year.month.day")))
	}
	name := strings.Join(strings.Fields(q.get("name")), " ")
	if len(name) > longestName {
		q.fail(bad(fmt.Errorf("name: want at most %d bytes", longestName)))
	}
	of := opponentIn(q)
	if q.err != nil {
		return t
	}
	t.White, t.Black = name, strings.Join(of.Names(q.get("weights"), q.get("network")), ", ")
	if sideIn(q, "side") == board.Black {
		t.White, t.Black = t.Black, t.White
	}
	return t
}
