package uci_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.org/centipawn/engine/uci"
)

// declared are lines as engines print them, and what they mean.
var declared = []struct {
	line string
	want uci.Option
}{
	{"option name Hash type spin default 16 min 1 max 33554432",
		uci.Option{Name: "Hash", Type: uci.Spin, Default: "16", Min: 1, Max: 33554432}},
	{"option name Move Overhead type spin default 10 min 0 max 5000",
		uci.Option{Name: "Move Overhead", Type: uci.Spin, Default: "10", Max: 5000}},
	{"option name Skill Level type spin default -3 min -20 max 20",
		uci.Option{Name: "Skill Level", Type: uci.Spin, Default: "-3", Min: -20, Max: 20}},
	{"option name UCI_Chess960 type check default false", uci.Option{Name: "UCI_Chess960", Type: uci.Check, Default: "false"}},
	{"option name OwnBook type check default True", uci.Option{Name: "OwnBook", Type: uci.Check, Default: "true"}},
	{"option name Ponder type check", uci.Option{Name: "Ponder", Type: uci.Check}},
	{"option name Clear Hash type button", uci.Option{Name: "Clear Hash", Type: uci.Button}},
	{"option name Debug Log File type string default", uci.Option{Name: "Debug Log File", Type: uci.String}},
	{"option name SyzygyPath type string default <empty>", uci.Option{Name: "SyzygyPath", Type: uci.String}},
	{"option name EvalFile type string default  my  min file.nnue \r\n",
		uci.Option{Name: "EvalFile", Type: uci.String, Default: "my  min file.nnue"}},
	{"option name Style type combo default Normal var Solid var Normal var Very Risky",
		uci.Option{Name: "Style", Type: uci.Combo, Default: "Normal", Values: []string{"Solid", "Normal", "Very Risky"}}},
	{"option name UCI_Elo type spin min 1350 max 2850 default 1350",
		uci.Option{Name: "UCI_Elo", Type: uci.Spin, Default: "1350", Min: 1350, Max: 2850}},
	{"option name Nodes type spin default 0", uci.Option{Name: "Nodes", Type: uci.Spin, Default: "0", Min: math.MinInt, Max: math.MaxInt}},
	{"option name Memory type Spin Default 16 Min 1 Max 18446744073709551615",
		uci.Option{Name: "Memory", Type: uci.Spin, Default: "16", Min: 1, Max: math.MaxInt}},
	{"option name Low type spin default 0 min -1e30 max 1E3", uci.Option{Name: "Low", Type: uci.Spin, Default: "0", Min: math.MinInt, Max: 1000}},
	{"OPTION\tNAME  Big   Hash\tTYPE spin default 16.0 MB min 1 MB max 1024 MB",
		uci.Option{Name: "Big Hash", Type: uci.Spin, Default: "16", Min: 1, Max: 1024}},
	{"option name Seed type spin 3 min 1 max 9 default none", uci.Option{Name: "Seed", Type: uci.Spin, Min: 1, Max: 9}},
	{"option name Own type CHECK default 1 min 0", uci.Option{Name: "Own", Type: uci.Check, Default: "true"}},
	{"option name Own type check default maybe", uci.Option{Name: "Own", Type: uci.Check}},
	{"option name Mode type Combo Default Fast Var Fast Var Very Slow",
		uci.Option{Name: "Mode", Type: uci.Combo, Default: "Fast", Values: []string{"Fast", "Very Slow"}}},
	{"option name Mode type combo var a var b", uci.Option{Name: "Mode", Type: uci.Combo, Values: []string{"a", "b"}}},
	{"option name Net type String Default My Net.bin", uci.Option{Name: "Net", Type: uci.String, Default: "My Net.bin"}},
	{"option name type of play type combo var a", uci.Option{Name: "type of play", Type: uci.Combo, Values: []string{"a"}}},
}

func TestParseOption(t *testing.T) {
	for _, tt := range declared {
		got, err := uci.ParseOption(tt.line)
		if err != nil {
			t.Errorf("%s: %v", tt.line, err)
		} else if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.line, diff)
		}
	}
}

func TestParseOptionErrors(t *testing.T) {
	for line, want := range map[string]string{
		"":                                            `does not begin with "option name"`,
		"info string option name Hash":                `does not begin with "option name"`,
		"option name Hash":                            "no type",
		"option name Hash type knob":                  "no type",
		"option name type check":                      "no name",
		"option name A type check\nquit":              "line break",
		"option name A type spin min 9 max 8":         "min 9 is above max 8",
		"option name A type spin min":                 "min: ",
		"option name A type spin max 1.5":             "max: 1.5 is not a whole number",
		"option name A type spin max many":            `max: "many" is not a number`,
		"option name A type combo default x":          "a combo without a value",
		"option name A type combo default x var  var": "a combo without a value",
	} {
		if o, err := uci.ParseOption(line); err == nil {
			t.Errorf("%q: read as %+v", line, o)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want it to say %q", line, err, want)
		}
	}
}

func TestOptionValue(t *testing.T) {
	hash := uci.Option{Name: "Hash", Type: uci.Spin, Min: -1, Max: 64}
	style := uci.Option{Name: "Style", Type: uci.Combo, Values: []string{"Solid", "Very Risky"}}
	file := uci.Option{Name: "File", Type: uci.String}
	check := uci.Option{Name: "Ponder", Type: uci.Check}
	button := uci.Option{Name: "Clear", Type: uci.Button}
	for _, tt := range []struct {
		option           uci.Option
		text, want, fail string
	}{
		{hash, "64", "64", ""},
		{hash, " +007 ", "7", ""},
		{hash, "-1", "-1", ""},
		{hash, "65", "", "option Hash: 65 is out of range: pass a number from -1 to 64"},
		{hash, "-2", "", "option Hash: -2 is out of range: pass a number from -1 to 64"},
		{hash, "1.5", "", `option Hash: "1.5" is not a whole number: pass one from -1 to 64`},
		{style, "very  RISKY", "Very Risky", ""},
		{style, "Risky", "", `option Style: "Risky": pass one of Solid, Very Risky`},
		{check, "TRUE", "true", ""},
		{check, "yes", "", `option Ponder: "yes": pass true or false`},
		{file, " a  b ", "a  b", ""},
		{file, "<empty>", "", ""},
		{file, "a\nquit", "", `option File: "a\nquit" holds a line break or a zero byte: pass text of one line`},
		{button, "", "", ""},
		{button, "on", "", `option Clear: "on": a button takes no value: pass its name alone`},
	} {
		got, err := tt.option.Value(tt.text)
		if check := tt.option.Check(tt.text); (check == nil) != (err == nil) {
			t.Errorf("%s, %q: Check says %v, Value %v", tt.option.Name, tt.text, check, err)
		}
		if fail := message(err); got != tt.want || fail != tt.fail {
			t.Errorf("%s, %q: got %q, %s\nwant %q, %s", tt.option.Name, tt.text, got, fail, tt.want, tt.fail)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestOptionIs(t *testing.T) {
	o := uci.Option{Name: "Move Overhead"}
	if !o.Is(" move   OVERHEAD") || o.Is("MoveOverhead") || o.Is("") {
		t.Error("Is: want the name in any case, with any blanks between its words")
	}
}

func TestOptionTypeString(t *testing.T) {
	if got := uci.Combo.String() + " " + uci.OptionType(9).String(); got != "combo uci.OptionType(9)" {
		t.Errorf("got %q", got)
	}
}

// What is read and written again is the same option, and its line the same line.
func FuzzParseOption(f *testing.F) {
	for _, d := range declared {
		f.Add(d.line)
	}
	f.Add("option name A type combo default  var x var  var y y")
	f.Fuzz(func(t *testing.T, line string) {
		o, err := uci.ParseOption(line)
		if err != nil {
			return
		}
		again, err := uci.ParseOption(o.String())
		if err != nil {
			t.Fatalf("%q is written %q, which cannot be read: %v", line, o.String(), err)
		}
		if diff := cmp.Diff(o, again); diff != "" {
			t.Fatalf("%q: (-first +second)\n%s", line, diff)
		}
		if again.String() != o.String() {
			t.Fatalf("%q: written %q, then %q", line, o.String(), again.String())
		}
		if !o.Is(o.Name) {
			t.Fatalf("%q: is not called %q", line, o.Name)
		}
	})
}

func TestDeclares(t *testing.T) {
	for _, tt := range []struct {
		line, name string
		want       bool
	}{
		{"option name Foo type knob", "foo", true},
		{"option name Foo Bar type spin max many", "Foo Bar", true},
		{"option name Foo Bar type spin max many", "Foo", false},
		{"option Foo type spin", "Foo", true},
		{"option name Foo", "Foo", true},
		{"option name Foo default 3", "Foo", true},
		{"info string Foo type spin", "Foo", false},
		{"option name", "", false},
	} {
		if got := uci.Declares(tt.line, tt.name); got != tt.want {
			t.Errorf("%s, %s: %v", tt.line, tt.name, got)
		}
	}
}
