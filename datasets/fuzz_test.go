package datasets_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
)

// FuzzCSVLine: no line panics, every line is counted, and a sample written
// again is the same sample.
func FuzzCSVLine(f *testing.F) {
	for _, line := range []string{
		white + ",+56,1-0,8", white + ";-54;½;8", white + "\t#+3\t*\t0", black + ",M5,0.5,1", black + ",mate -3,,1",
		mated + ",#-0,1-0,3", lost + ",#0,0,3", white + ",20000,1,2", white + ",,0-1,2", white + ",?,?,2",
		"\"" + white + "\",\"1,5\",\"1/2-1/2\",\"7\"", white + ",1e2,*,9", white + ",NaN,*,9", white + ",-0.5,2,9",
		white + ",0,35,*,9", short + ",0,*,9", "\ufeff" + white + ",0,*,9\r", "\"" + white, "a,b,c,d", "", ",,,", "\"\"\"\",0,*,1",
		"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2,+30,*,2",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9,0,*,16",
	} {
		f.Add(line, false, false)
		f.Add(line, true, true)
	}
	f.Fuzz(func(t *testing.T, line string, pawns, mover bool) {
		opt := datasets.Options{FEN: "1", Score: "2", Result: "3", Ply: "4"}
		plain := opt
		if pawns {
			opt.Unit = datasets.UnitPawns
		}
		if mover {
			opt.POV = datasets.POVMover
		}
		first := white + ",0,*,0\n" // so that the fuzzed line is not a header
		p, err := parse(first+line, opt)
		if err != nil {
			t.Skip(err) // the first rows make no table
		}
		if want := 2 + strings.Count(line, "\n"); p.Counts.Lines != want && p.Counts.Lines != want-1 ||
			p.Counts.Lines != p.Counts.Blank+p.Counts.Bad+p.Counts.Samples ||
			len(p.Samples) != p.Counts.Samples || len(p.Bad) != p.Counts.Bad {
			t.Fatalf("counts %+v of %d lines, %d samples and %d bad", p.Counts, want, len(p.Samples), len(p.Bad))
		}
		for _, s := range p.Samples {
			again, err := parse(fmt.Sprintf("%s,%v,%s,%d", s.Position.FEN(), s.Score, target(&s), s.Ply), plain)
			if err != nil || len(again.Samples) != 1 {
				t.Fatalf("%+v, written again: %v, %v", s, err, again.Bad)
			}
			again.Samples[0].Line, again.Samples[0].Point = s.Line, s.Point // it is written in whole centipawns
			if !same(again.Samples[0], s) {
				t.Fatalf("%+v, written again: %+v", s, again.Samples[0])
			}
		}
	})
}

// target writes the result or the probability of a sample.
func target(s *datasets.Sample) string {
	if s.Result == datasets.Unknown && !math.IsNaN(float64(s.Expected)) {
		return fmt.Sprint(s.Expected)
	}
	return s.Result.String()
}

// same compares samples; two that have no expected score are equal in it.
func same(a, b datasets.Sample) bool {
	if math.IsNaN(float64(a.Expected)) && math.IsNaN(float64(b.Expected)) {
		a.Expected, b.Expected = 0, 0
	}
	return a == b
}

// parse returns the first chunk of a text.
func parse(text string, opt datasets.Options) (p datasets.Parsed, err error) {
	var c datasets.Chunk
	if err = datasets.NewReader("t.csv", strings.NewReader(text), opt).Next(&c); err != nil {
		return p, err
	}
	c.Parse(&p)
	return p, nil
}
