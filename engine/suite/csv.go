package suite

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/board"
)

// A table is comma-separated values: the columns by what they hold, −1 for none.
type table struct {
	fen, moves, id, rating, themes int
	columns                        int  // that a row has at least
	reply                          bool // the first move is the enemy's
}

// lichess is the table of the puzzles of Lichess, whose file had no header once:
// PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags.
//
// Source: Lichess open database, database.lichess.org/#puzzles.
var lichess = &table{id: 0, fen: 1, moves: 2, rating: 3, themes: 7, columns: 8, reply: true}

// isLichess reports whether a line is a puzzle of Lichess.
func isLichess(line []byte) bool {
	cells := bytes.Split(line, []byte{','})
	return len(cells) >= lichess.columns && bytes.Count(cells[lichess.fen], []byte{'/'}) == 7
}

// header returns the table with a header line, nil if the line is none: there
// must be a column FEN, and one of Moves, the first of them the enemy's, or
// Solution.
func header(line []byte) *table {
	cells := strings.Split(strings.ToLower(string(line)), ",")
	for i := range cells {
		cells[i] = strings.Trim(cells[i], " \"")
	}
	column := func(name string) int { return slices.Index(cells, name) }
	t := &table{fen: column("fen"), moves: column("moves"), id: column("puzzleid"), rating: column("rating"), themes: column("themes"), reply: true}
	if t.moves < 0 {
		t.moves, t.reply = column("solution"), false
	}
	if t.fen < 0 || t.moves < 0 {
		return nil
	}
	t.columns = max(t.fen, t.moves, t.id, t.rating, t.themes) + 1
	return t
}

// read reads a row, and passes over the header.
func (t *table) read(r *Reader, line []byte) (*Problem, error) {
	cells, err := csv.NewReader(bytes.NewReader(line)).Read()
	switch {
	case err != nil:
		if parse, ok := errors.AsType[*csv.ParseError](err); ok {
			err = parse.Err
		}
		return nil, err
	case len(cells) < t.columns:
		return nil, fmt.Errorf("%d columns, want at least %d", len(cells), t.columns)
	case header(line) != nil:
		return nil, nil
	}
	p := new(Problem)
	if p.Start, err = position(cells[t.fen]); err != nil {
		return nil, err
	}
	moves := strings.Fields(cells[t.moves])
	if t.reply {
		if moves, err = p.begin(moves); err != nil {
			return nil, err
		}
	}
	if err := p.setSolution(moves); err != nil {
		return nil, err
	}
	return p, t.describe(p, cells)
}

// begin makes the enemy's move with which a puzzle begins.
func (p *Problem) begin(moves []string) (rest []string, err error) {
	if len(moves) == 0 {
		return nil, errors.New("no moves")
	}
	var m board.Move
	if m, err = parseMove(&p.Start, moves[0]); err != nil {
		return nil, fmt.Errorf("first move: %w", err)
	}
	p.Start.Make(m)
	return moves[1:], nil
}

// describe reads what a row says of its puzzle.
func (t *table) describe(p *Problem, cells []string) (err error) {
	if t.id >= 0 {
		p.ID = cells[t.id]
	}
	if t.themes >= 0 {
		p.Themes = strings.Fields(cells[t.themes])
	}
	if t.rating >= 0 {
		if p.Rating, err = strconv.Atoi(cells[t.rating]); err != nil {
			return fmt.Errorf("rating %q: want a whole number", cells[t.rating])
		}
	}
	return nil
}
