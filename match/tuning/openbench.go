package tuning

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/match/spsa"
)

// openBenchFields are the fields of a line, in their order.
const openBenchFields = "name, int or float, value, min, max, c_end, r_end"

// ReadOpenBench reads options in the form in which OpenBench takes them for a tuning, one a line:
//
//	LMRBase, int, 80, 50, 120, 4, 0.002
//	LMRDiv, float, 2.25, 1.5, 4.0, 0.125, 0.002
//
// Blank lines, and what follows a #, do not count. Errors are file:line: what: why.
func ReadOpenBench(path string, text []byte) (list []Wish, err error) {
	n := 0
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		n++
		before, _, _ := strings.Cut(string(line), "#")
		if before = strings.TrimSpace(before); before == "" {
			continue
		}
		w, err := openBenchLine(before)
		if err != nil {
			return nil, &datasets.LineError{File: path, Line: n, Err: err}
		}
		list = append(list, w)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no option to tune: pass a line for each, %s", path, openBenchFields)
	}
	return list, nil
}

// openBenchLine reads one line.
func openBenchLine(line string) (w Wish, err error) {
	fields := strings.Split(line, ",")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	if len(fields) != 7 {
		return w, fmt.Errorf("%d fields, want 7: %s", len(fields), openBenchFields)
	}
	w = Wish{Name: fields[0], Type: Type(strings.ToLower(fields[1]))}
	switch {
	case w.Name == "":
		return w, errors.New("an option without a name: want " + openBenchFields)
	case w.Type != Int && w.Type != Float:
		return w, fmt.Errorf("%s: type %q: pass int or float", w.Name, fields[1])
	}
	for i, into := range []**float64{&w.Start, &w.Min, &w.Max, &w.C, &w.R} {
		v, err := strconv.ParseFloat(fields[i+2], 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return w, fmt.Errorf("%s: %s %q: pass a number", w.Name, [...]string{"value", "min", "max", "c_end", "r_end"}[i], fields[i+2])
		}
		*into = &v
	}
	return w, nil
}

// OpenBench returns parameters in the form that [ReadOpenBench] reads, each at a value.
func OpenBench(list []spsa.Value) []byte {
	var b bytes.Buffer
	for _, v := range list {
		kind := Int
		if v.Decimal {
			kind = Float
		}
		fmt.Fprintf(&b, "%s, %s, %s, %s, %s, %s, %s\n", v.Name, kind, v.Text(v.Best), number(v.Min), number(v.Max), number(v.C), number(v.R))
	}
	return b.Bytes()
}
