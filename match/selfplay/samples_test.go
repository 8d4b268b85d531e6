package selfplay_test

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/match/play"
	"example.org/centipawn/match/selfplay"
	"example.org/centipawn/pgn"
	"example.org/centipawn/winprob"
)

// samplesOf returns all samples of a game.
func samplesOf(g *play.Record, game uint32) (all []datasets.Sample) {
	selfplay.Samples(g, game, func(s *datasets.Sample) bool {
		all = append(all, *s)
		return true
	})
	return all
}

// TestSamples compares the samples of a game with what its FENs say.
func TestSamples(t *testing.T) {
	for i, g := range games(t, hasty, hastily(30)) {
		p, err := board.ParseFEN(g.Start.FEN())
		if err != nil {
			t.Fatal(err)
		}
		all := samplesOf(&g, uint32(i))
		for n, m := range g.Moves {
			if n >= g.Book {
				s := all[n-g.Book]
				turn := 1
				if p.SideToMove() == board.Black {
					turn = -1
				}
				if s.Position.FEN() != p.FEN() || s.Move != m.Move || s.Game != uint32(i) || int(s.Ply) != n || int(s.Left) != len(g.Moves)-n || int(s.Depth) != m.Depth {
					t.Fatalf("game %d, half-move %d: %+v", i, n, s)
				}
				if s.Result.String() != g.Result.String() || !math.IsNaN(float64(s.Expected)) || s.Book {
					t.Fatalf("game %d, %v: %+v", i, g.Result, s)
				}
				checkScore(t, s.Score, m, turn)
			}
			p.Make(m.Move)
		}
		if len(all) != len(g.Moves)-g.Book {
			t.Errorf("game %d: %d samples of %d moves, %d of them of the opening", i, len(all), len(g.Moves), g.Book)
		}
	}
}

// checkScore compares a sample's score with that of the move, the mover's view; turn
// is -1 if Black moves.
func checkScore(t *testing.T, got winprob.Score, m play.Move, turn int) {
	t.Helper()
	distance, known := got.MateDistance()
	moves := m.Score.MateMoves()
	switch {
	case !m.Scored:
		if got != winprob.NoScore {
			t.Errorf("no score became %v", got)
		}
	case !m.Score.IsMate():
		if int(got) != turn*int(m.Score) {
			t.Errorf("%v, Black's if -1: %d, became %v", m.Score, turn, got)
		}
	case moves > 0 && got.Mate() == turn && known && distance == moves:
	case moves < 0 && got.Mate() == -turn && known && distance == -moves:
	default:
		t.Errorf("%v, Black's if -1: %d, became %v", m.Score, turn, got)
	}
}

func TestSamplesEnds(t *testing.T) {
	tests := map[play.End]datasets.End{
		play.Checkmate: datasets.EndNormal, play.Stalemate: datasets.EndNormal, play.DeadPosition: datasets.EndNormal,
		play.Threefold: datasets.EndNormal, play.FiftyMoves: datasets.EndNormal, play.DrawAgreed: datasets.EndAdjudicated,
		play.Resigned: datasets.EndAdjudicated, play.MateAgreed: datasets.EndAdjudicated, play.MaxPlies: datasets.EndAdjudicated,
		play.TableWin: datasets.EndAdjudicated, play.TableDraw: datasets.EndAdjudicated,
		play.TimeLoss: datasets.EndForfeit, play.Garbage: datasets.EndForfeit, play.Unfinished: datasets.EndUnterminated,
		play.HarnessFault: datasets.EndUnterminated,
	}
	for end, want := range tests {
		g := play.Record{Start: board.Start(), End: end, Result: pgn.Draw, Moves: []play.Move{{Move: board.NewMove(board.E2, board.E4)}, {Move: board.NewMove(board.E7, board.E5)}}}
		if all := samplesOf(&g, 1); len(all) != 2 || all[0].End != want || all[1].End != want {
			t.Errorf("%v: %+v, want %v", end, all, want)
		}
		n := 0
		selfplay.Samples(&g, 1, func(*datasets.Sample) bool { n++; return false })
		if n != 1 {
			t.Errorf("%d samples after the first was enough", n)
		}
	}
}

// TestWriter: every format holds what it has a place for, and is read without options.
func TestWriter(t *testing.T) {
	played := games(t, hasty, hastily(12))
	for _, name := range []string{"x.viri", "x.vf.zst", "x.epd", "x.epd.gz", "x.bin", "x.bf", "x.txt"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			w, err := selfplay.OpenWriter(path)
			if err != nil {
				t.Fatal(err)
			}
			whole := filepath.Ext(name) == ".viri" || name == "x.vf.zst"
			var want []datasets.Sample
			left := 0
			for i := range played {
				if err := w.Add(i, &played[i]); err != nil {
					t.Fatal(err)
				}
				kept := withScores(samplesOf(&played[i], 0), whole)
				left += len(played[i].Moves) - played[i].Book - len(kept)
				want = append(want, kept...)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if w.Unscored+w.Before != left || w.Unscored == 0 || w.Before > 0 != whole {
				t.Errorf("%d positions without a score and %d before them omitted, want %d in all, and none before but in whole games", w.Unscored, w.Before, left)
			}
			if len(w.Losses()) == 0 { // no format has a place for the end of a game
				t.Error("nothing is lost")
			}
			checkFile(t, path, want, name != "x.bf")
		})
	}
	if _, err := selfplay.OpenWriter(filepath.Join(t.TempDir(), "x.pgn")); err == nil {
		t.Error("a file of PGN was begun")
	}
}

// withScores omits samples without a score; if a file holds whole games, what is
// before them, too.
func withScores(all []datasets.Sample, whole bool) []datasets.Sample {
	if whole {
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].Score == winprob.NoScore {
				return all[i+1:]
			}
		}
		return all
	}
	return slices.DeleteFunc(all, func(s datasets.Sample) bool { return s.Score == winprob.NoScore })
}

// samplesIn returns the samples of a file.
func samplesIn(t *testing.T, path string) (all []datasets.Sample) {
	t.Helper()
	r, err := datasets.Open([]string{path}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for s, err := range r.All() {
		if err != nil {
			t.Fatalf("sample %d: %v", len(all)+1, err)
		}
		all = append(all, s)
	}
	return all
}

// checkFile reads a file and compares scores and results, and positions where they
// are kept as they are.
func checkFile(t *testing.T, path string, want []datasets.Sample, positions bool) {
	t.Helper()
	read := samplesIn(t, path)
	if len(read) != len(want) {
		t.Fatalf("%d samples, want %d", len(read), len(want))
	}
	for n, s := range read {
		w := want[n]
		if !positions && w.Position.SideToMove() == board.Black {
			w.Score, w.Result = -w.Score, datasets.WhiteWins+datasets.BlackWins-w.Result
		}
		if s.Score.Mate() != w.Score.Mate() || w.Score.Mate() == 0 && s.Score != w.Score || s.Result != w.Result || positions && s.Position != w.Position {
			t.Fatalf("sample %d\nread  %+v\nwrote %+v", n+1, s, w)
		}
	}
}

// TestWriterIDs: games of another seed are other games, whatever the files are called,
// and a copy of a game is the same.
func TestWriterIDs(t *testing.T) {
	ids := func(seed uint64, games int) (all []uint32) {
		opt := hastily(games)
		opt.Seed = seed
		path := filepath.Join(t.TempDir(), "g.epd")
		generate(t, path, opt)
		for _, s := range samplesIn(t, path) {
			all = append(all, s.Game)
		}
		return slices.Compact(all)
	}
	first, other, longer := ids(1, 5), ids(2, 5), ids(1, 7)
	if len(first) != 5 || len(other) != 5 || len(longer) != 7 {
		t.Fatalf("%d, %d and %d games, want 5, 5 and 7", len(first), len(other), len(longer))
	}
	for _, id := range other {
		if slices.Contains(first, id) {
			t.Errorf("game %08x is one of either seed", id)
		}
	}
	if !slices.Equal(first, longer[:5]) {
		t.Errorf("the same games are %x and %x", first, longer)
	}
}

// TestWriterDiscard: what is not closed leaves nothing.
func TestWriterDiscard(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.viri")
	w, err := selfplay.OpenWriter(path)
	if err != nil {
		t.Fatal(err)
	}
	one := games(t, scored, hastily(1))
	if err := w.Add(0, &one[0]); err != nil {
		t.Fatal(err)
	}
	if err := w.Discard(); err != nil {
		t.Fatal(err)
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) > 0 {
		t.Errorf("left over: %v, %v", files, err)
	}
}

// TestWriterGames: of viriformat games are read as they were played.
func TestWriterGames(t *testing.T) {
	played := games(t, scored, hastily(9))
	path := filepath.Join(t.TempDir(), "x.viri")
	w, err := selfplay.OpenWriter(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range played {
		if err := w.Add(i, &played[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	moves := make(map[uint32][]board.Move)
	var order []uint32
	for _, s := range samplesIn(t, path) {
		if moves[s.Game] == nil {
			order = append(order, s.Game)
		}
		moves[s.Game] = append(moves[s.Game], s.Move)
		if len(moves[s.Game])+int(s.Left) != len(played[len(order)-1].Moves)-played[len(order)-1].Book+1 {
			t.Fatalf("game %d: %d half-moves left at move %d", len(order), s.Left, len(moves[s.Game]))
		}
	}
	if len(order) != len(played) {
		t.Fatalf("%d games, want %d", len(order), len(played))
	}
	for i, g := range played {
		var want []board.Move
		for _, m := range g.Moves[g.Book:] {
			want = append(want, m.Move)
		}
		if !reflect.DeepEqual(moves[order[i]], want) {
			t.Errorf("game %d: %v, want %v", i, moves[order[i]], want)
		}
	}
}
