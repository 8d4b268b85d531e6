package weights_test

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fixtures"
)

func encode(t testing.TB, f *weights.File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEncode(t *testing.T) {
	fixtures.Golden(t, "alphaone.json", encode(t, fixtures.Plain()))
	fixtures.Golden(t, "pesto.json", encode(t, fixtures.Tapered()))
	fixtures.Golden(t, "texel.json", encode(t, fixtures.Texel()))
}

func TestRoundTrip(t *testing.T) {
	bare := &weights.File{Set: "s", Terms: []weights.Term{{Name: "a", Value: weights.Weight{Value: math.SmallestNonzeroFloat64, StdErr: math.MaxFloat64}}}}
	for name, f := range map[string]*weights.File{"plain": fixtures.Plain(), "tapered": fixtures.Tapered(), "texel": fixtures.Texel(), "bare": bare} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "w.json")
			if err := f.Write(path); err != nil {
				t.Fatal(err)
			}
			got, err := weights.Read(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(f, got); diff != "" {
				t.Errorf("changed on the way through the file (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMinusZeroIsNotWritten(t *testing.T) {
	f := fixtures.Plain()
	f.Terms[0].Value.Value = math.Copysign(0, -1)
	if text := encode(t, f); bytes.Contains(text, []byte("-0,")) || bytes.Contains(text, []byte("-0}")) {
		t.Errorf("-0 in the file:\n%s", text)
	}
}

func TestWriteLeavesTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "w.json")
	if err := fixtures.Plain().Write(path); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	bad := fixtures.Plain()
	bad.Terms[2].Value.Value = math.NaN()
	err = bad.Write(path)
	if want := path + ": weights: term 3: king_attack: the value is NaN"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	after, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(before, after) {
		t.Error("a failed write changed the file")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 {
		t.Errorf("%d files left behind, want 1", len(entries))
	}
}

// A rename onto a folder fails after everything is written: the temporary file
// must go.
func TestWriteOntoAFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "w.json")
	if err := os.MkdirAll(filepath.Join(path, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := fixtures.Plain().Write(path); err == nil {
		t.Error("wrote onto a folder")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.partial")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestDecodeErrors(t *testing.T) {
	const (
		head  = `{"format": "centipawn weights", "version": 1, "set": "s", "set_hash": "", "phase": "p", "unit": "centipawns, White-relative",` + "\n"
		prov  = ",\n" + `"provenance": {"tool": ""}}`
		terms = `"terms": [{"name": "a", "value": 1}]`
	)
	list := func(lines ...string) string {
		return head + "\"terms\": [\n" + strings.Join(lines, ",\n") + "\n]" + prov
	}
	tests := []struct{ name, in, want string }{
		{"empty", "", "w.json:1: not JSON: unexpected end of JSON input"},
		{"not JSON", "{\n  nonsense", "w.json:2: not JSON: invalid character 'n' looking for beginning of object key string"},
		{"cut off", head + terms, "w.json:2: not JSON: unexpected end of JSON input"},
		{"something behind", head + terms + prov + "\n[]", "w.json:4: not JSON: invalid character '[' after top-level value"},
		{"another format", `{"format": "x", "version": 1}`, `w.json: format "x": want "centipawn weights"`},
		{"no format", `{"version": 1}`, "w.json: no format: not a weights file"},
		{"no version", `{"format": "centipawn weights"}`, "w.json: no version: want 1"},
		{"later version", `{"format": "centipawn weights", "version": 3, "new": 3}`, "w.json: version 3: this program reads versions 1 and 2"},
		{"version as text", `{"format": "centipawn weights", "version": "1"}`, "w.json:1: version: a string, want a int"},
		{"another unit", `{"format": "centipawn weights", "version": 1, "unit": "pawns"}`, `w.json: unit missing or unknown: want "centipawns, White-relative"`},
		{"unknown kind", `{"format": "centipawn weights", "version": 1, "kind": "net"}`, `w.json: kind "net": this program knows evaluations, which have none, and "policy"`},
		{"unit of another kind", `{"format": "centipawn weights", "version": 1, "kind": "policy", "unit": "centipawns, White-relative"}`, `w.json: unit missing or unknown: want "hundredths of a logit, the mover's view"`},
		{"unknown field", head + terms + ",\n\"colour\": 1" + prov, "w.json:3: colour: unknown field"},
		{"field in capitals", head + terms + ",\n" + `"Set": "t"` + prov, "w.json:3: Set: unknown field"},
		{"unknown field of a term", list(`{"name": "a", "value": 1}`, `{"name": "b", "value": 1, "se": 2}`), "w.json:4: terms.se: unknown field"},
		{"unknown field of the split", head + terms + ",\n" + `"provenance": {"split": {"share": 0.5, "sead": 1}}}`, "w.json:3: provenance.split.sead: unknown field"},
		{"field twice", head + terms + ",\n" + `"set": "t"` + prov, "w.json:3: set: the field occurs twice"},
		{"null", list(`{"name": "a", "value": null}`), "w.json:3: terms.value: null: omit the field"},
		{"duplicate term", list(`{"name": "a", "value": 1}`, `{"name": "b", "value": 1}`, `{"name": "a", "value": 2}`), "w.json:5: a: two weights have this name"},
		{"plain and tapered of one name", list(`{"name": "a", "mg": 1, "eg": 2}`, `{"name": "a.mg", "value": 1}`), "w.json:4: a.mg: two weights have this name"},
		{"NaN", list(`{"name": "a", "value": NaN}`), "w.json:3: not JSON: invalid character 'N' looking for beginning of value"},
		{"too large", list(`{"name": "a", "value": 1e999}`), "w.json:3: terms.value: a number 1e999, want a float64"},
		{"text for a number", list(`{"name": "a", "value": "1"}`), "w.json:3: terms.value: a string, want a float64"},
		{"negative standard error", list(`{"name": "a", "value": 1, "stderr": -1}`), "w.json:3: a: the standard error is -1"},
		{"no value", list(`{"name": "a"}`), `w.json:3: term "a": want value, or mg and eg, with their standard errors`},
		{"half a pair", list(`{"name": "a", "mg": 1}`), `w.json:3: term "a": want value, or mg and eg, with their standard errors`},
		{"both kinds", list(`{"name": "a", "value": 1, "mg": 1, "eg": 1}`), `w.json:3: term "a": want value, or mg and eg, with their standard errors`},
		{"error of the other kind", list(`{"name": "a", "value": 1, "mg_stderr": 1}`), `w.json:3: term "a": want value, or mg and eg, with their standard errors`},
		{"no name", list(`{"value": 1}`), "w.json:3: a term without a name"},
		{"space in a name", list(`{"name": "a b", "value": 1}`), `w.json:3: name "a b": it holds a space or a control character`},
		{"no terms", head + `"terms": []` + prov, "w.json: no terms"},
		{"no set", strings.Replace(head, `"s"`, `""`, 1) + terms + prov, "w.json: no set"},
		{"an unknown bound", list(`{"name": "a", "mg": 1, "eg": 2, "eg_bound": "lo"}`), `w.json:3: a.eg: bound "lo": want low, high, frozen, tied, prior`},
		{"held, with an error", list(`{"name": "a", "value": 1, "stderr": 2, "bound": "high"}`), "w.json:3: a: a standard error, and bound high: it can have one of the two"},
		{"bound of the other kind", list(`{"name": "a", "value": 1, "mg_bound": "high"}`), `w.json:3: term "a": want value, or mg and eg, with their standard errors`},
		{"three of two", head + terms + `, "provenance": {"wdl": {"a": [1, 2, 3], "b": [1, 2]}}}`, "w.json:2: provenance.wdl.a: 3 numbers, want 2"},
		{"one of two", head + terms + `, "provenance": {"wdl": {"a": [1, 2], "b": [1]}}}`, "w.json:2: provenance.wdl.b: 1 numbers, want 2"},
		{"K of zero", head + terms + `, "provenance": {"k": {"value": 0, "fitted": true}}}`, "w.json: provenance: k.value: K is 0, want more than 0"},
		{"rows below zero", head + terms + `, "provenance": {"rows": -1}}`, "w.json: provenance: rows: -1 is below zero"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := weights.Decode("w.json", strings.NewReader(tt.in))
			if err == nil || err.Error() != tt.want {
				t.Errorf("error %v\nwant  %s", err, tt.want)
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	if _, err := weights.Read(filepath.Join(t.TempDir(), "none.json")); err == nil || !strings.Contains(err.Error(), "none.json") {
		t.Errorf("error %v does not name the missing file", err)
	}
	if _, err := weights.Read(t.TempDir()); err == nil {
		t.Error("a folder was read as a weights file")
	}
}

// Infinity has no form in JSON: it must be refused by name, wherever it stands.
func TestValidateProvenance(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		name string
		set  func(*weights.Provenance)
		want string
	}{
		{"condition", func(p *weights.Provenance) { p.Condition = inf }, "provenance: condition: the value is +Inf"},
		{"metric", func(p *weights.Provenance) { p.Test.MAE.High = inf }, "provenance: test.mae.high: the value is +Inf"},
		{"intercept", func(p *weights.Provenance) { p.Intercepts[0].Value = inf }, "provenance: intercepts[0].value: the value is +Inf"},
		{"text", func(p *weights.Provenance) { p.Sources[0].Name = "\xff" }, `provenance: sources[0].name: "\xff": not UTF-8`},
		{"lambda", func(p *weights.Provenance) { p.Lambda = 1.5 }, "provenance: lambda: 1.5 is outside 0 to 1"},
		{"K by phase", func(p *weights.Provenance) { p.K = &weights.K{Value: 1, ByPhase: []weights.PhaseK{{K: -1}}} }, "provenance: k.by_phase[0]: K is -1, want more than 0"},
		{"label K", func(p *weights.Provenance) { p.LabelK = []weights.SourceK{{K: 1, StdErr: -1}} }, "provenance: label_k[0]: the standard error is -1"},
		{"wdl", func(p *weights.Provenance) { p.WDL = &weights.WDL{B: [2]float64{1, 0}} }, "provenance: wdl.b: [1 0]: want two values above 0"},
		{"wdl", func(p *weights.Provenance) { p.WDL = &weights.WDL{A: [2]float64{0, inf}} }, "provenance: wdl.a[1]: the value is +Inf"},
		{"scale", func(p *weights.Provenance) { p.Scale = &weights.Scale{} }, "provenance: scale.factor: want more than 0"},
		{"spread", func(p *weights.Provenance) { p.Spread = &weights.Spread{Depth: 3} }, "provenance: spread.stddev: 0: want more than 0"},
		{"rounding", func(p *weights.Provenance) { p.Rounding = &weights.Rounding{Signs: inf} }, "provenance: rounding.signs: the value is +Inf"},
		{"filter", func(p *weights.Provenance) { p.Funnel[1].Rows = -2 }, "provenance: funnel[1].rows: -2 is below zero"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := fixtures.Plain()
			tt.set(&f.Provenance)
			if err := f.Validate(); err == nil || err.Error() != tt.want {
				t.Errorf("error %v, want %s", err, tt.want)
			}
		})
	}
}

// FuzzDecode checks that whatever is accepted survives the way through a file,
// and that equal files give equal bytes.
func FuzzDecode(f *testing.F) {
	small := fixtures.Plain() // small seeds: the fuzzer shortens every new input that it finds
	small.Terms = small.Terms[:2]
	f.Add(encode(f, small))
	f.Add(encode(f, &weights.File{Set: "s", Terms: []weights.Term{fixtures.Term("a", 1, -2.5e-7)}}))
	f.Add([]byte(`{"format":"centipawn weights","version":1,"unit":"centipawns, White-relative","set":"s","terms":[{"name":"a","value":-0}],"provenance":{"sources":[]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := weights.Decode("fuzz", bytes.NewReader(data))
		if err != nil {
			return // refusing is fine; panicking is not
		}
		written := encode(t, file)
		again, err := weights.Decode("again", bytes.NewReader(written))
		if err != nil {
			t.Fatalf("%v in what was written:\n%s", err, written)
		}
		if diff := cmp.Diff(file, again, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("changed on the way through the file:\n%s", diff)
		}
		if !bytes.Equal(written, encode(t, again)) {
			t.Error("written twice, the bytes differ")
		}
	})
}

// TestFreedomOfErrors: degrees of freedom go through a file, of plain and of tapered terms, and
// widen the intervals of weights and of their differences; an error without a value has none.
func TestFreedomOfErrors(t *testing.T) {
	f := &weights.File{Set: "s", SetHash: "1", Phase: "p", Terms: []weights.Term{
		{Name: "a", Value: weights.Weight{Value: 10, StdErr: 2, DF: 4}},
		{Name: "b", Tapered: true, MG: weights.Weight{Value: 5, StdErr: 1, DF: 2.5}, EG: weights.Weight{Value: 6, StdErr: 1}},
	}}
	text := encode(t, f)
	back, err := weights.Decode("f", bytes.NewReader(text))
	if err != nil || !reflect.DeepEqual(back.Terms[0], f.Terms[0]) || !reflect.DeepEqual(back.Terms[1], f.Terms[1]) {
		t.Fatalf("%+v, %v, from %s", back, err, text)
	}
	if half := back.Terms[0].Value.Interval95(); math.Abs(half-2*2.776) > 1e-2 {
		t.Errorf("± %g of 4 degrees of freedom", half)
	}
	if half := back.Terms[1].EG.Interval95(); math.Abs(half-1.96) > 1e-3 {
		t.Errorf("± %g of very many", half)
	}
	c := weights.WeightChange{Old: weights.Weight{StdErr: 2, DF: 4}, New: weights.Weight{Value: 7, StdErr: 2, DF: 4}}
	if e := c.Err(); math.Abs(e.Freedom-8) > 1e-9 || math.Abs(e.Half95()-math.Sqrt(8)*2.306) > 1e-2 {
		t.Errorf("difference: %+v", e)
	}
	f.Terms[0].Value.StdErr = 0
	if err := f.Encode(io.Discard); err == nil {
		t.Error("degrees of freedom without an error")
	}
}
