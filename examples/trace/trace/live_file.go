// Copyright 2026 the centipawn authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software
// and associated documentation files (the "Software"), to deal in the Software without
// restriction, including without limitation the rights to use, copy, modify, merge, publish,
// distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
// Software is furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all copies or
// substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING
// BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
// NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
// DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

//go:build centipawn_live

package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
)

// unique refuses objects that have a field twice, and what is deeper than 64. The text is JSON.
func unique(dec *json.Decoder, depth int) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	open, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if depth > 64 {
		return errors.New("objects and arrays within one another, more than 64")
	}
	seen := map[string]bool{}
	for dec.More() {
		if open == '{' {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			name := fmt.Sprint(key)
			if seen[name] {
				return errors.New(name + ": the field occurs twice")
			}
			seen[name] = true
		}
		if err := unique(dec, depth+1); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}

// liveFields are the fields of a weights file, and of a term; those that are read have a 1.
var (
	liveFields = map[string]int{"format": 1, "version": 1, "unit": 1, "set": 1, "terms": 1, "formula": 0, "kind": 0,
		"set_hash": 0, "phase": 0, "endgame_scale": 0, "inputs": 0, "provenance": 0}
	termFields = map[string]int{"name": 1, "parameter": 0, "value": 0, "mg": 0, "eg": 0, "sums": 0, "stderr": 0, "df": 0, "bound": 0,
		"mg_stderr": 0, "eg_stderr": 0, "mg_df": 0, "eg_df": 0, "mg_bound": 0, "eg_bound": 0}
)

type object map[string]json.RawMessage

// check refuses unknown fields, missing ones, and null.
func (o object) check(known map[string]int) error {
	for name, value := range o {
		if _, ok := known[name]; !ok {
			return errors.New(name + ": unknown field")
		}
		if string(value) == "null" {
			return errors.New(name + ": null")
		}
	}
	for name, must := range known {
		if must > 0 && o[name] == nil {
			return errors.New("no " + name)
		}
	}
	return nil
}

// is compares a text of the file.
func (o object) is(field, want string) error {
	var text string
	if o[field] != nil && (json.Unmarshal(o[field], &text) != nil || text != want) {
		return errors.New(field + ": not that of weights of an evaluation")
	}
	return nil
}

// parse returns what a file says of the weights.
func parse(data []byte) (map[string][2]float64, error) {
	var file object
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber() // one that is too large is told by its weight
	err := unique(dec, 1)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("more than one value in the file")
		}
	}
	if err == nil {
		err = json.Unmarshal(data, &file)
	}
	if err == nil {
		err = file.check(liveFields)
	}
	for field, want := range map[string]string{"format": "centipawn weights", "unit": "centipawns, White-relative", "kind": ""} {
		if err == nil {
			err = file.is(field, want)
		}
	}
	if err != nil {
		return nil, err
	}
	var set, formula string
	var version float64
	var terms []object
	switch {
	case json.Unmarshal(file["version"], &version) != nil || (version != 1 && version != 2):
		return nil, errors.New("version: this engine reads versions 1 and 2")
	case json.Unmarshal(file["set"], &set) != nil || set != live.set:
		return nil, errors.New(set + ": weights of another set than the engine's")
	case file["formula"] != nil && (json.Unmarshal(file["formula"], &formula) != nil || squeezed(formula) != squeezed(live.formula)):
		return nil, errors.New("its formula is not the engine's")
	case json.Unmarshal(file["terms"], &terms) != nil:
		return nil, errors.New("want the array of terms")
	}
	values := map[string][2]float64{}
	for _, t := range terms {
		name, held, err := t.term()
		if err != nil {
			return nil, err
		}
		if _, twice := values[name]; twice {
			return nil, errors.New(name + ": it occurs twice")
		}
		values[name] = held
	}
	return values, nil
}

// squeezed is a formula without spaces.
func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }

// term returns the name of a term and its values.
func (o object) term() (name string, held [2]float64, err error) {
	var parameter bool
	if err := o.check(termFields); err != nil {
		return "", held, err
	}
	if json.Unmarshal(o["name"], &name) != nil || (o["parameter"] != nil && json.Unmarshal(o["parameter"], &parameter) != nil) {
		return "", held, errors.New("a term: want a text as its name, and true or false as parameter")
	}
	fields := []string{"mg", "eg"}
	if o["value"] != nil {
		fields = []string{"value"}
	}
	if (o["value"] != nil) == (o["mg"] != nil) || (o["mg"] != nil) != (o["eg"] != nil) {
		return "", held, errors.New(name + ": want value, or mg and eg")
	}
	values := make([]float64, len(fields))
	for h, field := range fields {
		if json.Unmarshal(o[field], &values[h]) != nil || math.Abs(values[h]) >= 1e15 {
			return "", held, errors.New(name + ": want numbers within 1e15")
		}
	}
	w := live.weights[name]
	if w == nil {
		return "", held, errors.New(name + ": the engine has no such weight")
	}
	if held, err = w.check(values, parameter); err != nil {
		return "", held, fmt.Errorf("%s: %w", name, err)
	}
	return name, held, nil
}

// apply writes values; other weights become those that were compiled.
func apply(values map[string][2]float64) {
	for _, w := range live.weights {
		for h := range w.halves {
			if w.halves[h].IsValid() {
				w.halves[h].Set(w.old[h])
			}
		}
	}
	for name, held := range values {
		w := live.weights[name]
		if w.pack != nil {
			w.halves[0].SetInt(int64(w.pack(int(held[0]), int(held[1]))))
			continue
		}
		for h := 0; h < w.n; h++ {
			set(w.halves[h], held[h])
		}
	}
	for _, hook := range live.hooks {
		hook()
	}
}

// readFile returns a file's bytes.
func readFile(path string) ([]byte, error) {
	about, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, errors.New("no such file")
	case !about.Mode().IsRegular():
		return nil, errors.New("not a file")
	case about.Size() > liveBytes:
		return nil, errors.New("a file of more than 32 MiB")
	}
	return os.ReadFile(path)
}

// LiveLoad takes the weights of a file, or those that were compiled if there is no path, and reports whether
// it did. It prints nothing unless it refuses.
func LiveLoad(path string) bool {
	if path == "" || path == "<empty>" {
		apply(nil)
		return true
	}
	data, err := readFile(path)
	var values map[string][2]float64
	if err == nil {
		values, err = parse(data)
	}
	if err == nil {
		apply(values)
		return true
	}
	clean := func(r rune) rune {
		if r < ' ' || r == 127 {
			return '?'
		}
		return r
	}
	why := err.Error()
	if len(why) > 250 {
		why = why[:250]
	}
	fmt.Printf("info string %s refused: %s: %s\n", liveOption, strings.Map(clean, path), strings.Map(clean, why))
	return false
}

// LiveLine does what a line of UCI asks for, and reports whether it was for the weights.
func LiveLine(line string) bool {
	for _, word := range []string{"setoption", "name", liveOption} {
		first, rest := cutWord(line)
		if !strings.EqualFold(first, word) {
			return false
		}
		line = rest
	}
	word, value := cutWord(line)
	if !strings.EqualFold(word, "value") {
		value = ""
	}
	LiveLoad(strings.TrimSpace(value))
	return true
}

// cutWord takes the first word off a line.
func cutWord(line string) (word, rest string) {
	line = strings.TrimLeft(line, " \t\r\n")
	if i := strings.IndexAny(line, " \t\r\n"); i >= 0 {
		return line[:i], line[i:]
	}
	return line, ""
}

// LiveStart takes the weights of the file that the environment names.
func LiveStart() {
	if path := os.Getenv("CENTIPAWN_WEIGHTS"); path != "" {
		LiveLoad(path)
	}
}

// LiveOption prints the option in the answer to uci.
func LiveOption() { fmt.Printf("option name %s type string default <empty>\n", liveOption) }
