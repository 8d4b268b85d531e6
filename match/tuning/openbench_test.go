package tuning

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"example.org/centipawn/match/spsa"
)

// TestOpenBench: lines as OpenBench takes them are read, and written as they were.
func TestOpenBench(t *testing.T) {
	const text = "LMRBase, int, 80, 50, 120, 4, 0.002\nLMRDiv, float, 2.25, 1.5, 4, 0.125, 0.01\n"
	path := filepath.Join(t.TempDir(), "params.txt")
	spaced := "\ufeff# ours\n" + strings.ReplaceAll(strings.ReplaceAll(text, ", ", " ,\t"), "\n", "\r\n") + "\n  \n"
	for _, in := range []string{text, spaced, strings.ReplaceAll(text, " ", "")} {
		if err := os.WriteFile(path, []byte(in), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFile(path)
		want := []Wish{
			{"LMRBase", at(80.0), at(50.0), at(120.0), at(4.0), at(0.002), Int},
			{"LMRDiv", at(2.25), at(1.5), at(4.0), at(0.125), at(0.01), Float},
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", in, got, err)
		}
	}
	if !IsFile(path) || IsFile("LMRBase") || IsFile("a=params.txt") {
		t.Error("files are told wrongly from options")
	}
	values := []spsa.Value{
		{Param: spsa.Param{Name: "LMRBase", Min: 50, Max: 120, C: 4, R: 0.002}, Now: 80.3, Best: 80},
		{Param: spsa.Param{Name: "LMRDiv", Min: 1.5, Max: 4, C: 0.125, R: 0.01, Decimal: true}, Now: 2.25, Best: 2.25},
	}
	if got := string(OpenBench(values)); got != text {
		t.Errorf("written %q", got)
	}
	for in, want := range map[string]string{
		"":                               "p: no option to tune: pass a line for each, name, int or float, value, min, max, c_end, r_end",
		"\na, int, 1, 2, 3, 4":           "p:2: 6 fields, want 7: name, int",
		"a, int, 1, 2, 3, 4, 5, 6":       "p:1: 8 fields, want 7",
		"a, double, 1, 0, 3, 1, 0.002":   `p:1: a: type "double": pass int or float`,
		"a, int, x, 0, 3, 1, 0.002":      `p:1: a: value "x": pass a number`,
		"a, int, 1, 0, 3, 1, NaN":        `p:1: a: r_end "NaN": pass a number`,
		" , int, 1, 0, 3, 1, 0.002":      "p:1: an option without a name",
		"a, int, 1, 0, 3, 1, 0.002\nb\n": "p:2: 1 fields, want 7",
	} {
		if _, err := ReadOpenBench("p", []byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
}

// TestDecimals: a decimal is played as it is, to a thousandth of its c_end, within its range.
func TestDecimals(t *testing.T) {
	tuner, err := spsa.New([]spsa.Param{{Name: "Scale", Start: 0.7512345678, Min: 0.5, Max: 1.5, C: 0.05, R: 0.1, Decimal: true}, {Name: "n", Start: 5, Max: 10}}, 100, 1)
	if err != nil {
		t.Fatal(err)
	}
	wrapped := &Tuner{tuner}
	for pair := range 100 {
		first, second, ok := wrapped.Suggest(pair)
		if !ok {
			t.Fatal(pair)
		}
		if a := first[0].Value; len(a) > len("0.12345") || !strings.HasPrefix(a, "0.") && !strings.HasPrefix(a, "1.") || a == second[0].Value {
			t.Errorf("pair %d: %q against %q", pair, a, second[0].Value)
		}
		if strings.Contains(first[1].Value, ".") {
			t.Errorf("a whole number is %q", first[1].Value)
		}
		if err := tuner.Report(pair, 1-pair%3); err != nil {
			t.Fatal(err)
		}
	}
	v := tuner.Values()[0]
	if v.Best == v.Now || v.Text(v.Best) != v.Text(v.Now) || v.Best < 0.5 || v.Best > 1.5 {
		t.Errorf("%+v", v)
	}
	if got := tomlValue(&v); got != `"`+v.Text(v.Now)+`"` {
		t.Error(got)
	}
}
