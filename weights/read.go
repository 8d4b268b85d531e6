package weights

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.org/centipawn/internal/atomicfile"
)

// Read reads the weights file at path.
func Read(path string) (*File, error) {
	data, err := atomicfile.ReadFile(path, atomicfile.LargeLimit)
	if err != nil {
		return nil, err
	}
	return parse(path, data)
}

// Decode reads a weights file from r; errors call it name. What is not exactly
// a file of this version is an error, name:line: what: why: an unknown or
// repeated field, a null, two weights of one name, a number out of range,
// anything after the end.
func Decode(name string, r io.Reader) (*File, error) {
	data, err := atomicfile.ReadAll(name, r, atomicfile.LargeLimit)
	if err != nil {
		return nil, err
	}
	return parse(name, data)
}

func parse(name string, data []byte) (*File, error) {
	p := &parser{name: name, data: data}
	if err := p.head(); err != nil {
		return nil, err
	}
	var in wire
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, p.jsonError(err)
	}
	if err := p.strict(); err != nil {
		return nil, err
	}
	f := &File{Kind: in.Kind, Set: in.Set, SetHash: in.SetHash, Phase: in.Phase, EndgameScale: in.Scale, Provenance: in.Provenance}
	f.Formula, f.Inputs = in.Formula, in.Inputs
	if err := p.fieldsOfVersion(&in); err != nil {
		return nil, err
	}
	var err error
	if f.Terms, err = p.readTerms(in.Terms, p.terms); err != nil {
		return nil, err
	}
	if in.Block != nil {
		if err := p.readBlock(f, in.Block); err != nil {
			return nil, err
		}
	}
	if err := f.Validate(); err != nil {
		return nil, p.validation(err)
	}
	return f, nil
}

// readTerms reads terms that begin at offsets.
func (p *parser) readTerms(list []wireTerm, offsets []int64) (terms []Term, err error) {
	for i, w := range list {
		t, err := w.term()
		if err != nil {
			return nil, p.errorAt(offsets[i], err)
		}
		terms = append(terms, t)
	}
	return terms, nil
}

// A parser finds the lines of faults in a file's text.
type parser struct {
	name    string
	data    []byte
	version int
	formula int64   // offset of the formula's name
	terms   []int64 // offset of each term's beginning

	blockTerms []int64 // the same of the block, which may come before
}

// errorAt is err at the line of a byte's offset.
func (p *parser) errorAt(offset int64, err error) error {
	offset = min(max(offset, 0), int64(len(p.data)))
	return fmt.Errorf("%s:%d: %w", p.name, 1+bytes.Count(p.data[:offset], []byte("\n")), err)
}

func (p *parser) jsonError(err error) error {
	var syntax *json.SyntaxError
	var mismatch *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return p.errorAt(syntax.Offset, fmt.Errorf("not JSON: %w", err))
	case errors.As(err, &mismatch):
		field := strings.NewReplacer("wirePlain.", "", "wireTapered.", "").Replace(mismatch.Field) // embedded
		return p.errorAt(mismatch.Offset, fmt.Errorf("%s: a %s, want a %s", field, mismatch.Value, mismatch.Type))
	}
	return fmt.Errorf("%s: %w", p.name, err)
}

// validation is an error of Validate, at the term's line where it has one.
func (p *parser) validation(err error) error {
	var te *termError
	if errors.As(err, &te) {
		return p.errorAt(slices.Concat(p.terms, p.blockTerms)[te.Index], te.Err)
	}
	if fe := (*formulaError)(nil); errors.As(err, &fe) {
		return p.errorAt(p.formula, err)
	}
	return fmt.Errorf("%s: %w", p.name, err)
}

// head checks format, version and unit before the rest is looked at: a file of
// another version may differ in everything else.
func (p *parser) head() error {
	var h struct {
		Format  *string `json:"format"`
		Version *int    `json:"version"`
		Kind    Kind    `json:"kind"`
		Unit    *string `json:"unit"`
	}
	if err := json.Unmarshal(p.data, &h); err != nil {
		return p.jsonError(err)
	}
	switch {
	case h.Format == nil:
		return fmt.Errorf("%s: no format: not a weights file", p.name)
	case *h.Format != Format:
		return fmt.Errorf("%s: format %q: want %q", p.name, *h.Format, Format)
	case h.Version == nil:
		return fmt.Errorf("%s: no version: want %d", p.name, Version)
	case *h.Version != Version && *h.Version != FormulaVersion:
		return fmt.Errorf("%s: version %d: this program reads versions %d and %d", p.name, *h.Version, Version, FormulaVersion)
	}
	p.version = *h.Version
	if err := h.Kind.validate(); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	if want := h.Kind.Unit(); h.Unit == nil || *h.Unit != want {
		return fmt.Errorf("%s: unit missing or unknown: want %q", p.name, want)
	}
	return nil
}

// strict walks over the text beside the type that it was decoded into, and
// refuses what encoding/json lets pass: unknown fields, fields given twice or in
// other letters, nulls. On the way it notes where the terms begin.
func (p *parser) strict() error {
	dec := json.NewDecoder(bytes.NewReader(p.data))
	return p.value(dec, reflect.TypeFor[wire](), "")
}

func (p *parser) value(dec *json.Decoder, t reflect.Type, path string) error {
	tok, err := dec.Token()
	if err != nil {
		return p.jsonError(err)
	}
	switch tok {
	case nil:
		return p.errorAt(dec.InputOffset(), fmt.Errorf("%s: null: omit the field", path))
	case json.Delim('{'):
		return p.object(dec, t, path)
	case json.Delim('['):
		return p.array(dec, t, path)
	}
	return nil
}

func (p *parser) array(dec *json.Decoder, t reflect.Type, path string) error {
	n := 0
	for ; dec.More(); n++ {
		if err := p.value(dec, t.Elem(), path); err != nil {
			return err
		}
	}
	if _, err := dec.Token(); err != nil { // the closing bracket: the text is known to be JSON
		return p.jsonError(err)
	}
	if t.Kind() == reflect.Array && n != t.Len() {
		return p.errorAt(dec.InputOffset(), fmt.Errorf("%s: %d numbers, want %d", path, n, t.Len()))
	}
	return nil
}

func (p *parser) object(dec *json.Decoder, t reflect.Type, path string) error {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[wireTerm]() {
		offsets := &p.terms
		if strings.HasPrefix(path, "block.") {
			offsets = &p.blockTerms
		}
		*offsets = append(*offsets, dec.InputOffset())
	}
	known, seen := fields(t), map[string]bool{}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return p.jsonError(err)
		}
		key, _ := tok.(string) // in an object every other token is a string
		name := strings.TrimPrefix(path+"."+key, ".")
		if name == "formula" {
			p.formula = dec.InputOffset()
		}
		field, ok := known[key]
		switch {
		case !ok:
			return p.errorAt(dec.InputOffset(), fmt.Errorf("%s: unknown field", name))
		case seen[key]:
			return p.errorAt(dec.InputOffset(), fmt.Errorf("%s: the field occurs twice", name))
		}
		seen[key] = true
		if err := p.value(dec, field, name); err != nil {
			return err
		}
	}
	_, err := dec.Token()
	return err
}

// fields returns the types of a struct's fields by their JSON names, those of embedded structs included.
func fields(t reflect.Type) map[string]reflect.Type {
	m := make(map[string]reflect.Type, t.NumField())
	for field := range t.Fields() {
		if field.Anonymous {
			maps.Copy(m, fields(field.Type))
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		m[name] = field.Type
	}
	return m
}

// term returns the Term, if the fields of one kind are complete and those of
// the other absent.
func (w wireTerm) term() (Term, error) {
	t := Term{Name: w.Name, Sums: w.Sums, Parameter: w.Parameter}
	switch {
	case w.Value != nil && w.wireTapered == wireTapered{}:
		t.Value = weight(w.Value, w.StdErr, w.DF, w.Bound)
	case w.MG != nil && w.EG != nil && w.wirePlain == wirePlain{}:
		t.Tapered = true
		t.MG, t.EG = weight(w.MG, w.MGStdErr, w.MGDF, w.MGBound), weight(w.EG, w.EGStdErr, w.EGDF, w.EGBound)
	default:
		return Term{}, fmt.Errorf("term %q: want value, or mg and eg, with their standard errors", w.Name)
	}
	return t, nil
}

func weight(value, stdErr *float64, df float64, bound string) Weight {
	w := Weight{Value: PlusZero(*value), DF: PlusZero(df), Bound: bound}
	if stdErr != nil {
		w.StdErr = PlusZero(*stdErr)
	}
	return w
}
