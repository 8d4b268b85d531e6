package trace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/centipawn/extract/trace"
	"example.org/centipawn/internal/note"
)

// counted writes a trace of rows with small counts in three columns, some of them replaced by line.
func counted(t *testing.T, rows int, replace map[int]string) string {
	t.Helper()
	var b strings.Builder
	for i := range rows {
		line := fmt.Sprintf("%s qid:%d 1:%d 2:%d 3:%d", []string{"1", "0", "0.5"}[i%3], i/4, i%7-3, i%2, 20-i%41)
		if other, ok := replace[i+1]; ok {
			line = other
		}
		b.WriteString(line + "\n")
	}
	name := filepath.Join(t.TempDir(), "rows.trace")
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestFarCounts: counts that stand far from all others of their column are named with file and line,
// and the matrix keeps that; counts that reach far in steps are not.
func TestFarCounts(t *testing.T) {
	for name, tt := range map[string]struct {
		rows    int
		replace map[int]string
		want    string // "": no warning
	}{
		"none":             {400, nil, ""},
		"a wrapped byte":   {400, map[int]string{17: "1 qid:4 1:255 2:1"}, "w1 is 255 at rows.trace:17, and at most 3 in all others"},
		"of few rows":      {40, map[int]string{31: "1 qid:4 1:255 2:1"}, "w1 is 255 at rows.trace:31"},
		"of a wide column": {400, map[int]string{9: "1 qid:4 3:-255"}, "w3 is -255 at rows.trace:9, and at most 20"},
		"overflow":         {400, map[int]string{300: "0 qid:70 2:1e12"}, "w2 is 1e+12 at rows.trace:300"},
		"two columns, two rows": {900, map[int]string{5: "1 1:250 2:77", 6: "1 1:-251"},
			"w1 is 250 at rows.trace:5 and 1 more row, and at most 3 in all others; w2 is 77 at rows.trace:5"},
		"in steps":       {400, map[int]string{5: "1 1:10", 6: "1 1:40", 7: "1 1:200"}, ""},
		"many":           {400, map[int]string{5: "1 1:255", 6: "1 1:255", 7: "1 1:255", 8: "1 1:255", 9: "1 1:255"}, ""},
		"too few others": {15, map[int]string{5: "1 1:255"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, threads := range []int{1, 3} {
				m, rep, err := trace.Read(t.Context(), []string{counted(t, tt.rows, tt.replace)}, trace.Options{Threads: threads})
				if err != nil {
					t.Fatal(err)
				}
				i := slices.IndexFunc(rep.Warnings, func(n note.Note) bool { return n.Code == note.D24 })
				kept := slices.ContainsFunc(m.Provenance().Warnings, func(s string) bool { return note.Parse(s).Code == note.D24 })
				if found := i >= 0; found != (tt.want != "") || kept != found || found && !strings.Contains(rep.Warnings[i].Text, tt.want) {
					t.Errorf("%v, kept %v, want %q", rep.Warnings, kept, tt.want)
				}
			}
		})
	}
}
