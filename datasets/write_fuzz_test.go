package datasets_test

import (
	"math"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	"example.org/centipawn/winprob"
)

// FuzzWrite: whatever a sample has, EPD says it again, and the other formats
// what they hold; or the writer refuses.
func FuzzWrite(f *testing.F) {
	for i, fen := range boardtest.FENs() {
		f.Add(fen, 37*i-500, uint8(i), float32(0.3), uint32(i*i), uint16(i), uint8(i))
	}
	f.Add(board.StartFEN, 31_999, uint8(0), float32(math.NaN()), uint32(0), uint16(0), uint8(0))
	f.Add(board.StartFEN, -32_768, uint8(0), float32(1e-30), uint32(0), uint16(0), uint8(0))
	f.Add("rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1", 0, uint8(1), float32(0), uint32(0), uint16(0), uint8(0)) // begins like UTF-16
	f.Add("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1", 43, uint8(2), float32(0), uint32(0), uint16(0), uint8(0))                         // a Bullet that is a Marlin, too
	f.Add("5b1k/8/8/8/8/8/8/KB6 w - - 0 1", 519, uint8(1), float32(0), uint32(0), uint16(0), uint8(0))                         // a Marlin that is a Bullet, too
	f.Fuzz(func(t *testing.T, fen string, score int, result uint8, expected float32, game uint32, ply uint16, depth uint8) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Skip()
		}
		s := datasets.Sample{
			Position: p, Score: fuzzedScore(score), Result: datasets.Result(result % 4), Expected: notKnown,
			Game: game, Ply: ply, Depth: depth, Left: datasets.NoLeft, Line: 1,
		}
		if s.Result == datasets.Unknown && expected > 0 && expected < 1 && expected != 0.5 {
			s.Expected = expected
		}
		if moves := p.LegalMoves(nil); len(moves) > 0 {
			s.Move = moves[int(game%uint32(len(moves)))]
		}
		one := []datasets.Sample{s}
		labelled := s.Score != winprob.NoScore && s.Result != datasets.Unknown
		if s.Score != winprob.NoScore || s.Result != datasets.Unknown || s.Expected == s.Expected {
			data, losses, err := writeSamples(t, "x.epd", one)
			if err != nil || losses != nil {
				t.Fatalf("%v, losses %v", err, losses)
			}
			checkSame(t, "x.epd", readSamples(t, "x.epd", data), one)
		}
		for _, name := range []string{"x.txt", "x.marlin", "x.bf"} { // no x.bin: a single record may be both
			data, _, err := writeSamples(t, name, one)
			if (err == nil) != labelled && name != "x.txt" && p.HalfmoveClock() < 256 {
				t.Fatalf("%s: %v", name, err)
			}
			if err == nil && labelled {
				checkSame(t, name, readSamples(t, name, data), kept(t, one, name == "x.bf"))
			}
		}
	})
}

// fuzzedScore returns a score that a reader may give: mate on the board is left
// out, for it needs one.
func fuzzedScore(n int) winprob.Score {
	switch s := winprob.Score(n); {
	case s == winprob.NoScore:
		return s
	case s.Mate() != 0:
		return winprob.MateIn(s.Mate(), 1+int(s&511))
	default:
		return s
	}
}
