package workbench

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"example.org/centipawn/command/workbench/web"
	"example.org/centipawn/pgn"
)

// A readGame is a game of a PGN text.
type readGame struct {
	Name   string `json:"name"` // players, event and date, as far as they are known
	Result string `json:"result"`
	Start  string `json:"start"` // FEN
	Moves  string `json:"moves"` // UCI
}

// mostListed is how many games of a text are listed.
const mostListed = 200

// readGames answers with the games of a PGN text. A text that was cut off ends with a faulty game, which is left out if
// there are others.
func readGames(q *web.Request) (any, error) {
	list, r := []readGame{}, pgn.NewReader("the text", strings.NewReader(q.Get("text")))
	var g pgn.Game
	for len(list) < mostListed {
		err := r.Next(&g)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && len(list) == 0 {
			return nil, web.Bad(err)
		}
		if err != nil || len(g.Moves) == 0 && len(g.Tags) == 0 {
			continue
		}
		list = append(list, readGame{nameOf(&g), g.Result.String(), g.Start.FEN(), movesOf(&g)})
	}
	if len(list) == 0 {
		return nil, web.Bad(fmt.Errorf("the text has no game"))
	}
	return list, nil
}

// movesOf writes the moves of a game as UCI does.
func movesOf(g *pgn.Game) string {
	p := g.Start
	var list []string
	for _, m := range g.Moves {
		list = append(list, p.UCI(m.Move))
		p.Make(m.Move)
	}
	return strings.Join(list, " ")
}

// nameOf says what a game is, in a line.
func nameOf(g *pgn.Game) string {
	tag := func(name string) string {
		v, _ := g.Tag(name)
		return strings.Trim(v, "?.* ")
	}
	var parts []string
	if white, black := tag("White"), tag("Black"); white+black != "" {
		parts = append(parts, cmp.Or(white, "?")+" – "+cmp.Or(black, "?"))
	}
	for _, name := range []string{"Event", "Date"} {
		if v := tag(name); v != "" {
			parts = append(parts, v)
		}
	}
	if parts == nil {
		return fmt.Sprintf("a game of %d half-moves", len(g.Moves))
	}
	return strings.Join(parts, ", ")
}

// writeGame answers with a line as PGN, to be saved.
func writeGame(w http.ResponseWriter, q *web.Request) error {
	start, played, _ := lineIn(q)
	if q.Err != nil {
		return q.Err
	}
	record, p := pgn.Game{Start: start}, start
	for _, m := range played {
		made, err := p.ParseUCI(m.UCI)
		if err != nil {
			return err
		}
		record.Moves = append(record.Moves, pgn.Move{Move: made})
		p.Make(made)
	}
	var text bytes.Buffer
	out := pgn.NewWriter(&text)
	if err := out.Write(&record); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/vnd.chess-pgn; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="line.pgn"`)
	_, _ = w.Write(text.Bytes())
	return nil
}
