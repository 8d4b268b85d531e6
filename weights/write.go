package weights

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"example.org/centipawn/internal/atomicfile"
)

// wire is a File as it stands in JSON.
type wire struct {
	Format     string     `json:"format"`
	Version    int        `json:"version"`
	Kind       Kind       `json:"kind,omitempty"`
	Set        string     `json:"set"`
	SetHash    string     `json:"set_hash"`
	Phase      string     `json:"phase"`
	Scale      string     `json:"endgame_scale,omitempty"`
	Unit       string     `json:"unit"`
	Formula    string     `json:"formula,omitempty"`
	Inputs     []string   `json:"inputs,omitempty"`
	Terms      []wireTerm `json:"terms"`
	Block      *wireBlock `json:"block,omitempty"`
	Provenance Provenance `json:"provenance"`
}

// wireBlock is a block of version 1. None is written.
type wireBlock struct {
	Form  string     `json:"form"`
	Terms []wireTerm `json:"terms"`
}

// wireTerm is a Term in JSON: value, or mg and eg. Pointers tell a zero from a
// field that is missing.
type wireTerm struct {
	Name      string   `json:"name"`
	Sums      []string `json:"sums,omitempty"`
	Parameter bool     `json:"parameter,omitempty"`
	wirePlain
	wireTapered
}

// wirePlain is the weight of a plain term.
type wirePlain struct {
	Value  *float64 `json:"value,omitempty"`
	StdErr *float64 `json:"stderr,omitempty"`
	DF     float64  `json:"df,omitempty"`
	Bound  string   `json:"bound,omitempty"`
}

// wireTapered are the weights of a tapered term.
type wireTapered struct {
	MG       *float64 `json:"mg,omitempty"`
	EG       *float64 `json:"eg,omitempty"`
	MGStdErr *float64 `json:"mg_stderr,omitempty"`
	EGStdErr *float64 `json:"eg_stderr,omitempty"`
	MGDF     float64  `json:"mg_df,omitempty"`
	EGDF     float64  `json:"eg_df,omitempty"`
	MGBound  string   `json:"mg_bound,omitempty"`
	EGBound  string   `json:"eg_bound,omitempty"`
}

func toWires(terms []Term) (list []wireTerm) {
	for _, t := range terms {
		list = append(list, toWire(t))
	}
	return list
}

func toWire(t Term) wireTerm {
	w := wireTerm{Name: t.Name, Sums: t.Sums, Parameter: t.Parameter}
	if t.Tapered {
		w.MG, w.MGStdErr, w.MGDF, w.MGBound = t.MG.wire()
		w.EG, w.EGStdErr, w.EGDF, w.EGBound = t.EG.wire()
	} else {
		w.Value, w.StdErr, w.DF, w.Bound = t.Value.wire()
	}
	return w
}

func (w Weight) wire() (value, stdErr *float64, df float64, bound string) {
	v := PlusZero(w.Value)
	if w.StdErr != 0 {
		stdErr = &w.StdErr
	}
	return &v, stdErr, w.DF, w.Bound
}

// PlusZero returns v, and +0 for −0.
func PlusZero(v float64) float64 {
	if v == 0 {
		return 0
	}
	return v
}

// Encode writes the file as JSON, one term a line. Numbers are in the shortest
// form that reads back as the same float64; equal files give equal bytes.
func (f *File) Encode(w io.Writer) error {
	if err := f.Validate(); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	out := wire{
		Format: Format, Version: f.version(), Kind: f.Kind, Unit: f.Kind.Unit(),
		Set: f.Set, SetHash: f.SetHash, Phase: f.Phase, Scale: f.EndgameScale, Provenance: f.Provenance,
		Formula: f.Formula, Inputs: f.Inputs, Terms: toWires(f.Terms),
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(out); err != nil {
		return fmt.Errorf("weights: %w", err)
	}
	_, err := w.Write(joinLeaves(buf.Bytes()))
	return err
}

// version is that of the format in which the file is written.
func (f *File) version() int {
	if f.Formula != "" {
		return FormulaVersion
	}
	return Version
}

// joinLeaves puts every object and array that holds no other object or array on
// one line of its own; the sums of a term do not count as one. Its input is indented JSON, where a
// line break is never part of a string.
func joinLeaves(indented []byte) []byte {
	lines := bytes.Split(bytes.TrimSuffix(indented, []byte("\n")), []byte("\n"))
	var out []byte
	for i := 0; i < len(lines); i++ {
		out = append(out, lines[i]...)
		for end := leafEnd(lines, i); i < end; i++ {
			if bytes.HasSuffix(lines[i], []byte(",")) {
				out = append(out, ' ')
			}
			out = append(out, bytes.TrimLeft(lines[i+1], " ")...)
		}
		out = append(out, '\n')
	}
	return out
}

// leafEnd returns the line that closes the object or array opened at the end of
// line i, or i if none is opened or another is opened within.
func leafEnd(lines [][]byte, i int) int {
	if !opens(lines[i]) {
		return i
	}
	sums := false
	for end := i + 1; end < len(lines); end++ {
		line := bytes.TrimLeft(lines[end], " ")
		switch first := line[0]; {
		case bytes.HasPrefix(line, []byte(`"sums": [`)):
			sums = true
		case sums && first == ']':
			sums = false
		case first == '}' || first == ']':
			return end
		case opens(line):
			return i
		}
	}
	return i
}

func opens(line []byte) bool {
	return bytes.HasSuffix(line, []byte("{")) || bytes.HasSuffix(line, []byte("["))
}

// Write writes the file to path, first under a temporary name in the same
// folder: under the final name there is the whole file or what was there
// before.
func (f *File) Write(path string) error {
	var buf bytes.Buffer
	if err := f.Encode(&buf); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, buf.Bytes())
}
