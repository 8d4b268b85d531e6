package datasets_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/records"
	"example.org/centipawn/winprob"
)

var notKnown = float32(math.NaN())

// sampleOf returns a sample as a source would give it that knows score and
// result.
func sampleOf(t testing.TB, fen string, score winprob.Score, r datasets.Result) datasets.Sample {
	t.Helper()
	s := datasets.Sample{
		Position: boardtest.Parse(t, fen), Score: score, Result: r, Expected: notKnown, Left: datasets.NoLeft, Line: 1,
	}
	return plain(s)
}

// plain leaves of a sample what a position alone says of game and ply.
func plain(s datasets.Sample) datasets.Sample {
	s.Game = game.Skeleton(&s.Position)
	s.Ply = uint16(2*s.Position.FullmoveNumber() - 2 + int(s.Position.SideToMove()))
	return s
}

// writeSamples returns the content of a file and what it lost.
func writeSamples(t testing.TB, name string, samples []datasets.Sample) (data []byte, losses []datasets.Loss, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := datasets.NewWriter(path, []string{"in.pgn"})
	if err != nil {
		return nil, nil, err
	}
	for i := range samples {
		if err := w.Write(&samples[i]); err != nil {
			if closed := w.Close(); !errors.Is(closed, err) {
				t.Errorf("Close after %v: %v", err, closed)
			}
			if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) > 0 {
				t.Errorf("left over: %v", entries)
			}
			return nil, nil, err
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data, err = os.ReadFile(path)
	return data, w.Losses(), err
}

// readSamples returns the samples of a file without options.
func readSamples(t testing.TB, name string, data []byte) (samples []datasets.Sample) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := datasets.Open([]string{path}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		samples = append(samples, s)
	}
	return samples
}

const (
	start   = board.StartFEN
	afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	ending  = "8/8/8/4k3/8/8/4P3/4K3 w - - 3 61"
)

func TestWriteText(t *testing.T) {
	move := sampleOf(t, start, 20, datasets.WhiteWins)
	move.Move, move.Depth, move.Game = board.NewMove(board.E2, board.E4), 21, 0x25f38492
	black := sampleOf(t, afterE4, winprob.MateIn(-1, 3), datasets.BlackWins)
	black.Game = 7
	guess := sampleOf(t, ending, winprob.NoScore, datasets.Unknown)
	guess.Expected, guess.Ply = 0.625, 119
	bare := sampleOf(t, start, winprob.NoScore, datasets.Draw)
	even := sampleOf(t, start, 0, datasets.Unknown)
	even.Expected = 0.5
	leaf := sampleOf(t, start, 20, datasets.Unknown)
	leaf.Tree, leaf.Offset = 0x01c2f3aa, -2.5
	over := sampleOf(t, afterE4, winprob.MateIn(-1, 3), datasets.Unknown)
	over.Root, over.Via = start, "e2e4"
	over.Tree, over.Side, over.Offset, over.Fixed, over.Ply = leaf.Tree, datasets.SideWhite, 9998, true, 0
	lost := sampleOf(t, start, 20, datasets.Draw)
	lost.Tree = 1
	const after4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"
	const start4 = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	tests := []struct {
		name, file string
		samples    []datasets.Sample
		want       string
		losses     []datasets.Loss
	}{
		{
			"results alone", "x.epd", []datasets.Sample{bare, sampleOf(t, ending, winprob.NoScore, datasets.BlackWins)},
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c9 \"1/2-1/2\";\n" + ending + " c9 \"0-1\";\n", nil,
		},
		{
			"everything", "x.epd", []datasets.Sample{move, black, guess},
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c9 \"1-0\"; eval \"+20\"; id \"#25f38492\"; ply \"0\"; sm e4; acd 21;\n" +
				afterE4 + " c9 \"0-1\"; eval \"#-3\"; id \"#00000007\"; ply \"1\"; sm ?; acd 0;\n" +
				ending + fmt.Sprintf(" c9 \"0.625\"; eval \"?\"; id \"#%08x\"; ply \"119\"; sm ?; acd 0;\n", guess.Game), nil,
		},
		{
			"text", "x.txt", []datasets.Sample{sampleOf(t, start, -9, datasets.Draw), black},
			start + " | -9 | 0.5\n" + afterE4 + " | -32000 | 0.0\n",
			[]datasets.Loss{{What: "distance of the mate", Samples: 1}, {What: "game", Samples: 1}},
		},
		{"an expected score that looks like a result", "x.txt", []datasets.Sample{even}, start + " | 0 | 0.5\n", []datasets.Loss{
			{What: "that the points are an expected score and no result", Samples: 1},
		}},
		{
			"trees", "x.epd", []datasets.Sample{leaf, over, bare},
			start4 + " c9 \"*\"; eval \"+20\"; tree \"#01c2f3aa\"; side \"w\"; offset \"-2.5\"; root \"\"; via \"\";\n" +
				after4 + " c9 \"*\"; eval \"#-3\"; tree \"#01c2f3aa\"; side \"w\"; offset \"fixed +9998\"; root \"" + start + "\"; via \"e2e4\";\n" +
				start4 + " c9 \"1/2-1/2\"; eval \"?\"; tree \"-\"; side \"w\"; offset \"+0\"; root \"\"; via \"\";\n", nil,
		},
		{"a tree that is lost", "x.txt", []datasets.Sample{lost}, start + " | 20 | 0.5\n", []datasets.Loss{
			{What: "search tree, with its side and offset", Samples: 1},
		}},
		{"no samples", "x.epd", nil, "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.file+"/"+tt.name, func(t *testing.T) {
			data, losses, err := writeSamples(t, tt.file, tt.samples)
			if err != nil || string(data) != tt.want {
				t.Errorf("%v\nwrote\n%swant\n%s", err, data, tt.want)
			}
			if !reflect.DeepEqual(losses, tt.losses) {
				t.Errorf("losses %v, want %v", losses, tt.losses)
			}
		})
	}
}

func TestWriteRecords(t *testing.T) {
	samples := []datasets.Sample{sampleOf(t, start, 20, datasets.WhiteWins), sampleOf(t, afterE4, 31, datasets.BlackWins)}
	for name, layout := range map[string]records.Layout{"x.bin": records.Marlin, "x.MARLIN": records.Marlin, "x.bf": records.Bullet, "x.bullet": records.Bullet} {
		data, _, err := writeSamples(t, name, samples)
		var want []byte
		for _, s := range samples {
			var b [records.Size]byte
			if err := layout.Encode(&records.Record{Position: s.Position, Score: s.Score, WDL: uint8(s.Result - datasets.BlackWins)}, &b); err != nil {
				t.Fatal(err)
			}
			want = append(want, b[:]...)
		}
		if err != nil || !bytes.Equal(data, want) {
			t.Errorf("%s: %v, %x, want %x", name, err, data, want)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	unscored, undecided := sampleOf(t, start, winprob.NoScore, datasets.Draw), sampleOf(t, start, 20, datasets.Unknown)
	expected := undecided
	expected.Expected = 0.5
	clock := sampleOf(t, "4k3/8/8/8/8/8/8/R3K3 w - - 256 200", 500, datasets.WhiteWins)
	tests := []struct {
		file   string
		sample datasets.Sample
		want   error
		text   string
	}{
		{"x.bin", unscored, records.ErrScore, "in.pgn:9: the format cannot hold it: marlinformat: bad score: none"},
		{"x.bf", unscored, records.ErrScore, "in.pgn:9: the format cannot hold it: bulletformat: bad score: none"},
		{"x.txt", unscored, records.ErrScore, "in.pgn:9: the format cannot hold it: bad score: none"},
		{"x.bin", undecided, datasets.ErrHold, "no game result, and marlinformat"},
		{"x.bf", expected, datasets.ErrHold, "no game result, and bulletformat"},
		{"x.txt", undecided, datasets.ErrHold, "neither a result nor an expected score"},
		{"x.bin", clock, records.ErrClock, "half-move clock too large: 256"},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			tt.sample.Line = 9
			_, _, err := writeSamples(t, tt.file, []datasets.Sample{tt.sample})
			var place *datasets.LineError
			if !errors.Is(err, tt.want) || !errors.Is(err, datasets.ErrHold) || !strings.Contains(err.Error(), tt.text) || !errors.As(err, &place) {
				t.Errorf("%v, want %v", err, tt.text)
			}
		})
	}
}

// TestWriteEndsWithAFault: after a refusal nothing is written any more, and a
// sample of an input without a name is told by its number.
func TestWriteEndsWithAFault(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.txt")
	w, err := datasets.NewWriter(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	bad, good := sampleOf(t, start, winprob.NoScore, datasets.Draw), sampleOf(t, start, 20, datasets.Draw)
	bad.Line = 12
	first := w.Write(&bad)
	if !errors.Is(first, datasets.ErrHold) || !strings.HasPrefix(first.Error(), "sample 12: ") {
		t.Errorf("%v", first)
	}
	if err := w.Write(&good); err != first {
		t.Errorf("a good sample after a bad one: %v", err)
	}
	if err := w.Close(); !errors.Is(err, first) {
		t.Errorf("Close: %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file is there: %v", err)
	}
}

// TestWriteLate: what none of the first samples has, no line has a place for.
func TestWriteLate(t *testing.T) {
	first := sampleOf(t, start, winprob.NoScore, datasets.Draw)
	tests := []struct {
		name   string
		change func(*datasets.Sample)
		want   string // of the error
		loss   string
	}{
		{"score", func(s *datasets.Sample) { s.Score = 1 }, "a score, but the first 8192 samples have none", ""},
		{"game", func(s *datasets.Sample) { s.Game++ }, "a game, but the first 8192 samples have none", ""},
		{"tree", func(s *datasets.Sample) { s.Tree = 5 }, "a tree, but the first 8192 samples have none", ""},
		{"side", func(s *datasets.Sample) { s.Side = datasets.SideBlack }, "a side of its tree, but the first 8192 samples have none", ""},
		{"offset", func(s *datasets.Sample) { s.Offset = 5 }, "a constant, but the first 8192 samples have none", ""},
		{"root", func(s *datasets.Sample) { s.Root = start }, "a root, but the first 8192 samples have none", ""},
		{"ply", func(s *datasets.Sample) { s.Ply = 5 }, "", "ply"},
		{"move", func(s *datasets.Sample) { s.Move = board.NewMove(board.E2, board.E4) }, "", "move"},
		{"depth", func(s *datasets.Sample) { s.Depth = 5 }, "", "depth"},
		{"end", func(s *datasets.Sample) { s.Left = 5 }, "", "length or end of the game, or that the move is from a book"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			samples := slices.Repeat([]datasets.Sample{first}, datasets.ChunkLines+1)
			tt.change(&samples[len(samples)-1])
			_, losses, err := writeSamples(t, "x.epd", samples)
			switch {
			case tt.want != "":
				if !errors.Is(err, datasets.ErrHold) || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("%v, want %s", err, tt.want)
				}
			case err != nil || !reflect.DeepEqual(losses, []datasets.Loss{{What: tt.loss, Samples: 1}}):
				t.Errorf("%v, losses %v, want %s", err, losses, tt.loss)
			}
		})
	}
}

func TestNewWriterRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]error{
		"x.csv": datasets.ErrEnding, "x": datasets.ErrEnding, "x.zst": datasets.ErrEnding, "x.epd.bz2": datasets.ErrEnding, "no/x.epd": os.ErrNotExist,
	} {
		if _, err := datasets.NewWriter(filepath.Join(dir, name), nil); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("left over: %v", entries)
	}
}

func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"x.epd", "x.bin.zst"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("before"), 0o600); err != nil {
			t.Fatal(err)
		}
		w, err := datasets.NewWriter(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := sampleOf(t, start, 20, datasets.Draw)
		if err := errors.Join(w.Write(&s), w.Discard()); err != nil {
			t.Error(err)
		}
		if data, err := os.ReadFile(path); string(data) != "before" {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("left over: %v", entries)
	}
}

// randomSamples returns samples with all that a sample can have: some unscored,
// at the beginning all, some with mates, plies of their own, moves and depths.
func randomSamples(n int) (all []datasets.Sample) {
	for p := range boardtest.RandomPositions(23, n) {
		key := p.Key()
		s := datasets.Sample{
			Position: p, Score: winprob.Score(key%19_997) - 9998, Result: datasets.Result(key >> 20 % 3), Expected: notKnown,
			Game: uint32(key >> 32), Ply: uint16(key >> 40), Left: datasets.NoLeft, Line: len(all) + 1,
		}
		s.Result++ // 1 to 3
		switch key >> 60 {
		case 0:
			s.Score = winprob.MateIn(1, int(key>>8%50)+1)
		case 1:
			s.Score = winprob.MateIn(-1, -1)
		case 2:
			s.Result, s.Expected = datasets.Unknown, float32(key>>16%1000*2+1)/2048
		case 3:
			s.Result = datasets.Unknown
		}
		if len(all) < 30 || key>>60 == 4 {
			s.Score = winprob.NoScore
		}
		if moves := p.LegalMoves(nil); len(moves) > 0 && len(all) > 12 {
			s.Move, s.Depth = moves[key%uint64(len(moves))], uint8(key>>50)
		}
		all = append(all, s)
	}
	return all
}

// checkSame compares samples that were written with those that were read.
func checkSame(t *testing.T, name string, got, want []datasets.Sample) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d samples, want %d", name, len(got), len(want))
	}
	for i := range got {
		if !same(got[i], want[i]) {
			t.Fatalf("%s: sample %d, %s\nread  %+v\nwrote %+v", name, i+1, want[i].Position.FEN(), got[i], want[i])
		}
	}
}

// TestRoundTripEPD: what EPD has a place for is all read back.
func TestRoundTripEPD(t *testing.T) {
	samples := randomSamples(10_000)
	for _, name := range []string{"x.epd", "x.epd.gz", "x.epd.zst"} {
		data, losses, err := writeSamples(t, name, samples)
		if err != nil || losses != nil {
			t.Fatalf("%s: %v, losses %v", name, err, losses)
		}
		checkSame(t, name, readSamples(t, name, data), samples)
	}
}

// kept is what the formats of a position with score and result leave of samples
// that have both.
func kept(t *testing.T, samples []datasets.Sample, bullet bool) (all []datasets.Sample) {
	for _, s := range samples {
		if sign := s.Score.Mate(); sign != 0 {
			s.Score = winprob.MateIn(sign, -1)
		}
		if bullet {
			if s.Position.SideToMove() == board.Black {
				s.Position, s.Score = s.Position.Mirror(), s.Score.Neg()
				s.Result = map[datasets.Result]datasets.Result{1: 3, 2: 2, 3: 1}[s.Result]
			}
			pieces, _, _ := strings.Cut(s.Position.FEN(), " ")
			s.Position = boardtest.Parse(t, pieces+" w - - 0 1")
		}
		s.Move, s.Depth = board.NoMove, 0
		all = append(all, plain(s))
	}
	return all
}

// TestRoundTripLossy: position, score and result are read back, and what else
// there was is counted as lost.
func TestRoundTripLossy(t *testing.T) {
	var samples []datasets.Sample
	for _, s := range randomSamples(10_000) {
		if s.Score != winprob.NoScore && s.Result != datasets.Unknown {
			s.Line = len(samples) + 1
			samples = append(samples, s)
		}
	}
	for _, tt := range []struct {
		name string
		want []string
	}{
		{"x.txt.zst", []string{"distance of the mate", "game", "ply", "move", "depth"}},
		{"x.bin", []string{"distance of the mate", "game", "ply", "move", "depth"}},
		{"x.bin.gz", []string{"distance of the mate", "game", "ply", "move", "depth"}},
		{"x.bf", []string{"side to move", "castling rights, en passant square or counters", "distance of the mate", "game", "ply", "move", "depth"}},
	} {
		data, losses, err := writeSamples(t, tt.name, samples)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		var names []string
		for _, l := range losses {
			names = append(names, l.What)
		}
		if !slices.Equal(names, tt.want) {
			t.Errorf("%s: losses %v, want %q", tt.name, losses, tt.want)
		}
		checkSame(t, tt.name, readSamples(t, tt.name, data), kept(t, samples, tt.name == "x.bf"))
	}
}

// TestWriteIsRepeatable: the same samples give the same bytes.
func TestWriteIsRepeatable(t *testing.T) {
	samples := randomSamples(3_000)
	for _, name := range []string{"x.epd", "x.epd.gz", "x.epd.zst"} {
		a, _, err := writeSamples(t, name, samples)
		b, _, again := writeSamples(t, name, samples)
		if err != nil || again != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: %v, %v, %d and %d bytes", name, err, again, len(a), len(b))
		}
	}
}

// TestRoundTripFiles sends the beginnings of real files through every format.
func TestRoundTripFiles(t *testing.T) {
	for _, name := range []string{"eval/tcec_games.csv.zst", "texel/quiet_tcec.epd.zst", "eval/stockfish_tcec.csv.zst"} {
		t.Run(name, func(t *testing.T) {
			samples := firstSamples(t, filepath.Join("../../shared/data", name), 20_000)
			data, losses, err := writeSamples(t, "x.epd.zst", samples)
			if err != nil || losses != nil {
				t.Fatalf("%v, losses %v", err, losses)
			}
			checkSame(t, "x.epd.zst", readSamples(t, "x.epd.zst", data), samples)
			if samples[0].Score == winprob.NoScore || samples[0].Result == datasets.Unknown {
				return // the other formats want both
			}
			for _, lossy := range []string{"x.txt", "x.bin", "x.bf"} {
				if data, _, err = writeSamples(t, lossy, samples); err != nil {
					t.Fatal(err)
				}
				checkSame(t, lossy, readSamples(t, lossy, data), kept(t, samples, lossy == "x.bf"))
			}
		})
	}
}

// firstSamples returns the first n samples of a file, numbered from 1.
func firstSamples(t *testing.T, name string, n int) (samples []datasets.Sample) {
	t.Helper()
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		t.Skip("no shared data here")
	}
	r, err := datasets.Open([]string{name}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for s, err := range r.All() {
		if err != nil {
			continue // the file's own fault
		}
		s.Line = len(samples) + 1
		if samples = append(samples, s); len(samples) == n {
			break
		}
	}
	return samples
}
