package static

import (
	"fmt"
	"math"
	"testing"
)

// TestRead: numbers as engines print them, and why there is none.
func TestRead(t *testing.T) {
	for _, test := range []struct {
		pattern, answer string
		want            float64
		why             Reason
	}{
		{`eval (\S+)`, "eval +12\n", 12, Evaluated},
		{`eval (.*) cp`, "eval - 1.12 cp\n", -1.12, Evaluated},
		{`eval (\S+)`, "eval 0,25\n", 0.25, Evaluated},
		{`eval (\S+)`, "eval −37\n", -37, Evaluated},
		{`eval (\S+)`, "eval mate\n", 0, Refused},
		{`eval (\S+)`, "eval nan\n", 0, Refused},
		{`eval (\S+)`, "in check\n", 0, Refused},
		{`eval (\S+)`, "", 0, Silent},
		{`-?\d+`, "value: -7\n", -7, Evaluated},
		{`value: ` + number, "value: −7\n", -7, Evaluated},
		{`value: ` + number, "value: −0,75\n", -0.75, Evaluated},
		{`(?:mg (\d+)|eg (\d+))`, "eg 9\n", 9, Evaluated},
		{`evaluation: (\S+)`, "\x1b[32mevaluation\x1b[0m: \x1b[38;5;1m5\x1b[0m\n", 5, Evaluated},
	} {
		r, err := newReader(test.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got, why := r.read(test.answer); why != test.why || why == Evaluated && got != test.want || why != Evaluated && !math.IsNaN(got) {
			t.Errorf("%q in %q: %v, %v, want %v, %v", test.pattern, test.answer, got, why, test.want, test.why)
		}
	}
}

// TestHasten: the fixed text before a number is looked for where it always leads to the same number.
func TestHasten(t *testing.T) {
	for _, test := range []struct {
		pattern, format string
		want            bool
	}{
		{`(?i)\beval(?:uation)?\b[^-+−\d\n]*` + number, "terms 1 2 3\nEvaluation (stm): %d\n", true},
		{`(?i)\beval(?:uation)?\b[^-+−\d\n]*` + number, "EVAL %[1]d\nraw EVAL 4\n", true},
		{`eval.*?` + number, "eval of %d: 3\n", true},
		{`= (\S+) *$`, "mg = 4\neg = 3\nsum = %d", false}, // the first that is found is another
		{`(?m)^` + number, "%d\n", false},
	} {
		r, err := newReader(test.pattern)
		if err != nil {
			t.Fatal(err)
		}
		var answers []string
		for i := range 9 {
			answers = append(answers, fmt.Sprintf(test.format, 10*i-40))
		}
		if r.hasten(answers); (r.fast != nil) != test.want {
			t.Errorf("%q in %q: fast %v, want %v", test.pattern, answers[0], r.fast, test.want)
		}
		for i, answer := range answers {
			if v, _ := r.read(answer); v != float64(10*i-40) {
				t.Errorf("%q in %q: %v", test.pattern, answer, v)
			}
		}
	}
}

// TestPresets: each compiles, and the name of its engine finds it.
func TestPresets(t *testing.T) {
	seen := map[string]bool{}
	for i := range Presets {
		p := &Presets[i]
		if seen[p.Name] || p.Name == "" || p.Command == "" || len(p.Patterns) == 0 {
			t.Errorf("%+v: incomplete or twice", p)
		}
		seen[p.Name] = true
		for _, pattern := range p.Patterns {
			if _, err := newReader(pattern); err != nil {
				t.Error(err)
			}
		}
	}
	for name, want := range map[string]string{"Stockfish 11 64": "stockfish", "Fairy-Stockfish 14": "stockfish", "Weiss 2.0": "weiss", "chess-3 dev": "chess-3", "Lynx 1.9": "number"} {
		if p := presetFor(name); p == nil || p.Name != want {
			t.Errorf("%s: %v, want %s", name, p, want)
		}
	}
}
