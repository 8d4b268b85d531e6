package records_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets/records"
	"example.org/centipawn/winprob"
)

// FuzzDecode: no 32 bytes panic, and what is read is possible and is read again
// once it is written, but for the distance of mates, which has no code.
func FuzzDecode(f *testing.F) {
	for _, tt := range layoutTests {
		b := record(f, tt.bytes)
		f.Add(b[:], tt.layout == records.Bullet)
	}
	f.Fuzz(func(t *testing.T, data []byte, bullet bool) {
		layout := records.Marlin
		if bullet {
			layout = records.Bullet
		}
		var in [records.Size]byte
		copy(in[:], data)
		var r, again records.Record
		if layout.Decode(&in, &r) != nil {
			return // refusing is fine
		}
		if err := r.Position.Validate(); err != nil || r.WDL > 2 || r.Score == winprob.NoScore {
			t.Fatalf("%x is read as %s %v %d: %v", in, r.Position.FEN(), r.Score, r.WDL, err)
		}
		if parsed := boardtest.Parse(t, r.Position.FEN()); parsed != r.Position {
			t.Fatalf("%x: %s is another position", in, r.Position.FEN())
		}
		var out [records.Size]byte
		if err := errors.Join(layout.Encode(&r, &out), layout.Decode(&out, &again)); err != nil || again != r {
			t.Fatalf("%x is written as %x: %v", in, out, err)
		}
	})
}

// FuzzRoundTrip: every position survives the way through both layouts, but for
// what the layouts have no place for.
func FuzzRoundTrip(f *testing.F) {
	for _, fen := range boardtest.FENs() {
		f.Add(fen, int16(35), uint8(2))
	}
	f.Fuzz(func(t *testing.T, fen string, score int16, wdl uint8) {
		p, err := board.ParseFEN(fen)
		if err != nil || p.HalfmoveClock() > 255 || score == -32768 {
			t.Skip()
		}
		checkRoundTrip(t, records.Record{Position: p, Score: winprob.Centipawns(int(score)), WDL: wdl % 3})
	})
}

// FuzzGames: no stream panics; each game is whole, and what is read is written
// as it was but for the start's score and its spare byte.
func FuzzGames(f *testing.F) {
	for _, g := range randomGames(12) {
		g.Moves = g.Moves[:min(len(g.Moves), 40)]
		f.Add(appendGames(f, []records.Game{g}))
	}
	f.Add(append(bytes.Clone(extension), unhex(f, scholar)...))
	f.Fuzz(func(t *testing.T, stream []byte) {
		s := records.NewScanner(bytes.NewReader(stream))
		var g, again records.Game
		for s.Scan() {
			if n, _ := records.CutGame(s.Game()); n != len(s.Game()) {
				t.Fatalf("a game of %d bytes ends at %d", len(s.Game()), n)
			}
			if records.ParseGame(s.Game(), &g) != nil {
				continue
			}
			b, err := g.Append(nil)
			if err == nil {
				err = records.ParseGame(b, &again)
			}
			if err != nil || len(b) != len(s.Game()) || again.Start != g.Start || again.WDL != g.WDL || !slices.Equal(again.Moves, g.Moves) {
				t.Fatalf("%x is written as %x, %v", s.Game(), b, err)
			}
		}
	})
}
