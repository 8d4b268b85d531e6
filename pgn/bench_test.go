package pgn_test

import (
	"bytes"
	"io"
	"os"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/pgn"
)

// gamesFile holds 6,000 games with a comment to each of 880,000 moves.
const gamesFile = "../../shared/data/pgn/engine/tcec_games.pgn.zst"

// BenchmarkReader reads, cuts, parses and plays whole games from memory: one
// core, one allocation a game (its tags).
func BenchmarkReader(b *testing.B) {
	data := decompress(b, gamesFile)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var g pgn.Game
	games, moves := 0, 0
	for b.Loop() {
		r := pgn.NewReader(gamesFile, bytes.NewReader(data))
		for {
			err := r.Next(&g)
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			games++
			moves += len(g.Moves)
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkScanner only cuts.
func BenchmarkScanner(b *testing.B) {
	data := decompress(b, gamesFile)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		s := pgn.NewScanner(bytes.NewReader(data))
		for s.Scan() {
		}
		if s.Err() != nil {
			b.Fatal(s.Err())
		}
	}
}

// decompress returns the contents of a file of public data; the test is skipped
// where there are none.
func decompress(tb testing.TB, name string) []byte {
	tb.Helper()
	f, err := os.Open(name)
	if os.IsNotExist(err) {
		tb.Skipf("no %s here", name)
	}
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	d, err := zstd.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	defer d.Close()
	data, err := io.ReadAll(d)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}
