package export

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"example.org/centipawn/weights"
)

// writeJSON writes one object: by the name of a term its value or [mg, eg], by
// the name of a piece-square table its 64 values, a1 first or as printed. Before them stand, of a file with
// a formula, this and the terms of each of its sums but linear.
func writeJSON(f *weights.File, opt Options) ([]byte, error) {
	if opt.Packed {
		return nil, errors.New("json has no packed form: export it unpacked")
	}
	f = untapered(f)
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"set\": %s,\n  \"phase\": %s,\n", quote(f.Set), quote(f.Phase))
	if f.EndgameScale != "" {
		fmt.Fprintf(&b, "  \"endgame_scale\": %s,\n", quote(f.EndgameScale))
	}
	fmt.Fprintf(&b, "  \"unit\": \"%s\",\n", weights.Unit)
	if f.Formula != "" {
		fmt.Fprintf(&b, "  \"formula\": %s,\n  \"sums\": %s,\n", quote(f.Formula), quote(sumsOf(f)))
		if len(f.Inputs) > 0 {
			fmt.Fprintf(&b, "  \"inputs\": %s,\n", quote(f.Inputs))
		}
	}
	b.WriteString("  \"weights\": {")
	entries, err := jsonEntries(f, opt)
	for i, e := range entries {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n    %s: %s", quote(e.name), e.value)
	}
	b.WriteString("\n  }\n}\n")
	return b.Bytes(), err
}

// A jsonEntry is a name with its value as JSON.
type jsonEntry struct {
	name  string
	value []byte
}

// jsonEntries returns the tables and terms in the file's order.
func jsonEntries(f *weights.File, opt Options) (list []jsonEntry, err error) {
	seen := map[string]bool{}
	add := func(name string, value []byte) {
		if seen[name] {
			err = fmt.Errorf("term %s: two have this name", name)
		}
		seen[name] = true
		list = append(list, jsonEntry{name, value})
	}
	for _, g := range f.Groups() {
		if g.Board {
			add(g.Name, jsonBoard(g, opt))
			continue
		}
		for _, t := range g.Terms {
			add(t.Name, jsonValue(&t, opt.Digits == Whole && !g.Nonlinear))
		}
	}
	return list, err
}

// sumsOf returns the names of the terms of each sum but linear.
func sumsOf(f *weights.File) map[string][]string {
	sums := map[string][]string{}
	for _, t := range f.Terms {
		for _, sum := range t.Sums {
			sums[sum] = append(sums[sum], t.Name)
		}
	}
	return sums
}

// quote is JSON on one line, in which < and & stand for themselves.
func quote(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil { // a valid file holds texts
		return "null"
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// jsonValue returns the term's number, or its two as integers.
func jsonValue(t *weights.Term, whole bool) []byte {
	if t.Tapered {
		return fmt.Appendf(nil, "[%d, %d]", int(math.Round(t.MG.Value)), int(math.Round(t.EG.Value)))
	}
	v := weights.PlusZero(t.Value.Value)
	if whole {
		v = weights.Whole(v)
	}
	text, err := json.Marshal(v)
	if err != nil { // a valid file holds finite numbers
		return []byte("null")
	}
	return text
}

// jsonBoard returns 64 values, a rank on a line.
func jsonBoard(g weights.Group, opt Options) []byte {
	var b bytes.Buffer
	squares := g.Squares()
	for i := range squares {
		t := squares[i]
		if opt.RankEight {
			t = squares[i^56]
		}
		switch {
		case i == 0:
			b.WriteString("[\n      ")
		case i%8 == 0:
			b.WriteString(",\n      ")
		default:
			b.WriteString(", ")
		}
		if t == nil {
			t = &weights.Term{Tapered: g.Tapered}
		}
		b.Write(jsonValue(t, opt.Digits == Whole))
	}
	b.WriteString("\n    ]")
	return b.Bytes()
}
