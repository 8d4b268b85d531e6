package datasets_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/datasets/sample"
)

// rows returns a CSV of n rows with different scores: positions as they come
// in games, between 50 and 80 bytes long.
func rows(n int) []byte {
	fens := [...]string{
		"r2qk2r/1p1bppb1/p2p1np1/7p/4P3/1PN1BP2/1PPQB1PP/2KR3R w kq - 1 13",
		"2b5/5k2/p2rpq2/1p2Rpp1/P2P4/1P1N3P/5QP1/6K1 b - - 0 34",
		"1kbq4/1n4p1/2p2pBp/1pNp3P/1P1P2P1/2P2PK1/4Q3/8 w - - 32 81",
		"r2r2k1/1bqnbp1p/2p1p1p1/1pP1NnP1/1P1PNP2/3B4/4QB1P/R3R1K1 b - - 0 22",
		"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
	}
	var b bytes.Buffer
	b.WriteString("FEN,Evaluation\n")
	for i := range n {
		fmt.Fprintf(&b, "%s,%+d\n", fens[i%len(fens)], i*7919%3000-1500)
	}
	return b.Bytes()
}

// firstChunk returns the first chunk of a text.
func firstChunk(b *testing.B, text []byte) *datasets.Chunk {
	c := new(datasets.Chunk)
	if err := datasets.NewReader("bench.csv", bytes.NewReader(text), datasets.Options{}).Next(c); err != nil {
		b.Fatal(err)
	}
	return c
}

// BenchmarkParseChunk parses rows, FEN and all. It must not allocate.
func BenchmarkParseChunk(b *testing.B) {
	c := firstChunk(b, rows(datasets.ChunkLines))
	var p datasets.Parsed
	c.Parse(&p)
	b.ReportAllocs()
	for b.Loop() {
		c.Parse(&p)
	}
	reportRows(b, len(p.Samples))
}

// BenchmarkParseFEN is the part of BenchmarkParseChunk that is not ours.
func BenchmarkParseFEN(b *testing.B) {
	var fens []string
	for line := range bytes.Lines(rows(datasets.ChunkLines)) {
		fen, _, _ := bytes.Cut(line, []byte(","))
		fens = append(fens, string(fen))
	}
	fens = fens[1:] // the header
	sum := 0
	for b.Loop() {
		for _, fen := range fens {
			p, _ := board.ParseFEN(fen)
			sum += p.HalfmoveClock()
		}
	}
	reportRows(b, len(fens))
}

// BenchmarkReadPlain cuts lines and hashes bytes: what is not done in parallel.
func BenchmarkReadPlain(b *testing.B) {
	const chunks = 16
	text := rows(chunks * datasets.ChunkLines)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r := datasets.NewReader("bench.csv", bytes.NewReader(text), datasets.Options{})
		for r.Skip() != io.EOF {
		}
	}
	reportRows(b, chunks*datasets.ChunkLines)
}

// BenchmarkWatch looks at samples with their keys at hand.
func BenchmarkWatch(b *testing.B) {
	c := firstChunk(b, rows(datasets.ChunkLines))
	var p datasets.Parsed
	c.Parse(&p)
	keys := make([]uint64, len(p.Samples))
	for i := range keys {
		keys[i] = p.Samples[i].Position.CanonicalKey() + uint64(i)
	}
	var w inspect.Watch
	b.ReportAllocs()
	for b.Loop() {
		for i := range p.Samples {
			w.Add(&p.Samples[i], keys[i], board.Ongoing)
		}
	}
	reportRows(b, len(p.Samples))
}

// BenchmarkSkeleton hashes pawns and material.
func BenchmarkSkeleton(b *testing.B) {
	c := firstChunk(b, rows(datasets.ChunkLines))
	var p datasets.Parsed
	c.Parse(&p)
	sum := uint32(0)
	for b.Loop() {
		for i := range p.Samples {
			sum += game.Skeleton(&p.Samples[i].Position)
		}
	}
	reportRows(b, len(p.Samples))
}

func reportRows(b *testing.B, n int) {
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/(float64(n)*float64(b.N)), "ns/row")
}

// epd returns the embedded sample as EPD: positions without counters, the
// result and the game.
func epd(b *testing.B, n int) []byte {
	var text bytes.Buffer
	for s, err := range sample.Open().All() {
		if err != nil {
			b.Fatal(err)
		}
		fields := strings.Fields(s.Position.FEN())
		fmt.Fprintf(&text, "%s c9 \"%v\"; id \"%x\";\n", strings.Join(fields[:4], " "), s.Result, s.Game)
		if n--; n == 0 {
			break
		}
	}
	return text.Bytes()
}

// BenchmarkParseEPD parses lines of EPD. It must not allocate.
func BenchmarkParseEPD(b *testing.B) {
	c := firstChunk(b, epd(b, datasets.ChunkLines))
	var p datasets.Parsed
	c.Parse(&p)
	b.ReportAllocs()
	for b.Loop() {
		c.Parse(&p)
	}
	reportRows(b, len(p.Samples))
}
