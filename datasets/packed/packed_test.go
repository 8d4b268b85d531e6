package packed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/datasets/records"
	"example.org/centipawn/winprob"
)

// randomRecords returns n records of a layout, of random games: a label is sixty
// centipawns a pawn of material, and its sign the result.
func randomRecords(t testing.TB, layout records.Layout, n int) []byte {
	t.Helper()
	positions, _ := boardtest.NumberedPositions(8, n)
	var b [records.Size]byte
	var all []byte
	for i := range positions {
		score := winprob.Centipawns(60 * datasets.Material(&positions[i]))
		r := records.Record{Position: positions[i], Score: score, WDL: uint8(2 * points(score))}
		if err := layout.Encode(&r, &b); err != nil {
			t.Fatal(err)
		}
		all = append(all, b[:]...)
	}
	return all
}

// randomViri returns n games in viriformat.
func randomViri(t testing.TB, n int) (all []byte) {
	t.Helper()
	rng := rand.New(rand.NewPCG(9, 9))
	var moves []board.Move
	for i := range n {
		g := records.Game{Start: board.Start()}
		p := g.Start
		for range i * 7 % 150 {
			if moves = p.LegalMoves(moves[:0]); len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			g.Moves = append(g.Moves, records.Move{Move: m, Score: winprob.Centipawns(60 * datasets.Material(&p))})
			p.Make(m)
		}
		g.WDL = uint8(2 * points(winprob.Score(datasets.Material(&p))))
		var err error
		if all, err = g.Append(all); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestBinaryFormats: each is told by its content, whatever its name, and read the
// same from a pipe.
func TestBinaryFormats(t *testing.T) {
	const n = datasets.ChunkLines + 100
	tests := []struct {
		name    string
		content []byte
		samples int
		columns string
	}{
		{"marlin.dat", randomRecords(t, records.Marlin, n), n, "marlinformat: score and result of each record"},
		{"bullet.dat", randomRecords(t, records.Bullet, n), n, "bulletformat: score and result of each record"},
		{"marlin.bf", randomRecords(t, records.Marlin, 5), 5, "marlinformat: score and result of each record"},
		{"bullet.bin", randomRecords(t, records.Bullet, 1), 1, "bulletformat: score and result of each record"},
		{"games.dat", randomViri(t, 150), 0, "viriformat: position before each move, its score, the result"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), tt.name)
			if err := os.WriteFile(path, tt.content, 0o666); err != nil {
				t.Fatal(err)
			}
			r := inspected(t, path)
			got := collect(t, r)
			piped := collect(t, datasets.NewReader(tt.name, iotest.OneByteReader(bytes.NewReader(tt.content)), datasets.Options{}))
			if fmt.Sprint(got) != fmt.Sprint(piped) {
				t.Errorf("%d samples of the file, %d of the pipe, or others", len(got), len(piped))
			}
			if tt.samples > 0 && len(got) != tt.samples || len(got) == 0 {
				t.Errorf("%d samples, want %d", len(got), tt.samples)
			}
			sources, err := r.Sources()
			if err != nil || sources[0].Columns.String() != tt.columns {
				t.Errorf("%v, %v, want %s", err, sources, tt.columns)
			}
		})
	}
}

// inspected opens a file of which nothing need be told.
func inspected(t *testing.T, path string) *datasets.Reader {
	t.Helper()
	r, err := datasets.Open([]string{path}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	in, err := inspect.Inputs(r, 1)
	if err != nil || inspect.Refusal(in) != nil {
		t.Fatal(err, inspect.Refusal(in))
	}
	return r
}

// collect returns all samples of a reader.
func collect(t *testing.T, r *datasets.Reader) (all []datasets.Sample) {
	t.Helper()
	for s, err := range r.All() {
		if err != nil {
			t.Fatal(err)
		}
		s.Expected = 0 // NaN is equal to nothing
		all = append(all, s)
	}
	return all
}

// TestBinarySamples: what samples of binary records say.
func TestBinarySamples(t *testing.T) {
	position := func(fen string) board.Position {
		p, err := board.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	encode := func(l records.Layout, fen string, score winprob.Score, wdl uint8) string {
		var b [records.Size]byte
		if err := l.Encode(&records.Record{Position: position(fen), Score: score, WDL: wdl}, &b); err != nil {
			t.Fatal(err)
		}
		return string(b[:])
	}
	game := records.Game{Start: position("8/8/8/8/8/4k3/4p3/4K3 w - - 5 60"), WDL: 1, Moves: []records.Move{}}
	viri, _ := game.Append(nil)
	game.Start, game.WDL = board.Start(), 2
	for i, uci := range []string{"e2e4", "e7e5", "g1f3"} {
		p := position([]string{
			board.StartFEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
			"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
		}[i])
		m, _ := p.ParseUCI(uci)
		game.Moves = append(game.Moves, records.Move{Move: m, Score: winprob.Score(10 * (i + 1))})
	}
	viri, _ = game.Append(viri)
	const black = "4k3/8/8/8/4P3/8/8/4K3 b - - 3 20"
	tests := []struct {
		name, in string
		opt      datasets.Options
		want     string // score, result, ply, move, left, line; or the error
	}{
		{"marlinformat", encode(records.Marlin, black, -54, 0), datasets.Options{Format: "marlinformat"}, "-54 0-1 39 a1a1 65535 1"},
		{"marlinformat, the mover's view", encode(records.Marlin, black, -54, 0), datasets.Options{Format: "marlinformat", POV: datasets.POVMover, ResultPOV: datasets.POVMover}, "+54 1-0 39 a1a1 65535 1"},
		{"no labels wanted", encode(records.Marlin, black, -54, 0), datasets.Options{Format: "marlinformat", Score: "-", Result: "-"}, "? * 39 a1a1 65535 1"},
		{"a mate", encode(records.Marlin, black, winprob.MateIn(1, 3), 2), datasets.Options{Format: "marlinformat"}, "#+ 1-0 39 a1a1 65535 1"},
		{"bulletformat", encode(records.Bullet, black, -54, 0), datasets.Options{Format: "bulletformat"}, "+54 1-0 0 a1a1 65535 1"},
		{"a bad record", encode(records.Marlin, black, 1, 1) + strings.Repeat("\xff", 32) + encode(records.Marlin, black, 2, 1), datasets.Options{Format: "marlinformat"},
			"+1 1/2-1/2 39 a1a1 65535 1; t.bin:2: bad record: bad result 255: want 0, 1 or 2; +2 1/2-1/2 39 a1a1 65535 3"},
		{"cut off", encode(records.Marlin, black, 1, 1) + "1234567", datasets.Options{Format: "marlinformat"}, "+1 1/2-1/2 39 a1a1 65535 1; t.bin:2: cannot read: incomplete record at the end: 7 bytes of 32"},
		{"viriformat", string(viri), datasets.Options{Format: "viriformat"}, "+10 1-0 0 e2e4 3 2; +20 1-0 1 e7e5 2 2; +30 1-0 2 g1f3 1 2"},
		{"viriformat, a bad move", string(viri[:36]) + string(viri[36:68]) + "\x01\x00\x02\x00" + string(viri[72:]), datasets.Options{Format: "viriformat"},
			"t.bin:2: bad game: ply 1: illegal move: b1a1 (0x0001)"},
		{"viriformat, cut off", string(viri[:len(viri)-5]), datasets.Options{Format: "viriformat"}, "t.bin:2: cannot read: incomplete record at the end: game 2: unexpected EOF"},
		{"nothing", "", datasets.Options{Format: "viriformat"}, "t.bin:1: empty file: no games"},
		{"no records", "", datasets.Options{Format: "bulletformat"}, "t.bin:1: empty file: no records"},
		{"pawns", encode(records.Marlin, black, -54, 0), datasets.Options{Format: "marlinformat", Unit: datasets.UnitPawns}, "t.bin:1: -unit pawns: marlinformat fixes the unit of scores: omit -unit"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for s, err := range datasets.NewReader("t.bin", strings.NewReader(tt.in), tt.opt).All() {
				if err != nil {
					got = append(got, err.Error())
					continue
				}
				got = append(got, fmt.Sprintf("%v %v %d %v %d %d", s.Score, s.Result, s.Ply, s.Move, s.Left, s.Line))
			}
			if text := strings.Join(got, "; "); text != tt.want {
				t.Errorf("got  %s\nwant %s", text, tt.want)
			}
		})
	}
}

// TestGamesOfViri: positions of a game share its hash, unless ids are not wanted.
func TestGamesOfViri(t *testing.T) {
	text := randomViri(t, 40)
	for _, tt := range []struct {
		game string
		want int
	}{{"", 39}, {"-", 0}} { // one has no move
		games := map[uint32]int{}
		for _, s := range collect(t, datasets.NewReader("t.viri", bytes.NewReader(text), datasets.Options{Game: tt.game})) {
			if tt.game == "-" && s.Game != game.Skeleton(&s.Position) {
				t.Fatalf("%+v: no skeleton", s)
			}
			games[s.Game] = s.Line
		}
		if tt.want > 0 && len(games) != tt.want {
			t.Errorf("%d games, want %d", len(games), tt.want)
		}
	}
	var c datasets.Chunk
	var p datasets.Parsed
	if err := datasets.NewReader("t.viri", bytes.NewReader(text), datasets.Options{}).Next(&c); err != nil {
		t.Fatal(err)
	}
	c.Parse(&p)
	if c.Lines != 40 || p.Counts.Games != 40 || p.Counts.Moveless != 1 || p.Counts.Lines != len(p.Samples) {
		t.Errorf("%d games, counts %+v", c.Lines, p.Counts)
	}
}

// TestBulletBatch reads a published batch: every record counts.
func TestBulletBatch(t *testing.T) {
	const name = "../../../shared/data/formats/bullet_batch.bf"
	if _, err := os.Stat(name); err != nil {
		t.Skip("no data to try: ", err)
	}
	r := inspected(t, name)
	if n := len(collect(t, r)); n != 16_273 {
		t.Errorf("%d samples, want 16,273", n)
	}
}

// FuzzBinary: no bytes panic, in any of the formats, and no chunk is too large.
func FuzzBinary(f *testing.F) {
	f.Add(randomRecords(f, records.Marlin, 3))
	f.Add(randomRecords(f, records.Bullet, 3))
	f.Add(randomViri(f, 4))
	f.Add([]byte("\x00"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, format := range []datasets.FormatName{datasets.FormatAuto, "marlinformat", "bulletformat", "viriformat"} {
			r := datasets.NewReader("t.bin", bytes.NewReader(text), datasets.Options{Format: format})
			var c datasets.Chunk
			var p datasets.Parsed
			var err error
			for err = r.Next(&c); err == nil; err = r.Next(&c) {
				c.Parse(&p)
				n := p.Counts
				if len(p.Samples) > datasets.ChunkLines || c.Lines > datasets.ChunkLines || n.Lines != n.Blank+n.Bad+n.Samples || n.Samples != len(p.Samples) {
					t.Fatalf("%v: %d records, counts %+v", format, c.Lines, n)
				}
			}
			var fault *datasets.LineError
			if err != io.EOF && !errors.As(err, &fault) {
				t.Fatalf("%v: %v", format, err)
			}
		}
	})
}

// TestInspectIncomplete: of a last record that is not whole the reading tells, not
// the inspection.
func TestInspectIncomplete(t *testing.T) {
	for name, all := range map[string][]byte{"a.bf": randomRecords(t, records.Bullet, 40), "a.viri": randomViri(t, 20)} {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, all[:len(all)-5], 0o666); err != nil {
			t.Fatal(err)
		}
		r, err := datasets.Open([]string{file}, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if _, err = inspect.Inputs(r, 1); err != nil {
			t.Errorf("%s: inspection: %v", name, err)
		}
		n := 0
		for _, err = range r.All() {
			n++
		}
		if n < 40 || !errors.Is(err, datasets.ErrIncomplete) {
			t.Errorf("%s: %d samples, error %v", name, n, err)
		}
	}
}

// points returns the points that the side with the better score would get.
func points(s winprob.Score) float64 {
	switch {
	case s > 0:
		return 1
	case s < 0:
		return 0
	}
	return 0.5
}
