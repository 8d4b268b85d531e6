package text

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/inspect"
	"example.org/centipawn/internal/long"
)

const (
	whitePawn = "4k3/8/8/8/4P3/8/8/4K3 w - -"
	blackPawn = "4k3/8/8/4p3/8/8/8/4K3 b - -" // its mirror
)

// parseAll returns the samples and faults of a text.
func parseAll(t testing.TB, text string, opt datasets.Options) (samples []datasets.Sample, bad []string, err error) {
	t.Helper()
	r := datasets.NewReader("t.epd", strings.NewReader(text), opt)
	var c datasets.Chunk
	var p datasets.Parsed
	for {
		if err := r.Next(&c); err == io.EOF {
			return samples, bad, nil
		} else if err != nil {
			return samples, bad, err
		}
		c.Parse(&p)
		samples = append(samples, p.Samples...)
		for i := range p.Bad {
			bad = append(bad, p.Bad[i].Error())
		}
	}
}

// labelText writes the labels of samples: result or probability, score, ply.
func labelText(samples []datasets.Sample) string {
	var all []string
	for _, s := range samples {
		target := s.Result.String()
		if !math.IsNaN(float64(s.Expected)) {
			target += fmt.Sprint(s.Expected)
		}
		all = append(all, fmt.Sprintf("%s %v %d", target, s.Score, s.Ply))
	}
	return strings.Join(all, ", ")
}

// TestDialects reads results in every way in use. In the texts, P is a position
// without counters, F one with them after 14 half moves, B one with Black to move;
// a bar ends a line, unless blanks stand on both sides.
func TestDialects(t *testing.T) {
	const wins, draws, loses = "1-0 ? 0", "1/2-1/2 ? 0", "0-1 ? 0"
	tests := []struct {
		name, in string
		opt      datasets.Options
		want     string
		columns  string
	}{
		{"c9", `P c9 "1-0";|P c9 "1/2-1/2";|P c9 "0-1";`, datasets.Options{}, wins + ", " + draws + ", " + loses, "EPD: result in c9"},
		{"c9 and id", `P c9 "1-0"; id "25f384-92";|P c9 "0-1"; id "0-1";`, datasets.Options{}, wins + ", " + loses, "EPD: result in c9, game in id"},
		{"id and c9", `P id "25f384-92"; c9 "1-0";|P id "1-0"; c9 "0-1";`, datasets.Options{}, wins + ", " + loses, "EPD: result in c9, game in id"},
		{"another opcode", `P c2 "1-0";|P c2 "1/2-1/2"; id "a0-1";`, datasets.Options{}, wins + ", " + draws, "EPD: result in c2, game in id"},
		{"opcode without quotes", `P c9 1-0;|P c9 1/2-1/2`, datasets.Options{}, wins + ", " + draws, "EPD: result in c9"},
		{"opcode with an equals sign", `P result=1-0; ply=7|P result=0.5; ply=9`, datasets.Options{}, "1-0 ? 7, 1/2-1/2 ? 9", "EPD: result in result, ply in ply"},
		{"brackets", `F [1.0]|F [0.5]|F [0.0]`, datasets.Options{}, "1-0 ? 14, 1/2-1/2 ? 14, 0-1 ? 14", "EPD: result in []"},
		{"brackets without counters", `P [1.0]|P [0]`, datasets.Options{}, wins + ", " + loses, "EPD: result in []"},
		{"brackets with quotes", `P ["1-0"];|P ["0-1"];`, datasets.Options{}, wins + ", " + loses, "EPD: result in []"},
		{"brackets and a score", `F [0.5] 104|F [1.0] -20`, datasets.Options{}, "1/2-1/2 +104 14, 1-0 -20 14", "EPD: score in value 1, result in []"},
		{"a score and brackets", `P eval 11.04; [0.5]|P eval 1.0; [0.0]`, datasets.Options{}, "1/2-1/2 +11 0, 0-1 +1 0", "EPD: score in eval, result in []"},
		{"semicolon", `P; 0-1|P;1-0|P ;1/2-1/2`, datasets.Options{}, loses + ", " + wins + ", " + draws, "EPD: result in value 1"},
		{"semicolon and points", `P;0.5|P;1.0|P;0`, datasets.Options{}, draws + ", " + wins + ", " + loses, "EPD: result in value 1"},
		{"comma", `P,0.5|P,1|P,0`, datasets.Options{}, draws + ", " + wins + ", " + loses, "EPD: result in value 1"},
		{"comma and whole points", `P,0|P,1|P,0`, datasets.Options{}, loses + ", " + wins + ", " + loses, "EPD: result in value 1"},
		{"tab", "P\t1-0|P\t0-1", datasets.Options{}, wins + ", " + loses, "EPD: result in value 1"},
		{"blank", `P 1-0|P 1/2-1/2`, datasets.Options{}, wins + ", " + draws, "EPD: result in value 1"},
		{"quotes", `P "1-0";|P "0-1";`, datasets.Options{}, wins + ", " + loses, "EPD: result in value 1"},
		{"bars", `F | 30 | 1.0|F | -7 | 0.5`, datasets.Options{}, "1-0 +30 14, 1/2-1/2 -7 14", "EPD: score in value 1, result in value 2"},
		{"bars, scores from 0 to 1", `F | 0 | 1.0|F | 1 | 0.5`, datasets.Options{}, "1-0 0 14, 1/2-1/2 +1 14", "EPD: score in value 1, result in value 2"},
		{"ce", `P ce +31; c9 "1-0";|P ce -7; c9 "0-1";`, datasets.Options{}, "1-0 +31 0, 0-1 -7 0", "EPD: score in ce, result in c9"},
		{"ce alone", `P ce +31;|P ce 20000;`, datasets.Options{}, "* +31 0, * #+ 0", "EPD: score in ce"},
		{"probabilities", `P [0.63]|P [1.0]|P [0.001]`, datasets.Options{}, "*0.63 ? 0, 1-0 ? 0, *0.001 ? 0", "EPD: result in []"},
		{"probabilities after a semicolon", `P;0.63|P;0.25`, datasets.Options{}, "*0.63 ? 0, *0.25 ? 0", "EPD: result in value 1"},
		{"unknown results", `P c9 "*";|P c9 "1-0";`, datasets.Options{}, "* ? 0, " + wins, "EPD: result in c9"},
		{"counters or none", `P c9 "1-0";|F c9 "0-1";`, datasets.Options{}, wins + ", 0-1 ? 14", "EPD: result in c9"},
		{"other blanks", "P   c9   \"1-0\" ; |P\tc9 \"0-1\";", datasets.Options{}, wins + ", " + loses, "EPD: result in c9"},
		{"the case of opcodes", `P C9 "1-0";|P c9 "0-1";`, datasets.Options{}, wins + ", " + loses, "EPD: result in c9"},
		{"other order in one line", `P c9 "1-0"; id "a";|P id "b"; c9 "0-1";`, datasets.Options{}, wins + ", " + loses, "EPD: result in c9, game in id"},

		{"CRLF", "P c9 \"1-0\";\r|P c9 \"0-1\";\r", datasets.Options{}, wins + ", " + loses, "EPD: result in c9"},
		{"byte order mark", "\ufeffP [1.0]|P [0.0]", datasets.Options{}, wins + ", " + loses, "EPD: result in []"},
		{"blank lines go on", `P [1.0]|| |P [0.0]||`, datasets.Options{}, wins + ", " + loses, "EPD: result in []"},
		{"final newline", `P [1.0]|P [0.0]|`, datasets.Options{}, wins + ", " + loses, "EPD: result in []"},
		{"comment with a result", `P c0 "won 1-0, 1/2"; c9 "0-1";|P c0 "1/2-1/2"; c9 "1-0";`, datasets.Options{}, loses + ", " + wins, "EPD: result in c9"},

		{"by name", `P c9 "1-0"; c2 "0-1";|P c9 "1-0"; c2 "0-1";`, datasets.Options{Result: "C2"}, loses + ", " + loses, "EPD: result in c2"},
		{"by number", `P [1.0] 30 0.5|P [1.0] 31 0.5`, datasets.Options{Result: "4", Score: "3"}, "1/2-1/2 +30 0, 1/2-1/2 +31 0", "EPD: score in value 1, result in value 2"},
		{"not the score", `P ce 30; c9 "1-0";|P ce 31; c9 "1-0";`, datasets.Options{Score: "-"}, wins + ", " + wins, "EPD: result in c9"},
		{"not the result", `P ce 30; c9 "1-0";|P ce 31; c9 "1-0";`, datasets.Options{Result: "-"}, "* +30 0, * +31 0", "EPD: score in ce"},
		{"no labels, asked for", `P bm e5; id "a";|P bm e5; id "b";`, datasets.Options{Score: "-"}, "* ? 0, * ? 0", "EPD: game in id, move in bm"},
		{"the mover's points", `P [1.0]|B [1.0]|B [0.25]|B [0.5]`, datasets.Options{ResultPOV: datasets.POVMover}, wins + ", " + loses + ", *0.75 ? 0, " + draws, "EPD: result in []"},
		{"the mover's score", `P ce 30; c9 "1-0";|B ce 30; c9 "1-0";`, datasets.Options{POV: datasets.POVMover}, "1-0 +30 0, 1-0 -30 0", "EPD: score in ce, result in c9"},

		{"a table stays one", `F,+30|F,-40`, datasets.Options{}, "* +30 14, * -40 14", "position in column 1, score in column 2"},
		{"a table of small scores too", `F;0|F;0`, datasets.Options{Score: "2"}, "* 0 14, * 0 14", "position in column 1, score in column 2"},
	}
	replace := strings.NewReplacer("P", whitePawn, "B", blackPawn, "F", whitePawn+" 0 8", " | ", " | ", "|", "\n")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := replace.Replace(tt.in)
			samples, bad, err := parseAll(t, in, tt.opt)
			if err != nil || bad != nil {
				t.Fatalf("%v, %q", err, bad)
			}
			if got := labelText(samples); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			f, err := detectFormat(linesOf(in), tt.opt)
			if err != nil || f.Columns().String() != tt.columns {
				t.Errorf("columns %q, %v, want %q", f.Columns(), err, tt.columns)
			}
		})
	}
}

func linesOf(text string) (lines [][]byte) {
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, []byte(line))
		}
	}
	return lines
}

// TestEPDFaults: a bad line is one line, named with its reason.
func TestEPDFaults(t *testing.T) {
	good := strings.Repeat(whitePawn+" c9 \"1-0\";\n", 3)
	for _, tt := range []struct{ name, line, want string }{
		{"no result", whitePawn + ` id "1-0";`, "t.epd:4: bad result: no c9 in the line, where the others have it"},
		{"position alone", whitePawn, "t.epd:4: bad result: no c9 in the line, where the others have it"},
		{"bad result", whitePawn + ` c9 "1-1";`, `t.epd:4: bad result "1-1": want 1-0, 0-1, 1/2-1/2, *, White's points 1, 0.5, 0, a probability between, or a word such as white, black, draw, win, loss (-result-codes states others, -result - ignores the column)`},
		{"twice", whitePawn + ` c9 "1-0"; c9 "0-1";`, "t.epd:4: wrong number of columns: c9 comes twice in the line"},
		{"open quote", whitePawn + ` c9 "1-0`, `t.epd:4: bad quotes: no " at the end of "1-0"`},
		{"open bracket", whitePawn + ` [1.0`, `t.epd:4: bad quotes: no ] at the end of "1.0"`},
		{"no position", `nonsense c9 "1-0";`, "t.epd:4: bad FEN: "},
		{"a result in the position", `1/2-1/2 w - - c9 "1-0";`, "t.epd:4: bad FEN: "},
		{"three fields", `4k3/8/8/8/4P3/8/8/4K3 w -; c9 "1-0";`, "t.epd:4: bad FEN: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			samples, bad, err := parseAll(t, good+tt.line+"\n"+good, datasets.Options{})
			if err != nil || len(samples) != 6 || len(bad) != 1 || !strings.HasPrefix(bad[0], tt.want) {
				t.Errorf("%v, %d samples\ngot  %q\nwant %s", err, len(samples), bad, tt.want)
			}
		})
	}
}

// TestEPDWithoutLabels: a file in which nothing is found, or not what was asked
// for, is refused with what it has.
func TestEPDWithoutLabels(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		opt      datasets.Options
		want     string
	}{
		{"no labels", whitePawn + ` bm e5; id "1-0";`, datasets.Options{},
			`t.epd:1: no such column for the result or the score: the first 1 lines have bm, id: name one with -result or -score`},
		{"no such opcode", whitePawn + ` c9 "1-0";`, datasets.Options{Result: "c8"}, `t.epd:1: no such column: "c8": the first lines have c9`},
		{"one for two", whitePawn + ` c9 "1-0";`, datasets.Options{Game: "c9"}, `t.epd:1: c9 cannot be both result and game`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, err := parseAll(t, tt.in, tt.opt); err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// TestGameOfEPD: the id is the game, whatever it looks like, the same in all
// files, with its quotes or not; a line without one goes by its skeleton.
func TestGameOfEPD(t *testing.T) {
	in := "P c9 \"1-0\"; id \"a1-0\";\nP id \"a1-0\"; c9 \"0-1\";\nP c9 \"0-1\"; id \"a0-1\";\nP c9 \"0-1\";\n"
	samples, bad, err := parseAll(t, strings.ReplaceAll(in, "P", whitePawn), datasets.Options{})
	if err != nil || bad != nil {
		t.Fatal(err, bad)
	}
	table, _, err := parseAll(t, "fen,eval,game\n"+whitePawn+",0,a1-0\n", datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b, c, d := samples[0].Game, samples[1].Game, samples[2].Game, samples[3].Game
	if a != b || a == c || a != table[0].Game || d != game.Skeleton(&samples[3].Position) {
		t.Errorf("games %x %x %x %x, in a table %x, skeleton %x", a, b, c, d, table[0].Game, game.Skeleton(&samples[3].Position))
	}
}

// FuzzSteps: reading by the steps of the first line gives what reading in
// general gives.
func FuzzSteps(f *testing.F) {
	f.Add(whitePawn+` c9 "1-0"; id "a";`, ` c9 "0-1"; id "0-1";`)
	f.Add(whitePawn+` [1.0]`, ` [ 0.5]`)
	f.Add(whitePawn+` ["1.0"] x "a"`, ` [""0.5"] x "a;b" ; `)
	f.Add(whitePawn+` c9 "1-0"; id "a"`, ` c9 "0-1"; id ""`)
	f.Add(whitePawn+` c9 "1-0"; id "a"`, ` c9 "0-1"; id "a"; c9 "1-0"`)
	f.Fuzz(func(t *testing.T, first, tail string) {
		format, ok, err := detectEPD([][]byte{[]byte(first)}, datasets.Options{})
		if !ok || err != nil || format.steps == nil {
			t.Skip("the first line has no steps")
		}
		read := func(steps []step) (text string) {
			one := *format
			one.steps = steps
			p := parser{format: &one, counts: new(datasets.Counts)}
			err := p.splitEPD([]byte(whitePawn + tail))
			if err != nil {
				return err.Error()
			}
			return fmt.Sprintf("%q", p.fields)
		}
		if fast, slow := read(format.steps), read(nil); fast != slow {
			t.Errorf("%q after %q:\nby steps %s\nslowly   %s", tail, first, fast, slow)
		}
	})
}

// TestWholeResults: where the inspection saw no probability, one is a fault.
func TestWholeResults(t *testing.T) {
	read := func(text string) (fractions int, bad []string) {
		r := datasets.NewReader("t.epd", strings.NewReader(text), datasets.Options{})
		in, err := inspect.Inputs(r, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range r.All() {
			if err != nil {
				bad = append(bad, err.Error())
			}
		}
		return in[0].Results.Fractions, bad
	}
	row := whitePawn + " [%s]\n"
	whole := strings.Repeat(fmt.Sprintf(row, "1.0"), 20_000+2*datasets.ChunkLines)
	fractions, bad := read(whole + fmt.Sprintf(row, "0.63"))
	want := []string{fmt.Sprintf("t.epd:%d: bad result \"0.63\": a probability, but the rows that were looked at before the run had none: move one of them to the beginning of the file",
		20_000+2*datasets.ChunkLines+1)}
	if diff := cmp.Diff(want, bad); fractions != 0 || diff != "" {
		t.Errorf("%d fractions, want -, got +\n%s", fractions, diff)
	}
	if fractions, bad = read(fmt.Sprintf(row, "0.63") + whole + fmt.Sprintf(row, "0.63")); fractions != 1 || bad != nil {
		t.Errorf("%d fractions, %q", fractions, bad)
	}
}

// TestRealResults reads the public sets without a flag: every row counts, and
// none is refused.
func TestRealResults(t *testing.T) {
	long.Skip(t, "takes seconds")
	t.Parallel()
	const dir = "../../../shared/data/texel/"
	tests := []struct {
		name    string
		results [4]int // unknown, Black, draw, White
		games   int    // 0: not told
		columns string
	}{
		{"quiet_tcec.epd.zst", [4]int{0, 93437, 419744, 211819}, 18613, "EPD: result in c9, game in id"},
		{"quiet_stockfish.epd.zst", [4]int{0, 56713, 97402, 66048}, 0, "EPD: result in c9"},
		{"wukong_positions.txt.zst", [4]int{0, 5049, 18054, 8754}, 0, "EPD: result in []"},
		{"wukong_selfplay.txt.zst", [4]int{0, 23630, 13493, 28963}, 0, "EPD: result in []"},
		{"zurichess_subset.epd", [4]int{0, 364, 339, 378}, 0, "EPD: result in c9"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := os.Stat(dir + tt.name); err != nil {
				t.Skip("no real data: ", err)
			}
			r := inspected(t, dir+tt.name)
			var results [4]int
			games := map[uint32]bool{}
			for s, err := range r.All() {
				if err != nil {
					t.Fatal(err)
				}
				results[s.Result]++
				games[s.Game] = true
			}
			sources, err := r.Sources()
			if err != nil || results != tt.results || tt.games > 0 && len(games) != tt.games || sources[0].Columns.String() != tt.columns {
				t.Errorf("%v, results %v, %d games, %v; want %+v", err, results, len(games), sources[0].Columns, tt)
			}
		})
	}
}

// inspected opens a file that must pass the inspection.
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
