package report

import (
	"bytes"
	"encoding/base64"
	"fmt"
	unescape "html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// slowRow is a row of a grouped table from a loop over all rows that pass.
func slowRow(rows Rows, pass func(i int) bool) (n int, label, residual, mae, rmse float64) {
	for i := range rows.Label {
		if !pass(i) {
			continue
		}
		r := rows.Label[i] - rows.Predicted[i]
		n++
		label += rows.Label[i]
		residual += r
		mae += math.Abs(r)
		rmse += r * r
	}
	m := float64(n)
	return n, label / m, residual / m, mae / m, math.Sqrt(rmse / m)
}

func TestGrouped(t *testing.T) {
	rows := someRows(20000) // several blocks
	inPhase := map[string]func(float64) bool{
		"1.00 to 0.50": func(phi float64) bool { return phi >= 0.5 },
		"0.50 to 0.00": func(phi float64) bool { return phi < 0.5 },
	}
	inMaterial := map[string]func(float64) bool{
		"-6 and below": func(m float64) bool { return m <= -6 }, "-5 to -4": func(m float64) bool { return m == -5 || m == -4 },
		"-3 to -2": func(m float64) bool { return m == -3 || m == -2 }, "-1": func(m float64) bool { return m == -1 },
		"0": func(m float64) bool { return m == 0 }, "+1": func(m float64) bool { return m == 1 },
		"+2 to +3": func(m float64) bool { return m == 2 || m == 3 }, "+4 to +5": func(m float64) bool { return m == 4 || m == 5 },
		"+6 and above": func(m float64) bool { return m >= 6 },
	}
	byPhase, err := ByPhase(rows, 2)
	if err != nil {
		t.Fatal(err)
	}
	compareWithSlow(t, byPhase, rows, rows.Phase, inPhase)
	byMaterial, err := ByMaterial(rows)
	if err != nil {
		t.Fatal(err)
	}
	compareWithSlow(t, byMaterial, rows, rows.Material, inMaterial)
}

// compareWithSlow compares a table with loops over all rows: each row is of the bin whose
// condition its value meets.
func compareWithSlow(t *testing.T, table *Table, rows Rows, values []float64, bins map[string]func(float64) bool) {
	t.Helper()
	if got := strings.Join(table.Header()[1:], " "); got != "n label residual mae rmse" {
		t.Fatalf("columns %s", got)
	}
	total := 0
	for _, cells := range table.Cells() {
		n, label, residual, mae, rmse := slowRow(rows, func(i int) bool { return bins[cells[0]](values[i]) })
		want := fmt.Sprintf("%d %.1f %.1f %.1f %.1f", n, label, residual, mae, rmse)
		if got := strings.Join(cells[1:], " "); got != want {
			t.Errorf("%s: %s, want %s", cells[0], got, want)
		}
		total += n
	}
	if total != len(rows.Label) {
		t.Errorf("%d rows in the table, want %d", total, len(rows.Label))
	}
}

// The opening comes first, and bins without rows are omitted.
func TestByPhaseOrder(t *testing.T) {
	rows := Rows{Label: []float64{1, 2, 3, 4}, Predicted: []float64{0, 0, 0, 0}, Phase: []float64{0.1, 0.9, 1.3, -0.5}}
	table, err := ByPhase(rows, 0)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := table.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := `Residuals by game phase

phase         n  label  residual  mae  rmse
1.00 to 0.75  2    2.5       2.5  2.5   2.5
0.25 to 0.00  2    2.5       2.5  2.5   2.9
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

func TestByMaterialFormats(t *testing.T) {
	rows := Rows{Label: []float64{100, -50}, Predicted: []float64{100.01, -40}, Material: []float64{1, -7}}
	table, err := ByMaterial(rows)
	if err != nil {
		t.Fatal(err)
	}
	var md, csv bytes.Buffer
	if err := table.WriteMarkdown(&md); err != nil {
		t.Fatal(err)
	}
	if err := table.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	wantMD := `**Residuals by material balance**

| material | n | label | residual | mae | rmse |
| :--- | ---: | ---: | ---: | ---: | ---: |
| -6 and below | 1 | -50.0 | -10.0 | 10.0 | 10.0 |
| +1 | 1 | 100.0 | 0.0 | 0.0 | 0.0 |
`
	if md.String() != wantMD {
		t.Errorf("Markdown\n%swant\n%s", md.String(), wantMD)
	}
	wantCSV := `material,n,label,residual,mae,rmse
-6 and below,1,-50.000000,-10.000000,10.000000,10.000000
+1,1,100.000000,-0.010000,0.010000,0.010000
`
	if csv.String() != wantCSV {
		t.Errorf("CSV\n%swant\n%s", csv.String(), wantCSV)
	}
}

func TestNewTable(t *testing.T) {
	table, err := NewTable("", []string{"term", "value"}, [][]string{{"a|b", "1.50"}, {"ä", "10"}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := table.WriteMarkdown(&b); err != nil {
		t.Fatal(err)
	}
	if want := "| term | value |\n| :--- | ---: |\n| a\\|b | 1.50 |\n| ä | 10 |\n"; b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	if _, err := NewTable("t", []string{"a"}, [][]string{{"1"}, {"1", "2"}}); err == nil || err.Error() != "report: table t: row 1 has 2 cells, the header 1" {
		t.Errorf("error %v", err)
	}
}

func TestPage(t *testing.T) {
	dir := t.TempDir()
	if err := must(t)(WeightBars(someBars, Options{})).Save(filepath.Join(dir, "bars #1.svg")); err != nil {
		t.Fatal(err)
	}
	table, err := NewTable("Errors <here>", []string{"term"}, [][]string{{"<b>"}})
	if err != nil {
		t.Fatal(err)
	}
	picture, err := os.ReadFile(filepath.Join(dir, "bars #1.svg"))
	if err != nil {
		t.Fatal(err)
	}
	page := Page{Title: "A & B", Summary: "One\nline.\n\n\nTwo <script>alert(1)</script>", Tables: []*Table{table},
		Pictures: []Picture{{File: "bars #1.svg", Caption: `"weights"`}}}
	if err := page.Write(dir); err != nil {
		t.Fatal(err)
	}
	html, err := os.ReadFile(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<title>A &amp; B</title>", "<p>One\nline.</p>", "<p>Two &lt;script&gt;", "<caption>Errors &lt;here&gt;</caption>",
		`<td class="text">&lt;b&gt;</td>`, `<figcaption>&#34;weights&#34; (bars #1.svg)`,
	} {
		if !bytes.Contains(html, []byte(want)) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
	for _, never := range []string{"<script", "http:", "https:", "<link", "@import", "url(", dir} {
		if bytes.Contains(html, []byte(never)) {
			t.Errorf("%s in the page", never)
		}
	}
	sources := regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllSubmatch(html, -1)
	for _, s := range sources {
		text, ok := strings.CutPrefix(unescape.UnescapeString(string(s[1])), "data:image/svg+xml;base64,")
		if got, err := base64.StdEncoding.DecodeString(text); !ok || err != nil || !bytes.Equal(got, picture) {
			t.Errorf("%.80s is not the picture: %v", s[1], err)
		}
	}
	if len(sources) != 1 {
		t.Errorf("%d pictures and links, want 1", len(sources))
	}
}

func TestPageErrors(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"none.png", "../x.png", "/etc/hostname", ""} {
		page := Page{Title: "t", Pictures: []Picture{{File: file}}}
		if err := page.Write(dir); err == nil || !strings.Contains(err.Error(), "index.html: picture") {
			t.Errorf("picture %q: error %v", file, err)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("left over: %v", entries)
	}
}

func ExampleByPhase() {
	rows := Rows{
		Label:     []float64{30, 50, 200, -100},
		Predicted: []float64{20, 20, 100, -100},
		Phase:     []float64{1, 0.9, 0.2, 0.1},
	}
	table, err := ByPhase(rows, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := table.WriteText(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// Residuals by game phase
	//
	// phase         n  label  residual   mae  rmse
	// 1.00 to 0.50  2   40.0      20.0  20.0  22.4
	// 0.50 to 0.00  2   50.0      50.0  50.0  70.7
}
