package plain

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
)

// readAll reads a text, and says what each record is, in the order of lines.
func readAll(text string, opt datasets.Options) (got []string, n datasets.Counts, err error) {
	r := datasets.NewReader("t.plain", strings.NewReader(text), opt)
	for {
		var c datasets.Chunk
		var p datasets.Parsed
		if err := r.Next(&c); err == io.EOF {
			return got, n, nil
		} else if err != nil {
			return got, n, err
		}
		c.Parse(&p)
		n.Add(p.Counts)
		for i, bad := 0, p.Bad; i < len(p.Samples) || len(bad) > 0; {
			if len(bad) > 0 && (i == len(p.Samples) || bad[0].Line < p.Samples[i].Line) {
				got, bad = append(got, bad[0].Error()), bad[1:]
				continue
			}
			s := &p.Samples[i]
			i++
			if s.Game != game.Skeleton(&s.Position) || s.Left != datasets.NoLeft || s.Expected == s.Expected {
				got = append(got, fmt.Sprintf("%+v", s))
			}
			got = append(got, fmt.Sprintf("%d: %v %v %v %v %d", s.Line, s.Position.SideToMove(), s.Move, s.Score, s.Result, s.Ply))
		}
	}
}

const (
	white  = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nmove e2e4\nscore 30\nply 0\nresult -1\ne\n"
	black  = "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nmove e7e5\nscore -21\nply 1\nresult 1\ne\n"
	castle = "fen 4k3/8/8/8/8/8/8/4K2R w K - 3 40\nmove e1g1\nscore 32002\nresult 0\ne\n"
)

func TestRecords(t *testing.T) {
	with := func(old, new string) string { return strings.Replace(black, old, new, 1) }
	for _, tt := range []struct {
		name, text string
		opt        datasets.Options
		want       string
	}{
		{"labels are the mover's", white + black, datasets.Options{}, "1: White e2e4 +30 0-1 0, 7: Black e7e5 +21 0-1 1"},
		{"no score, and the ply of the FEN", castle, datasets.Options{}, "1: White e1h1 ? 1/2-1/2 78"},
		{"mate at an unknown distance", with("-21", "-31990"), datasets.Options{}, "1: Black e7e5 #+ 0-1 1"},
		{"lines of Windows, blank ones, a byte order mark", "\ufeff\r\n" + strings.ReplaceAll(white+"\n\n"+with("score", "\nscore"), "\n", "\r\n"), datasets.Options{},
			"2: White e2e4 +30 0-1 0, 10: Black e7e5 +21 0-1 1"},
		{"turned once more", black, datasets.Options{POV: datasets.POVMover, ResultPOV: datasets.POVMover}, "1: Black e7e5 -21 1-0 1"},
		{"nothing wanted", black, datasets.Options{Score: "-", Result: "-", Ply: "-"}, "1: Black e7e5 ? * 1"},
		{"no newline at the end", strings.TrimSuffix(white, "\n"), datasets.Options{}, "1: White e2e4 +30 0-1 0"},
		{"no labels", "fen 4k3/8/8/8/8/8/8/4K2R w K - 3 40\ne\n", datasets.Options{}, "1: White a1a1 ? * 78"},

		{"an illegal move, and the next record", with("e7e5", "e7e4") + white, datasets.Options{}, "t.plain:2: bad move: …, 7: White e2e4 +30 0-1 0"},
		{"another's position", with("fen rnbqkbnr", "fen rnbqkbn"), datasets.Options{}, "t.plain:1: bad FEN: …"},
		{"a score that is not whole", with("-21", "0.21"), datasets.Options{}, `t.plain:3: bad score "0.21": want a whole number from -32767 to 32767`},
		{"a result of PGN", with("result 1", "result 1-0"), datasets.Options{}, `t.plain:5: bad result "1-0": want a whole number from -1 to 1`},
		{"a ply that is negative", with("ply 1", "ply -1"), datasets.Options{}, `t.plain:4: bad ply "-1": want a whole number from 0 to 65535`},
		{"an unknown key", with("ply", "depth"), datasets.Options{}, `t.plain:4: unknown key "depth": want fen, move, score, ply, result or e`},
		{"an end with something after it", with("ply 1", "e 1") + white, datasets.Options{}, `t.plain:4: unknown key "e": want fen, move, score, ply, result or e, 7: White e2e4 +30 0-1 0`},
		{"twice", with("ply 1", "score 1"), datasets.Options{}, "t.plain:4: the record has a second line score"},
		{"no end, and the next record", strings.TrimSuffix(black, "e\n") + white, datasets.Options{}, "t.plain:1: the record has no line e at its end, 6: White e2e4 +30 0-1 0"},
		{"no end", white + strings.TrimSuffix(black, "e\n"), datasets.Options{}, "1: White e2e4 +30 0-1 0, t.plain:7: the record has no line e at its end"},
		{"no position", "score 1\ne\n" + white, datasets.Options{}, "t.plain:1: the record has no line fen, 3: White e2e4 +30 0-1 0"},
		{"long", "fen " + strings.Repeat("x", 200000) + "\n" + strings.Repeat("ply 1\n", 20000) + white, datasets.Options{}, "t.plain:1: record longer than 65536 bytes, 20002: White e2e4 +30 0-1 0"},
		{"nothing", "\n\n", datasets.Options{Format: "plain"}, "t.plain:1: empty file: no records"},
		{"a column", white, datasets.Options{Score: "3"}, "t.plain:1: no such column: -score 3: plain has no columns"},
		{"pawns", white, datasets.Options{Unit: datasets.UnitPawns}, "t.plain:1: -unit pawns: plain fixes the unit of scores: omit -unit"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, n, err := readAll(tt.text, tt.opt)
			if err != nil {
				list = append(list, err.Error())
			}
			got := strings.Join(list, ", ")
			head, tail, some := strings.Cut(tt.want, "…")
			if got != tt.want && !(some && strings.HasPrefix(got, head) && strings.HasSuffix(got, tail)) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if n.Lines != n.Bad+n.Samples || err == nil && n.Lines != len(list) {
				t.Errorf("counts %+v", n)
			}
		})
	}
}

// TestChunks: records are whole in all chunks, and lines are counted through them.
func TestChunks(t *testing.T) {
	const n = datasets.ChunkLines + 100
	got, counts, err := readAll(strings.Repeat(white, n), datasets.Options{})
	if err != nil || len(got) != n || counts.Samples != n {
		t.Fatalf("%d records, %+v, %v", len(got), counts, err)
	}
	if want := fmt.Sprintf("%d: White e2e4 +30 0-1 0", 6*(n-1)+1); got[n-1] != want {
		t.Errorf("%s, want %s", got[n-1], want)
	}
}

// TestDetect: the content decides, and of other texts the name.
func TestDetect(t *testing.T) {
	for _, tt := range []struct {
		head  string
		named bool
		want  float64
	}{{white, false, 1}, {"\n" + black, false, 1}, {"move e2e4\n" + white, true, 0.9}, {"move e2e4\n", false, 0}, {"fen , score\n", false, 0}, {"fen \x00", true, 0}} {
		if got := Format.Detect([]byte(tt.head), tt.named); got != tt.want {
			t.Errorf("%q: %g, want %g", tt.head, got, tt.want)
		}
	}
}

// FuzzPlain: no text panics, and every record is counted.
func FuzzPlain(f *testing.F) {
	f.Add(white + black)
	f.Add(castle[:40] + white)
	f.Add("fen \n\ne\ne e\nresult 9\n")
	f.Fuzz(func(t *testing.T, text string) {
		got, n, err := readAll(text, datasets.Options{Format: "plain"})
		var fault *datasets.LineError
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("%q: %v", text, err)
		}
		if n.Lines != n.Bad+n.Samples || len(got) != n.Lines {
			t.Fatalf("%q: %+v, %d records", text, n, len(got))
		}
	})
}

// TestWrite: what is written is read back: views, castling, mates, no score, and the ply as it was.
func TestWrite(t *testing.T) {
	text := white + black + castle + strings.Replace(black, "-21", "-31990", 1) + strings.Replace(white, "ply 0", "ply 44", 1)
	want, _, err := readAll(text, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var e encoding
	var lost datasets.Losses
	var out []byte
	for s, err := range datasets.NewReader("t.plain", strings.NewReader(text), datasets.Options{}).All() {
		if err == nil {
			out, err = e.Add(out, &s, &lost)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	got, _, err := readAll(string(out), datasets.Options{})
	cut := func(list []string) string { // the lines of records that had no ply move
		for i, s := range list {
			_, list[i], _ = strings.Cut(s, ": ")
		}
		return strings.Join(list, "\n")
	}
	if a, b := cut(got), cut(want); a != b || err != nil || lost != (datasets.Losses{}) {
		t.Errorf("%s\n%v, lost %v; want\n%s", out, err, lost, b)
	}
	if !strings.HasPrefix(string(out), white+black) {
		t.Errorf("%s", out)
	}
}

// TestWriteRefused: nothing is invented.
func TestWriteRefused(t *testing.T) {
	for _, line := range []string{"move e2e4\n", "result -1\n"} {
		for s, err := range datasets.NewReader("t.plain", strings.NewReader(strings.Replace(white, line, "", 1)), datasets.Options{}).All() {
			if err != nil {
				t.Fatal(err)
			}
			if _, err := (encoding{}).Add(nil, &s, new(datasets.Losses)); !errors.Is(err, datasets.ErrHold) {
				t.Errorf("without %q: %v", line, err)
			}
		}
	}
}

// TestCastling: castling rights that the board cannot have are dropped and counted where options say so, of whole records.
func TestCastling(t *testing.T) {
	const record = "fen 4k3/8/8/8/4P3/8/8/4K2R w KQkq - 0 1\nscore 21\nresult 1\ne\n"
	const faulty = "fen 4k3/8/8/8/4P3/8/8/4K2R w KQkq - 0 1\nscore x\nresult 1\ne\n"
	_, n, err := readAll(record+faulty+record, datasets.Options{Castling: datasets.CastlingRepair})
	if n.Samples != 2 || n.Castling != 2 || n.Bad != 1 {
		t.Errorf("%+v, %v", n, err)
	}
	if _, n, err = readAll(record, datasets.Options{}); n.Samples != 0 || n.Bad != 1 {
		t.Errorf("refused: %+v, %v", n, err)
	}
}
