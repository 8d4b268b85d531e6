package standard

import (
	"bufio"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/features"
	"example.org/centipawn/internal/long"
)

var allSets = []*features.Set{Set, Safety, Nonlinear, features.PeSTO, features.PeSTOMirrored, features.AlphaOne, features.Lishex}

func TestLaws(t *testing.T) {
	for _, s := range allSets {
		t.Run(s.Name(), func(t *testing.T) {
			if err := features.CheckLawsOnPositions(s); err != nil {
				t.Error(err)
			}
		})
	}
}

// FuzzLaws checks the laws of every set on positions that the
// fuzzer makes.
func FuzzLaws(f *testing.F) {
	for _, fen := range boardtest.FENs() {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Skip() // FuzzParseFEN looks at the bad ones
		}
		for _, s := range allSets {
			if err := features.CheckLaws(s, &p); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestLawsOnKnownPositions checks the laws where castling rights, en passant,
// promotions and Chess960 occur.
func TestLawsOnKnownPositions(t *testing.T) {
	for _, c := range boardtest.Cases() {
		p := boardtest.Parse(t, c.FEN)
		if err := features.CheckLaws(Safety, &p); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}

// realPositions is how many positions of games TestLawsOnRealPositions looks at.
const realPositions = 200_000

// TestLawsOnRealPositions checks the laws of every term of the standard sets, of
// which one holds the other's.
func TestLawsOnRealPositions(t *testing.T) {
	long.Skip(t, "takes seconds")
	lines := make(chan []string, 2)
	var checkers sync.WaitGroup
	checked := make([]int, runtime.GOMAXPROCS(0))
	for i := range checked {
		checkers.Go(func() {
			for block := range lines {
				n, err := checkLawsOnLines(block)
				if err != nil {
					t.Error(err)
				}
				checked[i] += n
			}
		})
	}
	sendRealPositions(t, lines)
	checkers.Wait()
	total := 0
	for _, n := range checked {
		total += n
	}
	if total != realPositions && !t.Failed() {
		t.Errorf("%d positions, want %d", total, realPositions)
	}
}

// checkLawsOnLines checks the laws on the positions of lines of an EPD file, up to
// the first that breaks one.
func checkLawsOnLines(lines []string) (n int, err error) {
	laws := features.NewLawChecker(Safety)
	for _, line := range lines {
		fen, _, _ := strings.Cut(line, " c9 ")
		p, err := board.ParseFEN(fen)
		if err == nil {
			err = laws.Check(&p)
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// sendRealPositions sends every third line of a public set in blocks, and closes
// the channel. It skips the test where the set is absent.
func sendRealPositions(t *testing.T, blocks chan<- []string) {
	defer close(blocks)
	f, err := os.Open("../../../shared/data/texel/quiet_tcec.epd.zst")
	if err != nil {
		t.Skip("no real data: ", err)
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	scanner := bufio.NewScanner(z)
	for sent := 0; sent < realPositions; {
		var block []string
		for len(block) < 1000 && scanner.Scan() {
			block = append(block, scanner.Text())
			scanner.Scan()
			scanner.Scan()
		}
		if len(block) == 0 {
			t.Fatal("the set ends: ", scanner.Err())
		}
		blocks <- block
		sent += len(block)
	}
}
