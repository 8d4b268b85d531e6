package datasets_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/records"
	"example.org/centipawn/winprob"
)

// wholeGames returns the samples of games, and the games themselves.
func wholeGames(n int) (samples []datasets.Sample, games []records.Game) {
	for start, moves := range boardtest.RandomGames(31) {
		if len(moves) == 0 {
			continue
		}
		g := records.Game{Start: start, WDL: uint8(len(games) % 3)}
		for i, m := range moves {
			g.Moves = append(g.Moves, records.Move{Move: m, Score: winprob.Score(i*i%3000 - 900)})
		}
		i := 0
		for p, m := range g.Positions {
			s := datasets.Sample{
				Position: *p, Move: m.Move, Score: m.Score, Result: datasets.BlackWins + datasets.Result(g.WDL), Expected: notKnown,
				Left: uint16(len(moves) - i), Line: len(games) + 1,
			}
			s = plain(s)
			s.Game = uint32(len(games)) * 77
			samples = append(samples, s)
			i++
		}
		if games = append(games, g); len(games) == n {
			return samples, games
		}
	}
	return samples, games
}

// TestWriteGames: samples of whole games become those games, and are read back but
// for the games' ids.
func TestWriteGames(t *testing.T) {
	samples, games := wholeGames(40)
	var want []byte
	for i := range games {
		var err error
		if want, err = games[i].Append(want); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"x.viri", "x.VF"} {
		data, losses, err := writeSamples(t, name, samples)
		if err != nil || losses != nil || !bytes.Equal(data, want) {
			t.Errorf("%s: %v, losses %v, %d bytes, want %d", name, err, losses, len(data), len(want))
		}
	}
	data, _, err := writeSamples(t, "x.viri.zst", samples)
	if err != nil {
		t.Fatal(err)
	}
	ids := make(map[uint32]uint32)
	got := readSamples(t, "x.viri.zst", data)
	for i := range got {
		if old, seen := ids[samples[i].Game]; seen && old != got[i].Game {
			t.Fatalf("sample %d has left its game", i+1)
		}
		ids[samples[i].Game] = got[i].Game
		got[i].Game = samples[i].Game
	}
	checkSame(t, "x.viri.zst", got, samples)
}

// TestWriteGamesLoses: what a game of viriformat has no place for is counted.
func TestWriteGamesLoses(t *testing.T) {
	samples, _ := wholeGames(1)
	s := &samples[len(samples)-1]
	s.Score, s.Depth, s.End, s.Ply = winprob.MateIn(1, 3), 9, datasets.EndAdjudicated, 5000
	want := []datasets.Loss{
		{What: "distance of the mate", Samples: 1}, {What: "ply", Samples: 1}, {What: "depth", Samples: 1},
		{What: "length or end of the game, or that the move is from a book", Samples: 1},
	}
	if _, losses, err := writeSamples(t, "x.viri", samples); err != nil || !reflect.DeepEqual(losses, want) {
		t.Errorf("%v, losses %v, want %v", err, losses, want)
	}
}

// TestWriteGamesRefuses: nothing becomes a game that is none.
func TestWriteGamesRefuses(t *testing.T) {
	samples, games := wholeGames(3)
	first := len(games[0].Moves)
	tests := []struct {
		name   string
		change func(all []datasets.Sample) []datasets.Sample
		text   string
	}{
		{"no result", func(all []datasets.Sample) []datasets.Sample { all[2].Result = datasets.Unknown; return all }, "no game result"},
		{"no score", func(all []datasets.Sample) []datasets.Sample { all[2].Score = winprob.NoScore; return all }, "bad score: none"},
		{"no move", func(all []datasets.Sample) []datasets.Sample { all[2].Move = board.NoMove; return all }, "illegal move"},
		{"unknown length", func(all []datasets.Sample) []datasets.Sample { all[0].Left = datasets.NoLeft; return all }, "the number of half moves left"},
		{"a gap", func(all []datasets.Sample) []datasets.Sample { return append(all[:2:2], all[3:]...) }, "half moves: leave filters out"},
		{"no end", func(all []datasets.Sample) []datasets.Sample { return append(all[:first-1:first-1], all[first:]...) }, "the one before it lacks 1 half moves"},
		{"another game", func(all []datasets.Sample) []datasets.Sample { all[2].Game = 5; return all }, "half moves: leave filters out"},
		{"a turned result", func(all []datasets.Sample) []datasets.Sample {
			all[2].Result = datasets.BlackWins + (all[2].Result-datasets.BlackWins+1)%3
			return all
		}, "another result"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := writeSamples(t, "x.viri", tt.change(append([]datasets.Sample(nil), samples...)))
			var place *datasets.LineError
			if !errors.Is(err, datasets.ErrHold) || !errors.As(err, &place) || !strings.Contains(err.Error(), tt.text) {
				t.Errorf("%v, want %q", err, tt.text)
			}
		})
	}
}

// TestWriteGamesUnended: a last game that goes on is found when the file is closed.
func TestWriteGamesUnended(t *testing.T) {
	samples, _ := wholeGames(1)
	path := t.TempDir() + "/x.viri"
	w, err := datasets.NewWriter(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !w.HoldsGames() {
		t.Error("viriformat holds games")
	}
	if err := w.Write(&samples[0]); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); !errors.Is(err, datasets.ErrHold) || !strings.Contains(err.Error(), "the last one lacks") {
		t.Errorf("%v", err)
	}
}
