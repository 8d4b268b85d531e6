package weights

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// exportJSON writes one object: by the name of a term its value or [mg, eg], by
// the name of a piece-square table its 64 values, a1 first. Of a block the names of
// its terms and the form stand before them.
func exportJSON(f *File, opt ExportOptions) ([]byte, error) {
	if opt.Packed {
		return nil, errors.New("json has no packed form: export it unpacked")
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"set\": %s,\n  \"phase\": %s,\n", asJSON(f.Set), asJSON(f.Phase))
	if f.EndgameScale != "" {
		fmt.Fprintf(&b, "  \"endgame_scale\": %s,\n", asJSON(f.EndgameScale))
	}
	fmt.Fprintf(&b, "  \"unit\": \"%s\",\n", Unit)
	if f.Block != nil {
		fmt.Fprintf(&b, "  \"block\": {\"form\": %s, \"terms\": %s},\n", asJSON(f.Block.Form), asJSON(f.Block.names()))
	}
	b.WriteString("  \"weights\": {")
	separator, seen := "\n", map[string]bool{}
	entry := func(name string, value []byte) error {
		if seen[name] {
			return fmt.Errorf("term %s: there are two of this name", name)
		}
		seen[name] = true
		fmt.Fprintf(&b, "%s    %s: %s", separator, asJSON(name), value)
		separator = ",\n"
		return nil
	}
	for _, g := range f.Groups() {
		if g.Board {
			if err := entry(g.Name, g.jsonBoard()); err != nil {
				return nil, err
			}
			continue
		}
		for _, t := range g.Terms {
			if err := entry(t.Name, t.jsonValue()); err != nil {
				return nil, err
			}
		}
	}
	b.WriteString("\n  }\n}\n")
	return b.Bytes(), nil
}

// jsonValue returns the term's number, or its two as integers.
func (t *Term) jsonValue() []byte {
	if t.Tapered {
		return fmt.Appendf(nil, "[%d, %d]", int(roundHalfAway(t.MG.Value)), int(roundHalfAway(t.EG.Value)))
	}
	text, err := json.Marshal(noMinusZero(t.Value.Value))
	if err != nil { // a valid file holds finite numbers
		return []byte("null")
	}
	return text
}

// jsonBoard returns 64 values, a rank on a line.
func (g Group) jsonBoard() []byte {
	var b bytes.Buffer
	for sq, t := range g.Squares() {
		switch {
		case sq == 0:
			b.WriteString("[\n      ")
		case sq%8 == 0:
			b.WriteString(",\n      ")
		default:
			b.WriteString(", ")
		}
		if t == nil {
			t = &Term{Tapered: g.Tapered}
		}
		b.Write(t.jsonValue())
	}
	b.WriteString("\n    ]")
	return b.Bytes()
}
