package lichess

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/board/boardtest"
	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/winprob"
)

const (
	lichessRow  = `{"fen":"2bq1rk1/pr3ppn/1p2p3/7P/2pP1B1P/2P5/PPQ2PB1/R3R1K1 w - -","evals":[%s]}`
	lichessEval = `{"pvs":[{"cp":%d,"line":"g2e4 f7f5"},{"cp":-9,"line":"h5h6"}],"knodes":%d,"depth":%d}`
)

// lichess reads lines of the database.
func lichess(text string, opt datasets.Options) (p datasets.Parsed, err error) {
	opt.Format = "lichess"
	var c datasets.Chunk
	if err = datasets.NewReader("t.jsonl", strings.NewReader(text), opt).Next(&c); err != nil {
		return p, err
	}
	c.Parse(&p)
	return p, nil
}

func TestLichessRows(t *testing.T) {
	eval := func(cp, knodes, depth int) string { return fmt.Sprintf(lichessEval, cp, knodes, depth) }
	row := func(evals ...string) string { return fmt.Sprintf(lichessRow, strings.Join(evals, ",")) }
	const stalled = `7k/5Q2/6K1/8/8/8/8/8 b - -`
	tests := []struct {
		name, line string
		opt        datasets.Options
		want       string // score, move, depth; or the error
	}{
		{"the deepest", row(eval(10, 9, 20), eval(20, 1, 30), eval(30, 5, 25)), datasets.Options{}, "+20 g2e4 30"},
		{"of equals the one with more nodes", row(eval(10, 9, 30), eval(20, 19, 30), eval(30, 5, 30)), datasets.Options{}, "+20 g2e4 30"},
		{"deep enough", row(eval(10, 9, 20), eval(-20, 1, 30)), datasets.Options{Depth: 30}, "-20 g2e4 30"},
		{"too shallow", row(eval(10, 9, 20), eval(20, 1, 29)), datasets.Options{Depth: 30}, "shallow"},
		{"mate", row(`{"depth":99,"pvs":[{"mate":-3,"line":"g2e4"}],"knodes":5}`), datasets.Options{}, "#-3 g2e4 99"},
		{"a mate and centipawns", row(`{"depth":99,"pvs":[{"cp":31,"mate":4,"cp":30}],"knodes":5}`), datasets.Options{}, "#+4 a1a1 99"},
		{"depth beyond a byte", row(eval(10, 9, 300)), datasets.Options{}, "+10 g2e4 255"},
		{"a number for a mate", row(eval(12345, 9, 30)), datasets.Options{}, "#+ g2e4 30"},
		{"the mover's view of White", row(eval(10, 9, 20)), datasets.Options{POV: datasets.POVMover}, "+10 g2e4 20"},
		{"no scores wanted", row(eval(10, 9, 20)), datasets.Options{Score: "-"}, "? g2e4 20"},
		{"order and unknown keys", ` { "x" : [1.5e3,{"y":null},"\"",true,[]], "evals":[{"depth":7,"z":{},"pvs":[{"line":"", "cp":-0}]}],"fen":"4k3/8/8/8/4P3/8/8/4K3 b - - 3 20"} `, datasets.Options{}, "0 a1a1 7"},
		{"the mover's view of Black", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 b - - 3 20","evals":[{"depth":7,"pvs":[{"cp":-50,"line":"e8e7"}]}]}`, datasets.Options{POV: datasets.POVMover}, "+50 e8e7 7"},
		{"escapes", `{"f\u0065n":"4k3\/8\/8/8/4P3/8/8/4K3 w - -","evals":[{"depth":7,"pvs":[{"cp":1}]}]}`, datasets.Options{}, "+1 a1a1 7"},
		{"castling as the king taking his rook", `{"fen":"4k3/8/8/8/8/8/8/4K2R w K -","evals":[{"depth":7,"pvs":[{"cp":1,"line":"e1h1"}]}]}`, datasets.Options{}, "+1 e1h1 7"},
		{"mate on the board", `{"fen":"7k/6Q1/6K1/8/8/8/8/8 b - -","evals":[{"depth":7,"pvs":[{"mate":0}]}]}`, datasets.Options{}, "#+0 a1a1 7"},

		{"null", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","evals":[{"pvs":[{"cp":14,"mate":null,"line":null}],"knodes":null,"depth":30}]}`, datasets.Options{}, "+14 a1a1 30"},
		{"null and a mate", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","evals":[{"pvs":[{"cp":null,"mate":-4,"line":"e4e5"}],"knodes":1,"depth":30}]}`, datasets.Options{}, "#-4 e4e5 30"},
		{"all null", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","evals":[{"pvs":[{"cp":null,"mate":null}],"depth":30}]}`, datasets.Options{}, "t.jsonl:1: no evaluation"},
		{"flat", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","line":"e4e5 e8e7","depth":30,"knodes":9,"cp":14,"mate":null}`, datasets.Options{}, "+14 e4e5 30"},
		{"flat, a mate", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","line":"","depth":30,"knodes":9,"cp":null,"mate":-3}`, datasets.Options{}, "#-3 a1a1 30"},
		{"flat, as pandas writes it", `{"mate":NaN,"cp":14.0,"depth":30.0,"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -"}`, datasets.Options{}, "+14 a1a1 30"},
		{"flat, texts", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","Evaluation":"#+5","depth":"12"}`, datasets.Options{}, "#+5 a1a1 12"},
		{"flat, an object", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","eval":{"cp":null,"mate":2},"best_move":"e4e5"}`, datasets.Options{}, "#+2 e4e5 0"},
		{"flat, neither", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","cp":null,"mate":null}`, datasets.Options{}, "? a1a1 0"},
		{"flat, mate 0 for none", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","cp":14,"mate":0}`, datasets.Options{}, "+14 a1a1 0"},
		{"flat, mate 0 before centipawns", `{"mate":0,"cp":-3,"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -"}`, datasets.Options{}, "-3 a1a1 0"},
		{"flat, a text for a mate", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","cp":null,"mate":"#-3"}`, datasets.Options{}, "#-3 a1a1 0"},
		{"flat, a number in a text for a mate", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","cp":"","mate":"4"}`, datasets.Options{}, "#+4 a1a1 0"},
		{"flat, a text for no mate", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","cp":5,"mate":"None"}`, datasets.Options{}, "+5 a1a1 0"},
		{"flat, a word for a mate", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","mate":"mate 4","cp":0}`, datasets.Options{}, "#+4 a1a1 0"},
		{"flat, type and value", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","type":"mate","value":-3}`, datasets.Options{}, "#-3 a1a1 0"},
		{"flat, value and type", `{"value":31,"type":"cp","FEN":"4k3/8/8/8/4P3/8/8/4K3 w - -"}`, datasets.Options{}, "+31 a1a1 0"},
		{"flat, type and value within", `{"Position":"4k3/8/8/8/4P3/8/8/4K3 w - -","evaluation":{"type":"mate","value":3},"depth":20}`, datasets.Options{}, "#+3 a1a1 20"},
		{"flat, a score and its type", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","score":3,"is_mate":true}`, datasets.Options{}, "#+3 a1a1 0"},
		{"flat, a type of something else", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","score":3,"type":"blitz"}`, datasets.Options{}, "+3 a1a1 0"},
		{"flat, pawns perhaps, with a type", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","type":"cp","value":0.14}`, datasets.Options{}, "t.jsonl:1: bad JSON: want {"},
		{"flat, a value of nothing", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","value":14}`, datasets.Options{}, "t.jsonl:1: no evaluation"},
		{"flat, shallow", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","cp":14,"depth":9}`, datasets.Options{Depth: 10}, "shallow"},
		{"flat, pawns perhaps", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","cp":0.14}`, datasets.Options{}, "t.jsonl:1: bad JSON: want {"},
		{"a constant KQkq", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w KQkq -","cp":14}`, datasets.Options{Castling: datasets.CastlingRepair}, "+14 a1a1 0"},
		{"a constant KQkq, refused", `{"fen":"4k3/8/8/8/4P3/8/8/4K3 w KQkq -","cp":14}`, datasets.Options{}, "t.jsonl:1: bad FEN: impossible castling right"},

		{"no mate on the board", `{"fen":"` + stalled + `","evals":[{"depth":7,"pvs":[{"mate":0}]}]}`, datasets.Options{}, "t.jsonl:1: bad score: mate in 0: the position is not checkmate"},
		{"no evaluation", row(), datasets.Options{}, "t.jsonl:1: no evaluation"},
		{"no line", row(`{"pvs":[],"depth":30}`), datasets.Options{Depth: 40}, "t.jsonl:1: no evaluation"},
		{"an impossible move", row(`{"pvs":[{"cp":1,"line":"e2e4"}],"depth":30}`), datasets.Options{}, "t.jsonl:1: bad move: "},
		{"no position", `{"evals":[` + eval(1, 1, 1) + `]}`, datasets.Options{}, "t.jsonl:1: bad FEN: "},
		{"cut off", row(eval(10, 9, 20))[:150], datasets.Options{}, "t.jsonl:1: bad JSON: want {"},
		{"something after it", row(eval(10, 9, 20)) + "x", datasets.Options{}, "t.jsonl:1: bad JSON: want {"},
		{"half a centipawn", row(`{"pvs":[{"cp":1.5}],"depth":30}`), datasets.Options{}, "t.jsonl:1: bad JSON: want {"},
		{"a list", `[1,2]`, datasets.Options{}, "t.jsonl:1: bad JSON: want {"},
		{"blank", "  \t", datasets.Options{}, "t.jsonl:1: empty file: no rows"},
		{"a column", row(eval(10, 9, 20)), datasets.Options{Score: "cp"}, "t.jsonl:1: no such column: -score cp: lichess has no columns"},
		{"pawns", row(eval(10, 9, 20)), datasets.Options{Unit: datasets.UnitPawns}, "t.jsonl:1: -unit pawns: lichess fixes the unit of scores: omit -unit"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := lichess(tt.line+"\n", tt.opt)
			got := ""
			switch {
			case err != nil:
				got = err.Error()
			case len(p.Samples) == 1:
				s := p.Samples[0]
				got = fmt.Sprintf("%v %v %d", s.Score, s.Move, s.Depth)
				if s.Result != datasets.Unknown || s.Left != datasets.NoLeft || s.Game != game.Skeleton(&s.Position) || s.Line != 1 {
					t.Errorf("sample %+v", s)
				}
			case p.Counts.Shallow == 1:
				got = "shallow"
			case len(p.Bad) == 1:
				got = p.Bad[0].Error()
			}
			if n := p.Counts; err == nil && n.Lines != 1 || n.Lines != n.Shallow+n.Bad+n.Samples {
				t.Errorf("counts %+v", n)
			}
			if got != tt.want && (got == "" || !strings.HasPrefix(got, tt.want) || len(p.Samples) == 1) {
				t.Errorf("%s: %s, want %s", tt.line, got, tt.want)
			}
		})
	}
}

// TestFlatResults reads the results of flat lines.
func TestFlatResults(t *testing.T) {
	for _, tt := range []struct {
		result string
		codes  datasets.ResultCodes
		want   string
	}{
		{`"1-0"`, "", "1-0"}, {`0.5`, "", "1/2-1/2"}, {`0`, "", "0-1"}, {`"black"`, "", "0-1"}, {`null`, "", "*"},
		{`-1`, datasets.CodesSigns, "0-1"}, {`2`, "2=1/2-1/2", "1/2-1/2"}, {`-1`, "", "0-1"}, {`"-1.0"`, "", "0-1"}, {`2`, "", "1-0"},
		{`0.7`, "", "*"}, {`3`, "", `t.jsonl:1: bad result "3"`},
	} {
		p, err := lichess(`{"fen":"4k3/8/8/8/4P3/8/8/4K3 w - -","cp":14,"result":`+tt.result+"}\n", datasets.Options{Codes: tt.codes})
		got := fmt.Sprint(err)
		switch {
		case len(p.Samples) == 1:
			got = p.Samples[0].Result.String()
		case len(p.Bad) == 1:
			got = p.Bad[0].Error()
		}
		if !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s by %q: %s, want %s", tt.result, tt.codes, got, tt.want)
		}
	}
}

// TestFlatCodes: what codes mean is found out from the first lines, and the mover's view turns all but colours.
func TestFlatCodes(t *testing.T) {
	const white, black = "4k3/8/8/8/4P3/8/8/4K3 w - -", "4k3/8/8/8/4P3/8/8/4K3 b - -"
	for _, tt := range []struct {
		name, results string // of positions with White and Black to move in turn
		opt           datasets.Options
		want          string
	}{
		{"signs", "1 0 -1 1", datasets.Options{}, "1-0 1/2-1/2 0-1 1-0"},
		{"halves", "2 1 0 0", datasets.Options{}, "1-0 1/2-1/2 0-1 0-1"},
		{"points", "1 0.5 0 0", datasets.Options{}, "1-0 1/2-1/2 0-1 0-1"},
		{"the mover's signs", "1 0 -1 1", datasets.Options{ResultPOV: datasets.POVMover}, "1-0 1/2-1/2 0-1 0-1"},
		{"colours in any view", `"white" "draw" "black" "white"`, datasets.Options{ResultPOV: datasets.POVMover}, "1-0 1/2-1/2 0-1 1-0"},
		{"letters of colours", `"w" "d" "b" "w"`, datasets.Options{ResultPOV: datasets.POVMover}, "1-0 1/2-1/2 0-1 1-0"},
		{"the mover's letters", `"w" "d" "l" "w"`, datasets.Options{ResultPOV: datasets.POVMover}, "1-0 1/2-1/2 0-1 0-1"},
	} {
		text := ""
		for i, result := range strings.Fields(tt.results) {
			text += `{"fen":"` + []string{white, black}[i%2] + `","winner":` + result + "}\n"
		}
		p, err := lichess(text, tt.opt)
		got := ""
		for _, s := range p.Samples {
			got += s.Result.String() + " "
		}
		if strings.TrimSpace(got) != tt.want || err != nil || len(p.Bad) > 0 {
			t.Errorf("%s: %s, %v, %v, want %s", tt.name, got, p.Bad, err, tt.want)
		}
	}
}

// TestLists: a list of objects, and one over many lines, are refused with what to do.
func TestLists(t *testing.T) {
	for _, text := range []string{"[\n{\"fen\": 1}\n]\n", "[{\"fen\":1},\n", "{\n  \"fen\": 1\n}\n"} {
		_, err := lichess(text, datasets.Options{})
		if err == nil || !strings.Contains(err.Error(), "write an object in each line") {
			t.Errorf("%q: %v", text, err)
		}
		if sure := Format.Detect([]byte(text), false); sure < 0.9 {
			t.Errorf("%q: %v sure", text, sure)
		}
	}
}

// slowEvaluation is the reader's choice, by encoding/json.
func slowEvaluation(line []byte, least int) (fen string, best evaluation, shallow, ok bool) {
	var row map[string]any
	if json.Unmarshal(line, &row) != nil {
		return "", best, false, false
	}
	fen, _ = row["fen"].(string)
	evals, _ := row["evals"].([]any)
	number := func(m map[string]any, key string) int {
		switch v := m[key].(type) {
		case float64:
			return int(v)
		case string:
			n, _ := strconv.ParseFloat(v, 64)
			return int(n)
		}
		return 0
	}
	has := func(m map[string]any, key string) bool { return m[key] != nil && m[key] != "" }
	for _, v := range evals {
		m, _ := v.(map[string]any)
		e := evaluation{depth: number(m, "depth"), knodes: number(m, "knodes")}
		if pvs, _ := m["pvs"].([]any); len(pvs) > 0 {
			pv, _ := pvs[0].(map[string]any)
			cp := has(pv, "cp")
			e.mate = has(pv, "mate")
			e.scored = cp || e.mate
			e.score = number(pv, "cp")
			if e.mate {
				e.score = number(pv, "mate")
			}
			line, _ := pv["line"].(string)
			e.line = []byte(line)
		}
		switch {
		case !e.scored:
		case e.depth < least:
			shallow = true
		case !best.scored || e.depth > best.depth || e.depth == best.depth && e.knodes > best.knodes:
			best = e
		}
	}
	return fen, best, shallow, true
}

// checkEvaluation compares what is read of a line with what encoding/json reads.
func checkEvaluation(t *testing.T, line []byte, least int) (read bool) {
	t.Helper()
	r := reader{layout: &evaluations{least: least}}
	if !r.line(line) {
		return false
	}
	fen, best, shallow, ok := slowEvaluation(line, least)
	if !ok || fen != string(r.fen) || shallow != r.shallow || fmt.Sprintf("%+v", best) != fmt.Sprintf("%+v", r.best) {
		t.Fatalf("%s: position %q, %+v, shallow %v; encoding/json: %q, %+v, %v, %v", line, r.fen, r.best, r.shallow, fen, best, shallow, ok)
	}
	return true
}

// randomEvaluations returns lines as the database has them.
func randomEvaluations(t testing.TB, n int) [][]byte {
	positions, _ := boardtest.NumberedPositions(5, n)
	rng := rand.New(rand.NewPCG(6, 6))
	lines := make([][]byte, n)
	for i := range lines {
		p := positions[i]
		fen := strings.Join(strings.Fields(p.FEN())[:4], " ")
		var evals []map[string]any
		for range 1 + rng.IntN(4) {
			var pvs []map[string]any
			for range 1 + rng.IntN(3) {
				pv := map[string]any{"line": randomLine(p, rng)}
				if rng.IntN(10) == 0 {
					pv["mate"] = rng.IntN(30) - 40
				} else {
					pv["cp"] = rng.IntN(3000) - 1500
				}
				pvs = append(pvs, pv)
			}
			evals = append(evals, map[string]any{"pvs": pvs, "depth": 18 + rng.IntN(6), "knodes": rng.IntN(100)})
		}
		lines[i], _ = json.Marshal(map[string]any{"fen": fen, "evals": evals})
	}
	return lines
}

// randomLine returns ten legal moves or fewer.
func randomLine(p board.Position, rng *rand.Rand) string {
	var line []string
	for range 10 {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		line = append(line, m.String())
		p.Make(m)
	}
	return strings.Join(line, " ")
}

// TestLichessSlowTwin: lines as the database has them are read as encoding/json
// reads them.
func TestLichessSlowTwin(t *testing.T) {
	for _, line := range randomEvaluations(t, 2000) {
		if !checkEvaluation(t, line, 20) {
			t.Fatalf("%s is refused", line)
		}
	}
}

// FuzzLichess: no line panics, and whatever is read is what encoding/json reads.
func FuzzLichess(f *testing.F) {
	for _, line := range randomEvaluations(f, 20) {
		f.Add(line)
		f.Add(line[:len(line)/2])
	}
	for _, line := range []string{`{"fen":"\ud83d","evals":[]}`, `{"evals":[{"pvs":[{"cp":1e2}]}],"evals":[{}]}`, `{"a":[[[{}]]],"b":-0.5e+7}`, `{"fen":null}`, "{}", ""} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		checkEvaluation(t, line, 20)
		p, err := lichess(string(line), datasets.Options{})
		var fault *datasets.LineError
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("%q: %v", line, err)
		}
		if n := p.Counts; n.Lines != n.Blank+n.Shallow+n.Bad+n.Samples || len(p.Samples) != n.Samples || len(p.Bad) != n.Bad {
			t.Fatalf("%q: counts %+v", line, n)
		}
	})
}

// TestLichessExample reads the published example.
func TestLichessExample(t *testing.T) {
	const name = "../../../shared/data/formats/lichess_db_eval_example.jsonl"
	if _, err := os.Stat(name); err != nil {
		t.Skip("no data to try: ", err)
	}
	r, err := datasets.Open([]string{name}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n := 0
	for s, err := range r.All() {
		if n++; err != nil || s.Score != winprob.Centipawns(311) || s.Depth != 36 || s.Position.UCI(s.Move) != "g2e4" {
			t.Errorf("%v, %+v", err, s)
		}
	}
	sources, err := r.Sources()
	if want := "lichess: score, move and depth of the deepest evaluation"; n != 1 || err != nil || sources[0].Columns.String() != want {
		t.Errorf("%d samples, %v, %v", n, sources, err)
	}
}

// BenchmarkLichess parses lines of the database. It must not allocate.
func BenchmarkLichess(b *testing.B) {
	text := bytes.Join(randomEvaluations(b, datasets.ChunkLines), []byte("\n"))
	var c datasets.Chunk
	if err := datasets.NewReader("t.jsonl", bytes.NewReader(text), datasets.Options{}).Next(&c); err != nil {
		b.Fatal(err)
	}
	var p datasets.Parsed
	c.Parse(&p)
	b.SetBytes(int64(len(c.Text)))
	b.ReportAllocs()
	for b.Loop() {
		c.Parse(&p)
	}
	b.ReportMetric(float64(len(p.Samples))*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// TestDetect: another format of JSON lines may be surer of a file without evaluations.
func TestDetect(t *testing.T) {
	for head, sure := range map[string]bool{
		`{"fen":"8/8/4k3/8/4K3/4P3/8/8 w - -","evals":[{"pvs":[]}]}`:    true,
		"\n { \"evals\": [], \"fen\": \"8/8/4k3/8/4K3/4P3/8/8 w - -\"}": true,
		`{"fen":"8/8/4k3/8/4K3/4P3/8/8 w - - 0 1","cp":31}`:             false,
		"1. e4 e5": false,
	} {
		if got := Format.Detect([]byte(head), true); (got == 1) != sure || got == 0 {
			t.Errorf("%s: %g", head, got)
		}
	}
}
