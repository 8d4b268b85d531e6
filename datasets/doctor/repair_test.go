package doctor_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"example.org/centipawn/command/extract"
	"example.org/centipawn/datasets/doctor"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/long"
	"example.org/centipawn/internal/note"
)

// someRows is how many rows of the sets are used, manyRows where it must be more than
// the 20,000 lines that count as the first of a file.
const (
	someRows = 8_000
	manyRows = 22_000
)

// A pair is a table of scores and lines of EPD with results and games, both clean.
type pair struct {
	name     string
	csv, epd []string
	long     []string // as epd, but more of it
}

// pairs returns what faults are planted into: the project's own sample, and real
// sets where they are.
func pairs(t *testing.T) []pair {
	t.Helper()
	own := pair{name: "sample"}
	for i, line := range firstLines(t, "../sample/sample.csv.zst", manyRows) {
		if i == 0 {
			own.csv = append(own.csv, "FEN,Evaluation")
			continue
		}
		f := strings.Split(line, ",")
		own.csv = append(own.csv, f[0]+","+f[1])
		own.epd = append(own.epd, fmt.Sprintf(`%s c9 "%s"; id "%s";`, strings.Join(strings.Fields(f[0])[:4], " "), f[2], f[3]))
	}
	own.csv, own.epd, own.long = own.csv[:someRows], own.epd[:someRows], own.epd
	all := []pair{own}
	const dir = "../../../shared/data/"
	if _, err := os.Stat(dir); err != nil {
		t.Log("no real data: ", err)
		return all
	}
	return append(all, pair{
		name: "real",
		csv:  firstLines(t, dir+"eval/stockfish_tcec.csv.zst", someRows),
		epd:  firstLines(t, dir+"texel/quiet_tcec.epd.zst", someRows),
		long: firstLines(t, dir+"texel/quiet_tcec.epd.zst", manyRows),
	})
}

func firstLines(t *testing.T, name string, n int) (lines []string) {
	t.Helper()
	r, err := input.OpenText(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, int64(n)*110))
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.Split(string(text), "\n")
	return lines[:min(n, len(lines)-1)]
}

// edit changes every line but a header.
func edit(lines []string, f func(i int, line string) string) []string {
	changed := slices.Clone(lines)
	for i, line := range lines {
		if !strings.HasPrefix(line, "FEN") {
			changed[i] = f(i, line)
		}
	}
	return changed
}

func blackToMove(line string) bool { return strings.Fields(line)[1] == "b" }

// negateMover turns scores of Black's into the mover's view.
func negateMover(_ int, line string) string {
	if !blackToMove(line) {
		return line
	}
	at := strings.LastIndexByte(line, ',') + 1
	if strings.ContainsRune(line[at:], '-') {
		return line[:at] + strings.Replace(line[at:], "-", "+", 1)
	}
	if strings.ContainsRune(line[at:], '+') {
		return line[:at] + strings.Replace(line[at:], "+", "-", 1)
	}
	if line[at:] == "0" {
		return line
	}
	return line[:at] + "-" + line[at:]
}

// inPawns divides scores by 100.
func inPawns(_ int, line string) string {
	at := strings.LastIndexByte(line, ',') + 1
	n, err := strconv.Atoi(line[at:])
	if err != nil {
		return line // a mate
	}
	return line[:at] + strconv.FormatFloat(float64(n)/100, 'f', 2, 64)
}

// exchangeMover turns results of rows with Black to move into the mover's view.
func exchangeMover(_ int, line string) string {
	if !blackToMove(line) {
		return line
	}
	return strings.NewReplacer(`"1-0"`, `"0-1"`, `"0-1"`, `"1-0"`).Replace(line)
}

// resultInID gives ids the text of a result, as often as not that of another one.
func resultInID(_ int, line string) string {
	const mark = `id "`
	at := strings.Index(line, mark) + len(mark)
	id := line[at:]
	return line[:at] + []string{"1-0 ", "0-1 "}[len(id)%2] + id
}

// TestPlanted plants faults into clean files: each is found, by its code, and the
// flags that are recommended bring back what the clean file gives; or it is said
// what is lost.
func TestPlanted(t *testing.T) {
	all := pairs(t)
	if long.Short(t) {
		all = all[:1] // make test-all plants them into real data, too
	}
	for _, p := range all {
		cleanRows := map[string][]string{} // by file and flags
		tests := []struct {
			name, file string
			clean      []string
			planted    []string
			code       note.Code
			level      note.Level
			flags      []string // among those recommended
			other      []string // columns that no flag brings back
		}{
			{"mover's view", "scores.csv", p.csv, edit(p.csv, negateMover), note.D02, note.Error, []string{"-pov mover"}, nil},
			{"pawns", "scores.csv", p.csv, edit(p.csv, inPawns), note.D03, note.Error, []string{"-unit pawns"}, nil},
			{"pawns, mover's view", "scores.csv", p.csv, edit(edit(p.csv, inPawns), negateMover), note.D02, note.Error, []string{"-pov mover", "-unit pawns"}, nil},
			{"duplicated block", "scores.csv", p.csv, slices.Concat(p.csv, p.csv[5001:6001]), note.D11, note.Warning, []string{"-duplicates"}, nil},
			{"mover's view of results", "results.epd", p.epd, edit(p.epd, exchangeMover), note.D02, note.Error, []string{"-result-pov mover"}, nil},
			{"duplicated block of results", "results.epd", p.epd, slices.Concat(p.epd, p.epd[5000:6000]), note.D11, note.Warning, []string{"-duplicates"}, nil},
			{"sorted by result", "results.epd", p.long, sorted(p.long), note.S06, note.Warning, nil, nil},
			{"one game repeated", "results.epd", p.epd, repeatGame(p.epd), note.D13, note.Warning, []string{"-duplicates", "-per-game"}, nil},
			{"results in the ids", "results.epd", p.epd, edit(p.epd, resultInID), note.D01, note.Remark, nil, []string{"game"}},
		}
		for i, tt := range tests {
			t.Run(p.name+"/"+tt.name, func(t *testing.T) {
				if i%2 == 1 {
					long.Skip(t, "every defect")
				}
				planted := write(t, tt.file, tt.planted)
				d := examine(t, planted, doctor.Options{})
				if got := found(d, tt.code); got == nil || got.Level != tt.level {
					t.Errorf("%s of level %v is not found: %+v", tt.code, tt.level, d.Findings)
				}
				flags := recommended(t, d)
				for _, want := range tt.flags {
					if !strings.Contains(strings.Join(flags, " "), want) {
						t.Errorf("%s is not recommended, but %v", want, flags)
					}
				}
				var filters []string // the clean file needs no flags of reading
				for i := 0; i < len(flags); i += 2 {
					if !slices.Contains([]string{"-pov", "-result-pov", "-unit"}, flags[i]) {
						filters = append(filters, flags[i:i+2]...)
					}
				}
				key := fmt.Sprint(tt.file, len(tt.clean), filters, tt.other)
				if cleanRows[key] == nil {
					cleanRows[key] = rowsOf(t, write(t, tt.file, tt.clean), filters, tt.other)
				}
				same(t, rowsOf(t, planted, flags, tt.other), cleanRows[key])
			})
		}
		t.Run(p.name+"/truncated archive", func(t *testing.T) { truncated(t, p.csv) })
		t.Run(p.name+"/clean", func(t *testing.T) {
			for name, lines := range map[string][]string{"scores.csv": p.csv, "results.epd": p.epd} {
				d := examine(t, write(t, name, lines), doctor.Options{})
				for _, code := range []note.Code{note.D02, note.D03, note.D08, note.S06} {
					if f := found(d, code); f != nil {
						t.Errorf("%s: %+v", name, f)
					}
				}
				if d.Count(note.Error) > 0 {
					t.Errorf("%s: %s", name, d.Verdict)
				}
			}
		})
	}
}

// truncated cuts an archive off: what was read before is reported, and that the
// rest is lost.
func truncated(t *testing.T, lines []string) {
	whole := zip(t, lines)
	name := filepath.Join(t.TempDir(), "scores.csv.gz")
	if err := os.WriteFile(name, whole[:len(whole)/2], 0o666); err != nil {
		t.Fatal(err)
	}
	d := examine(t, name, doctor.Options{})
	f := found(d, note.D08)
	if f == nil || f.Level != note.Error || !strings.Contains(f.Text, "truncated archive") || !strings.Contains(f.Remedy, "lost") {
		t.Fatalf("D08 is not found: %+v", d.Findings)
	}
	if n := d.Counts.Samples; n < len(lines)/4 || n >= 3*len(lines)/4 || !strings.Contains(f.Text, fmt.Sprint(n)) {
		t.Errorf("%d of %d rows were read: %s", n, len(lines), f.Text)
	}
	if !d.Stuck {
		t.Errorf("no flag brings the rows back: %s", d.Verdict)
	}
}

func zip(t *testing.T, lines []string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sorted puts the rows that White won first and those that Black won last.
func sorted(lines []string) []string {
	rank := func(line string) int {
		return slices.IndexFunc([]string{`"1-0"`, `"1/2-1/2"`, `"0-1"`}, func(result string) bool { return strings.Contains(line, result) })
	}
	lines = slices.Clone(lines)
	slices.SortStableFunc(lines, func(a, b string) int { return rank(a) - rank(b) })
	return lines
}

// repeatGame appends the rows of the first game until it has a tenth of all.
func repeatGame(lines []string) []string {
	id := lines[0][strings.Index(lines[0], `id "`):]
	var game []string
	for _, line := range lines {
		if strings.HasSuffix(line, id) {
			game = append(game, line)
		}
	}
	all := slices.Clone(lines)
	for len(all) < len(lines)*11/10 {
		all = append(all, game...)
	}
	return all
}

func write(t *testing.T, name string, lines []string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func examine(t *testing.T, name string, opt doctor.Options) *doctor.Diagnosis {
	t.Helper()
	d, err := doctor.Examine(context.Background(), name, "", opt)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// found returns the worst finding of a code, nil if there is none.
func found(d *doctor.Diagnosis, code note.Code) *doctor.Finding {
	for i := range d.Findings {
		if d.Findings[i].Code == code {
			return &d.Findings[i]
		}
	}
	return nil
}

// recommended returns the flags of the command for extract, each with its value.
func recommended(t *testing.T, d *doctor.Diagnosis) (flags []string) {
	t.Helper()
	words := strings.Fields(d.Commands[0])
	if len(words) < 4 || words[0] != "extract" || words[len(words)-3] != "-o" {
		t.Fatalf("no command for extract: %q", d.Commands[0])
	}
	for _, w := range words[1 : len(words)-3] {
		if strings.HasPrefix(w, "-mirror") {
			w = "-mirror=true"
		}
		flags = append(flags, strings.SplitN(w, "=", 2)...)
	}
	return flags
}

// rowsOf extracts a file with flags, and returns its rows without some columns, in
// order of their text.
func rowsOf(t *testing.T, file string, flags, without []string) []string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.csv")
	var args []string
	for i := 0; i < len(flags); i += 2 {
		args = append(args, flags[i]+"="+flags[i+1])
	}
	args = append(args, "-set=alphaone", "-o="+out, file)
	var told bytes.Buffer
	if err := extract.Main(context.Background(), args, cli.Streams{Out: io.Discard, Err: &told}); err != nil {
		t.Fatalf("extract %v: %v\n%s", args, err, told.String())
	}
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	head, rows := records[0], make([]string, len(records)-1)
	for i, r := range records[1:] {
		for j, name := range head {
			if !slices.Contains(without, name) {
				rows[i] += r[j] + ","
			}
		}
	}
	slices.Sort(rows)
	return rows
}

func same(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d rows, want %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("row %d:\n%s\nwant\n%s", i, got[i], want[i])
		}
	}
}
