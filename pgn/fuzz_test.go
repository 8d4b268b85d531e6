package pgn_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/pgn"
)

// smallNasty returns the hard files of at most pieceLength, none where they are
// absent.
func smallNasty() (all [][]byte) {
	files := nastyIfPresent()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if len(files[name]) <= pieceLength {
			all = append(all, files[name])
		}
	}
	return all
}

// FuzzParse: no text panics; what is read is legal, complete, and the same
// whatever the size of a read; what has no fault comes back when it is written.
func FuzzParse(f *testing.F) {
	for _, tt := range examples {
		f.Add([]byte(tt.text))
	}
	for _, data := range smallNasty() {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkCuts(t, data, 1, 7)
		checkGames(t, data, func(g *pgn.Game) { checkRoundTrip(t, g) })
	})
}

// checkGames reads all games; each move must be legal, and every fault have its
// place and reason.
func checkGames(tb testing.TB, data []byte, good func(*pgn.Game)) (games, faults int) {
	tb.Helper()
	r := pgn.NewReader("x", bytes.NewReader(data))
	lines := 1 + bytes.Count(data, []byte("\n"))
	var g pgn.Game
	for {
		err := r.Next(&g)
		if err == io.EOF {
			return games, faults
		}
		var fault *pgn.Error
		switch {
		case errors.As(err, &fault):
			if faults++; fault.Line < 1 || fault.Line > lines || fault.Ply > len(g.Moves)+1 || fault.Err == nil {
				tb.Fatalf("fault %+v of %d moves", fault, len(g.Moves))
			}
		case err != nil:
			tb.Fatal(err)
		default:
			games++
		}
		checkLegal(tb, &g)
		if err == nil && good != nil {
			good(&g)
		}
	}
}

// checkLegal plays the moves by the rules.
func checkLegal(tb testing.TB, g *pgn.Game) {
	tb.Helper()
	p := g.Start
	var buf [board.MaxMoves]board.Move
	for i, m := range g.Moves {
		if m.Move != board.NoMove && !slices.Contains(p.LegalMoves(buf[:0]), m.Move) {
			tb.Fatalf("ply %d: %v is not legal in %s", i+1, m.Move, p.FEN())
		}
		if err := pgn.Make(&p, m.Move); err != nil {
			tb.Fatalf("ply %d: %v", i+1, err)
		}
	}
}

// FuzzAnnotation: no comment panics, and what it says comes back when it is
// written as a note of its own.
func FuzzAnnotation(f *testing.F) {
	for _, seed := range []string{"+0.31/12 0.5s", "-M3/9 1e3s", "[%eval 0.2,18] [%clk 1:00:00.5]", "+1.21 15/32 130 325610", "(e4 e5) +1.00/3 2", "book"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, comment string, white bool) {
		text := "1. e4 {" + comment + "} *"
		if !white {
			text = "1. e4 e5 {" + comment + "} *"
		}
		var g pgn.Game
		if pgn.Parse([]byte(text), 1, &g) != nil {
			return // the comment ended early
		}
		m := &g.Moves[len(g.Moves)-1]
		m.Comments = nil
		m.Note.Clock, m.Note.Elapsed = roundTime(m.Note.Clock), roundTime(m.Note.Elapsed)
		back := read(t, write(t, &g))
		if got := back.Moves[len(g.Moves)-1].Note; got != m.Note {
			t.Errorf("%+v, read back %+v", m.Note, got)
		}
	})
}

// roundTime rounds to what is written.
func roundTime(d time.Duration) time.Duration {
	if d == pgn.NoTime {
		return d
	}
	return d.Round(time.Millisecond)
}

// TestHostile reads texts made to take long: a reader whose time grows with the
// square of their length would need minutes.
func TestHostile(t *testing.T) {
	for _, piece := range []string{
		"[", "]", "{", "}", "(", ")", ";", "%", "\"", "\\", "$", "*", " ", "\n", "\r", "\n\n1. ", "1.", ".", "x", "a ", "\xef", "\xef\xbb\xbf",
		"[A \"", "[A \"x\"]", "[A \"x\"] ", "[A \"\" \"", "{ ", "{}", "{\n\n", "{\n\n[", "{\n\n[A \"x\"]", "\n\n[A \"", "(e4", "e8(", "e4 {", "e4 ;", "--", "[%eval ", "{[%eval ",
	} {
		text := strings.Repeat(piece, 400<<10/len(piece))
		for _, before := range []string{"", "1. e4 {"} {
			start := time.Now()
			checkGames(t, []byte(before+text), nil)
			if d := time.Since(start); d > 20*time.Second {
				t.Fatalf("%q, %d times %q: %v", before, len(text)/len(piece), piece, d)
			}
		}
	}
}

var mutations = flag.Int("mutations", 20_000, "`number` of texts that TestMutations reads")

// TestMutations changes hard files and examples at random: no panic, no text that
// takes long, no memory that grows.
func TestMutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	seeds := mutationSeeds(rng)
	var games, faults int
	var slowest time.Duration
	var before, after runtime.MemStats
	for n := range *mutations {
		if n == *mutations/10 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		data := mutate(rng, seeds)
		start := time.Now()
		g, f := checkGames(t, data, nil)
		slowest = max(slowest, time.Since(start))
		games, faults = games+g, faults+f
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	t.Logf("%d texts: %d games, %d faults; slowest text %v; heap %d kB, after a tenth %d kB; %d kB of the system",
		*mutations, games, faults, slowest, after.HeapAlloc>>10, before.HeapAlloc>>10, after.Sys>>10)
	if games == 0 || faults == 0 {
		t.Errorf("%d games, %d faults: the texts are too good or too bad", games, faults)
	}
	if slowest > 10*time.Second {
		t.Errorf("the slowest text took %v", slowest)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8<<20 {
		t.Errorf("the heap has grown by %d bytes", grown)
	}
}

// pieces are inserted by mutate: what means something to a reader of PGN.
var pieces = []string{
	"{", "}", "(", ")", ";", "%", "\n", "\r\n", "\n\n", "[", "]", "\"", "\\", "$", "*", "1-0", "1/2-1/2", "1.", "...", "!", "?", "--",
	"O-O", "0-0-0", "e8=Q", "Nf3", "e4", "[Event \"x\"]", "[FEN \"", "\xef\xbb\xbf", "\xff", "\x00", "…", "[%eval ", "+0.31/12 0.5s", "e.p.",
}

// mutationSeeds returns the examples and the hard files, of the larger ones ten
// pieces each.
func mutationSeeds(rng *rand.Rand) (seeds [][]byte) {
	for _, tt := range examples {
		seeds = append(seeds, []byte(tt.text))
	}
	files := nastyIfPresent()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		data := files[name]
		if len(data) <= pieceLength {
			seeds = append(seeds, data)
			continue
		}
		for range 10 {
			at := rng.IntN(len(data) - pieceLength)
			seeds = append(seeds, data[at:at+pieceLength])
		}
	}
	return seeds
}

// pieceLength is the length of a piece of a hard file, in bytes.
const pieceLength = 2000

// mutate returns a text made of a random one by a few random changes.
func mutate(rng *rand.Rand, seeds [][]byte) []byte {
	data := slices.Clone(seeds[rng.IntN(len(seeds))])
	for range 1 + rng.IntN(6) {
		at := rng.IntN(len(data) + 1)
		end := min(len(data), at+rng.IntN(1+rng.IntN(40)))
		switch rng.IntN(5) {
		case 0: // leave out
			data = slices.Delete(data, at, end)
		case 1: // repeat
			data = slices.Insert(data, at, slices.Clone(data[at:end])...)
		case 2: // insert
			data = slices.Insert(data, at, []byte(pieces[rng.IntN(len(pieces))])...)
		case 3: // change a byte
			if at < len(data) {
				data[at] ^= 1 << rng.IntN(8)
			}
		case 4: // cross with another text
			other := seeds[rng.IntN(len(seeds))]
			data = append(data[:at], other[rng.IntN(len(other)+1):]...)
		}
	}
	return data
}
