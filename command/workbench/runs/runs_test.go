package runs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/weights"
)

// table is rows of all kinds.
func table() []*Row {
	half := 0.5
	return []*Row{
		{Label: "half.json", Kind: Fit, Set: "standard", Lambda: &half, Test: &Figure{Value: 0.07}, tested: "x", Verdict: "likely to lose"},
		{Label: "one.json", Kind: Fit, Set: "standard", Test: &Figure{Value: 0.06}, tested: "y", Tags: []string{"keep"}},
		{Label: "two.json", Kind: Fit, Set: "pesto", Test: &Figure{Value: 0.09}, tested: "y", Note: "the old data"},
		{Label: "untested.json", Kind: Fit, Set: "pesto"},
		{Label: "m", Kind: Match, Status: Stopped, Games: 196, Elo: &Figure{Value: -140}, Players: []string{"a", "b"}},
	}
}

// TestFilter: conditions take the rows that meet them all.
func TestFilter(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "half.json one.json two.json untested.json m",
		"kind:FIT set:standard":            "half.json one.json",
		"mse<0.08":                         "half.json one.json",
		"mse>=0.09":                        "two.json",
		"mse=0.07":                         "half.json",
		"-kind:match -mse<1":               "untested.json",
		"name~ONE.":                        "one.json",
		`verdict:"likely to lose"`:         "half.json",
		"verdict~lose":                     "half.json",
		"tag:keep":                         "one.json",
		`"old data"`:                       "two.json",
		"keep":                             "one.json",
		"λ:0.5":                            "half.json",
		"status:stopped games>100 elo<-50": "m",
		"elo<−50":                          "m",
		"player:b":                         "m",
		"age<2h":                           "",
	} {
		f, err := ParseFilter(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, r := range table() {
			if f.Takes(r) {
				got = append(got, r.Label)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestFilterErrors: an error says what is wrong and what there is.
func TestFilterErrors(t *testing.T) {
	for text, want := range map[string]string{
		"colour:red": `"colour": unknown field; there are name, kind`, "mse<abc": "want a number, as mse<0.08", "kind<fit": "want kind:fit",
		"kind:": "want a value", `name~"a`: "a quote is not closed", "mse~1": "want a number", strings.Repeat("a ", 40): "more than 30",
		strings.Repeat("a", 1001): "longer than",
	} {
		if _, err := ParseFilter(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30s: %v, want %q", text, err, want)
		}
	}
}

// FuzzFilter: no text makes the parser or a filter fail in another way than by an error.
func FuzzFilter(f *testing.F) {
	for _, text := range []string{"kind:fit", "-", "--", `"`, `-"a"b`, "age<h", "λ<=0.5", "a:b:c", "<", "mse<−1%"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if filter, err := ParseFilter(text); err == nil {
			for _, r := range table() {
				filter.Takes(r)
			}
		}
	})
}

// TestMark: only rows that have the same test rows are ranked, and the largest group is A.
func TestMark(t *testing.T) {
	rows := table()
	Mark(rows)
	var got []string
	for _, r := range rows {
		got = append(got, r.Group+string(rune('0'+r.Rank)))
	}
	if want := []string{"B0", "A1", "A2", "0", "0"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestMarkPlays: the error as an engine plays ranks, and sorts, where all of a group have it; else that of the fit does.
func TestMarkPlays(t *testing.T) {
	rows := table()
	rows[1].Plays = &Figure{Value: 0.095}
	Mark(rows)
	if rows[1].Rank != 1 || rows[1].By != "mse" {
		t.Errorf("one has none: rank %d by %s", rows[1].Rank, rows[1].By)
	}
	rows[2].Plays = &Figure{Value: 0.091}
	Mark(rows)
	if rows[1].Rank != 2 || rows[2].Rank != 1 || rows[2].By != "plays" || rows[0].Rank != 0 {
		t.Errorf("ranks %d and %d by %s", rows[1].Rank, rows[2].Rank, rows[2].By)
	}
	if err := Sort(rows, "plays"); err != nil || rows[0].Label != "two.json" || rows[1].Label != "one.json" {
		t.Errorf("first %s, then %s: %v", rows[0].Label, rows[1].Label, err)
	}
}

// TestSort: rows without the field come last either way, and by the error groups do not mix.
func TestSort(t *testing.T) {
	for by, want := range map[string]string{
		"mse": "one.json two.json half.json m untested.json", "-mse": "two.json one.json half.json m untested.json",
		"name": "half.json m one.json two.json untested.json", "-games": "m half.json one.json two.json untested.json",
		"verdict": "half.json m one.json two.json untested.json",
	} {
		rows := table()
		Mark(rows)
		if err := Sort(rows, by); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range rows {
			got = append(got, r.Label)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %s", by, got, want)
		}
	}
	if err := Sort(table(), "colour"); err == nil {
		t.Error("an unknown field is no error")
	}
}

// TestTested: what changes the rows of a test or their labels makes fits that cannot be ranked; what is fitted does not.
func TestTested(t *testing.T) {
	fit := func(change func(p *weights.Provenance)) string {
		f := *weights.Builtin()
		p := weights.Provenance{Loss: "sigmoid", Split: weights.Split{Kind: "game", Share: .2}, Test: &weights.Metrics{N: 1}, Sources: []weights.Source{{Name: "a", SHA256: "1"}}}
		change(&p)
		f.Provenance = p
		return OfWeights(&f).tested
	}
	same := fit(func(*weights.Provenance) {})
	for name, change := range map[string]func(p *weights.Provenance){
		"data": func(p *weights.Provenance) { p.Sources[0].SHA256 = "2" }, "split": func(p *weights.Provenance) { p.Split.Seed = 3 },
		"result": func(p *weights.Provenance) { p.Lambda = .5 }, "rows": func(p *weights.Provenance) { p.Rows = 9 },
		"unit": func(p *weights.Provenance) { p.Loss = "squared" },
	} {
		if fit(change) == same {
			t.Errorf("%s: fits of others are ranked together", name)
		}
	}
	for name, change := range map[string]func(p *weights.Provenance){
		"name of the file": func(p *weights.Provenance) { p.Sources[0].Name = "b" }, "prior": func(p *weights.Provenance) { p.Prior = &weights.Prior{} },
	} {
		if fit(change) != same {
			t.Errorf("%s: fits that can be compared are not", name)
		}
	}
	if fit(func(p *weights.Provenance) { p.Test = nil }) != "" {
		t.Error("without a test there is nothing to rank")
	}
}

// TestNotes: notes are kept by path, survive another reader, are edited by hand, and an empty one goes.
func TestNotes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "sub", `<b>"=.json`)
	n := NewNotes(dir)
	if err := n.Set(path, Note{"two\nlines\x07", []string{"b", "a", "b", "c d", ""}}); err != nil {
		t.Fatal(err)
	}
	read := func() *Row {
		t.Helper()
		r := &Row{}
		if err := NewNotes(dir).Add([]*Row{r}, func(*Row) string { return path }); err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := read(); r.Note != "two lines" || !slices.Equal(r.Tags, []string{"a", "b", "c-d"}) {
		t.Errorf("%+v", r)
	}
	file := filepath.Join(dir, NotesName)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), "two lines", "by hand, longer", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := n.Set(filepath.Join(dir, "other"), Note{Note: "x"}); err != nil {
		t.Fatal(err)
	}
	if r := read(); r.Note != "by hand, longer" {
		t.Errorf("%+v", r)
	}
	if err := n.Set(path, Note{}); err != nil {
		t.Fatal(err)
	}
	if r := read(); r.Note != "" || r.Tags != nil {
		t.Errorf("%+v", r)
	}
	for _, outside := range []string{filepath.Join(dir, "../x"), "/etc/passwd", "builtin"} {
		if err := n.Set(outside, Note{Note: "x"}); err == nil {
			t.Errorf("%s has a note", outside)
		}
	}
	if err := n.Set(path, Note{Note: strings.Repeat("x", LongestNote+1)}); err == nil {
		t.Error("a note without end is kept")
	}
	if err := os.WriteFile(file, []byte("runs = ["), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := n.Set(path, Note{Note: "x"}); err == nil {
		t.Error("a file that cannot be read is written over")
	}
}
