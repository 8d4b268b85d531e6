package formula

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var example = regexp.MustCompile("(?s)```formula\n(.*?)```\n```rows\n(.*?)```\n")

// TestPage: the examples of docs/formula.md give what it says.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/formula.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range functions() {
		if !strings.Contains(string(page), "`"+name+"(") {
			t.Errorf("the page does not name %s", name)
		}
	}
	found := example.FindAllStringSubmatch(string(page), -1)
	if len(found) < 6 || len(found) != strings.Count(string(page), "```formula") {
		t.Fatalf("%d examples with rows", len(found))
	}
	for _, e := range found {
		for line := range strings.Lines(e[2]) {
			checkExample(t, e[1], strings.TrimSpace(line))
		}
	}
}

// checkExample compares a line NAME=VALUE ...: VALUE; by NAME VALUE, ... with the formula.
func checkExample(t *testing.T, text, line string) {
	t.Helper()
	read, said, _ := strings.Cut(line, ": ")
	value, slopes, _ := strings.Cut(said, "; ")
	given := map[string]float64{}
	s := Scope{}
	for _, field := range strings.Fields(read) {
		name, number, _ := strings.Cut(field, "=")
		given[name] = numeral(t, number)
		sum, part, _ := strings.Cut(name, ".")
		if name != MG && name != EG && part != "eg" && !strings.HasPrefix(name, "weight(") {
			s.Sums = append(s.Sums, Sum{Name: sum, Tapered: part == "mg"})
		}
	}
	f, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	tape := p.NewTape(1)
	for l := range p.Leaves {
		x, ok := given[p.LeafName(l)]
		if !ok {
			t.Errorf("%s\nreads %s, which the row does not have: %s", text, p.LeafName(l), line)
		}
		tape.Leaf(l)[0] = x
	}
	near(t, line, "the value", tape.Values(1)[0], numeral(t, value))
	tape.Slopes(1)
	for slope := range strings.SplitSeq(slopes, ", ") {
		for l := range p.Leaves {
			if number, ok := strings.CutPrefix(slope, "by "+p.LeafName(l)+" "); ok {
				near(t, line, p.LeafName(l), tape.Slope(l)[0], numeral(t, number))
				slope = ""
				break
			}
		}
		if slope != "" {
			t.Errorf("%s: %q names no leaf", line, slope)
		}
	}
}

func numeral(t *testing.T, number string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(number, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func near(t *testing.T, line, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 5e-4*max(1, math.Abs(want)) {
		t.Errorf("%s\n%s is %v", line, what, got)
	}
}
