package board_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
)

var perftFull = flag.Bool("perft-full", false, "run TestPerftFull: all positions of the perft files, some minutes")

// A perftCase is a position with the known number of move sequences of a depth.
type perftCase struct {
	where string // file:line or name
	fen   string
	depth int
	nodes uint64
}

func (c perftCase) run(t *testing.T) {
	p, err := board.ParseFEN(c.fen)
	if err != nil {
		t.Errorf("%s: %q: %v", c.where, c.fen, err)
		return
	}
	if got := board.Perft(&p, c.depth); got != c.nodes {
		t.Errorf("%s: perft %d of %s = %d, want %d", c.where, c.depth, c.fen, got, c.nodes)
	}
}

// TestPerft holds published counts, so that something is tested where the perft
// files are absent.
//
// Source: chessprogramming.org, Perft Results and Chess960 Perft Results; M.
// Kervinck's and P. McKenzie's positions of promotion.
func TestPerft(t *testing.T) {
	tests := []perftCase{
		{"start", board.StartFEN, 0, 1},
		{"start", board.StartFEN, 1, 20},
		{"start", board.StartFEN, 5, 4865609},
		{"kiwipete", boardtest.Kiwipete, 4, 4085603},
		{"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
		{"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
		{"position 4 mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4, 422333},
		{"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
		{"position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
		{"promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3605103},
		{"218 moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 1, 218},
		{"chess960", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672},
		{"chess960", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667366},
		{"chess960", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273318},
	}
	for _, c := range tests {
		t.Run(fmt.Sprintf("%s depth %d", c.where, c.depth), c.run)
	}
}

// TestPerftFiles takes a sample of every file: all positions or every n-th, each
// to the greatest depth within a number of nodes.
func TestPerftFiles(t *testing.T) {
	runPerftFiles(t, []perftFile{
		{name: "ethereal_standard.epd", budget: 600_000},
		{name: "ethereal_fischer.epd", budget: 30_000},
		{name: "marcel.epd.zst", budget: 40_000},
		{name: "ferdy_perft_double_checks.epd", every: 10, budget: 1e6},
		{name: "ferdy_perft_enpassant_1.epd", every: 200, budget: 1e7},
		{name: "ferdy_perft_single_check_1.epd.zst", every: 100, budget: 1e6},
	})
}

// TestPerftFull takes all positions. The counts of marcel.epd for depth 6 would
// take an hour; the others run to their end.
func TestPerftFull(t *testing.T) {
	if !*perftFull {
		t.Skip("takes minutes: asked for with -perft-full")
	}
	runPerftFiles(t, []perftFile{
		{name: "ethereal_standard.epd", most: 5, budget: 1e10},
		{name: "ethereal_fischer.epd", most: 4, budget: 1e10},
		{name: "marcel.epd.zst", most: 4, budget: 1e10},
		{name: "ferdy_perft_double_checks.epd", budget: 1e10},
		{name: "ferdy_perft_enpassant_1.epd", budget: 1e10},
		{name: "ferdy_perft_single_check_1.epd.zst", budget: 1e10},
	})
}

// A perftFile says how much of a file is run.
type perftFile struct {
	name   string
	every  int    // every n-th position; 0 means all
	most   int    // greatest depth; 0 means any
	budget uint64 // greatest number of nodes of one position
}

func runPerftFiles(t *testing.T, files []perftFile) {
	for _, file := range files {
		t.Run(file.name, func(t *testing.T) {
			cases, err := file.read()
			if errors.Is(err, fs.ErrNotExist) && !*perftFull {
				t.Skip("the perft files are absent:", err)
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(cases) == 0 {
				t.Fatal("no positions")
			}
			runCases(t, cases)
		})
	}
}

// runCases runs the cases on all processors and logs the sum of their nodes.
func runCases(t *testing.T, cases []perftCase) {
	next := make(chan perftCase)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for c := range next {
				c.run(t)
			}
		})
	}
	nodes := uint64(0)
	for _, c := range cases {
		next <- c
		nodes += c.nodes
	}
	close(next)
	workers.Wait()
	t.Logf("%d positions, %d nodes", len(cases), nodes)
}

// read returns the file's cases, at most one of a line.
func (f perftFile) read() ([]perftCase, error) {
	path := filepath.Join("..", "..", "shared", "data", "perft", f.name)
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var r io.Reader = file
	if filepath.Ext(path) == ".zst" {
		d, err := zstd.NewReader(file)
		if err != nil {
			return nil, err
		}
		defer d.Close()
		r = d
	}
	var cases []perftCase
	s := bufio.NewScanner(r)
	for line := 1; s.Scan(); line++ {
		if f.every != 0 && line%f.every != 0 {
			continue
		}
		c, err := f.parseLine(strings.TrimRight(s.Text(), "\x00")) // the lines of marcel end in NUL
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, line, err)
		}
		c.where = fmt.Sprintf("%s:%d", f.name, line)
		if c.depth > 0 {
			cases = append(cases, c)
		}
	}
	return cases, s.Err()
}

// parseLine reads "FEN; D1 20; D2 400" in any spacing and chooses the greatest
// depth within the limits; the depth is 0 if there is none.
func (f perftFile) parseLine(line string) (c perftCase, err error) {
	fen, counts, _ := strings.Cut(line, ";")
	c.fen = fen
	for field := range strings.SplitSeq(counts, ";") {
		words := strings.Fields(field)
		if len(words) == 0 {
			continue
		}
		if len(words) != 2 || words[0][0] != 'D' {
			return c, fmt.Errorf("count %q, want D<depth> <nodes>", field)
		}
		depth, err := strconv.Atoi(words[0][1:])
		if err != nil {
			return c, err
		}
		nodes, err := strconv.ParseUint(words[1], 10, 64)
		if err != nil {
			return c, err
		}
		if nodes <= f.budget && depth > c.depth && (f.most == 0 || depth <= f.most) {
			c.depth, c.nodes = depth, nodes
		}
	}
	return c, nil
}
