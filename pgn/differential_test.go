package pgn_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/notnil/chess"

	"example.org/centipawn/board"
	"example.org/centipawn/board/oracle"
	"example.org/centipawn/pgn"
)

var everyGame = flag.Bool("every-game", false, "compare every game of the public data with notnil/chess, which takes some minutes, not the first of each file")

// A verdict is what came of comparing the games of a file.
type verdict struct{ games, whole, positions, sans int }

// TestNotnilNasty compares the hard files with notnil/chess.
func TestNotnilNasty(t *testing.T) {
	names, files := nastyFiles(t)
	var v verdict
	for _, name := range names {
		v.compare(t, name, files[name], 3)
	}
	t.Logf("of %d games notnil/chess reads %d whole; %d positions, %d SAN texts compared", v.games, v.whole, v.positions, v.sans)
	if v.whole < 100 {
		t.Errorf("only %d games compared", v.whole)
	}
}

// TestNotnilGames does so for games of engines and people.
func TestNotnilGames(t *testing.T) {
	names, err := filepath.Glob("../../shared/data/pgn/[eh]*/*.pgn.zst")
	if err != nil {
		t.Fatal(err)
	}
	more, err := filepath.Glob("../../shared/data/pgn/engine/wukong/*.pgn.zst")
	if err != nil {
		t.Fatal(err)
	}
	if names = append(names, more...); len(names) == 0 {
		t.Skip("no games in ../../shared/data/pgn here")
	}
	var v verdict
	for _, name := range names {
		v.compare(t, name, decompress(t, name), 2)
	}
	t.Logf("of %d games notnil/chess reads %d whole; %d positions, %d SAN texts compared", v.games, v.whole, v.positions, v.sans)
	if v.whole < v.games/2 {
		t.Errorf("only %d of %d games compared", v.whole, v.games)
	}
}

// compare reads each game twice, at most so many of the file.
func (v *verdict) compare(t *testing.T, name string, data []byte, most int) {
	t.Helper()
	s := pgn.NewScanner(bytes.NewReader(data))
	var g pgn.Game
	for n := 0; s.Scan() && (n < most || *everyGame); n++ {
		text, line := s.Game()
		err := pgn.Parse(text, line, &g)
		if g.Chess960 || errors.Is(err, pgn.ErrVariant) {
			continue // unknown to notnil/chess
		}
		v.games++
		other, otherErr := readNotnil(text)
		if otherErr != nil {
			continue
		}
		if fault := v.compareMoves(&g, other, err); fault != nil {
			t.Errorf("%s:%d: %v", name, line, fault)
		}
	}
}

// readNotnil reads a game with notnil/chess, which panics on some.
func readNotnil(text []byte) (g *chess.Game, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	option, err := chess.PGN(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return chess.NewGame(option), nil
}

// compareMoves compares the moves, and in each position the legal moves and the
// SAN of the move. A game that we refuse is compared up to its fault; one that
// notnil/chess cuts short, as far as that goes.
func (v *verdict) compareMoves(g *pgn.Game, other *chess.Game, fault error) error {
	moves, positions := other.Moves(), other.Positions()
	if len(moves) > len(g.Moves) && fault == nil {
		return fmt.Errorf("%d moves, notnil/chess reads %d", len(g.Moves), len(moves))
	}
	if len(moves) == len(g.Moves) && fault == nil {
		v.whole++
	}
	p := g.Start
	for i, m := range g.Moves[:min(len(moves), len(g.Moves))] {
		if m.Move == board.NoMove {
			return nil // unknown to notnil/chess
		}
		cm := moves[i]
		if p.UCI(m.Move) != cm.String() {
			return fmt.Errorf("ply %d is %s, for notnil/chess %v", i+1, p.UCI(m.Move), cm)
		}
		if err := v.comparePosition(&p, positions[i], i%16 == 0); err != nil {
			return err
		}
		if got, want := p.SAN(m.Move), (chess.AlgebraicNotation{}).Encode(positions[i], cm); got != want {
			return fmt.Errorf("ply %d is %s, for notnil/chess %s", i+1, got, want)
		}
		p.Make(m.Move)
	}
	return nil
}

// comparePosition compares the legal moves and, with sans set, their texts.
func (v *verdict) comparePosition(p *board.Position, cp *chess.Position, sans bool) error {
	v.positions++
	var ours, theirs []string
	legal := p.LegalMoves(nil)
	for _, m := range legal {
		ours = append(ours, p.UCI(m))
	}
	valid := cp.ValidMoves()
	for _, cm := range valid {
		theirs = append(theirs, cm.String())
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	if !slices.Equal(ours, theirs) {
		return fmt.Errorf("%s: moves %v, for notnil/chess %v", p.FEN(), ours, theirs)
	}
	if !sans {
		return nil
	}
	for _, cm := range valid {
		v.sans++
		text := chess.AlgebraicNotation{}.Encode(cp, cm)
		m, err := p.ParseSAN(text)
		want, wantErr := oracle.FromMove(p, cm)
		if m != want || err != nil || wantErr != nil {
			return fmt.Errorf("%s: ParseSAN(%s) = %v, %v, for notnil/chess %v", p.FEN(), text, m, err, cm)
		}
	}
	return nil
}
