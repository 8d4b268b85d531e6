package text

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/winprob"
)

// Some tables have a column that says whether the number beside it is centipawns or moves to mate:
// type and value, as python-stockfish names them, or is_mate with true and false.

// valueName is that of the scores beside a column of kinds, where no better name is there.
const valueName = "value"

// ParseKind reads what a score is, in a word: cp or mate, or whether it is a mate.
func ParseKind(b []byte) (mate, ok bool) {
	if len(b) == 0 || len(b) > len("centipawns") {
		return false, false
	}
	switch string(bytes.ToLower(b)) {
	case "mate", "#", "true":
		return true, true
	case "cp", "centipawn", "centipawns", "false":
		return false, true
	}
	return false, false
}

// readKind reads a score of a kind, which may be 1 for a mate and 0 for none. A row without either has no score.
func readKind(score, kind []byte, unit datasets.Unit) (datasets.Label, error) {
	mate, ok := ParseKind(kind)
	if v, number := cut.Float(kind); number {
		mate, ok = v == 1, v == 0 || v == 1
	}
	v, _ := cut.Float(score)
	switch {
	case ok && mate && math.Abs(v) <= winprob.MaxMate: // more is an engine's number for a mate
		return parseMateCell(score)
	case ok:
		return parseScore(score, unit)
	case len(score) == 0 || noScoreOr(kind) == nil:
		return datasets.Label{Score: winprob.NoScore}, nil
	}
	return datasets.Label{}, fmt.Errorf("%w %s: the column beside it says %s, want cp or mate", datasets.ErrScore, cut.Quote(score), cut.Quote(kind))
}

// findKinds finds the column that says what scores are, and takes the column called value for them if none
// has a better name. Its name alone is not enough, for a type may be anything.
func (f *format) findKinds(first [][]byte, columns []values, opt datasets.Options) {
	if !f.header || opt.Score == datasets.NoColumn {
		return
	}
	value, named := -1, opt.Score != ""
	for i, field := range first {
		switch r := roleOf(string(field)); {
		case r == roleKind && columns[i].saysKinds():
			f.column[roleKind] = i
		case strings.EqualFold(string(field), valueName):
			value = i
		case r == roleScore:
			named = true
		}
	}
	if f.column[roleKind] >= 0 && !named {
		f.column[roleScore] = value
	}
}

// saysKinds reports whether values, of a column with the right name, say what scores are.
func (v *values) saysKinds() bool {
	return v.filled > 0 && 2*(v.kinds+v.zeros+v.ones) > v.filled
}

// parsePair reads a score as Python and JSON write it: {'type': 'cp', 'value': 12} or {"mate": -3}.
func parsePair(b []byte, unit datasets.Unit) (datasets.Label, error) {
	var kind, number []byte
	for part := range bytes.SplitSeq(bytes.Trim(b, "{}"), []byte(",")) {
		key, value, _ := bytes.Cut(part, []byte(":"))
		key, value = bytes.Trim(key, ` "'`), bytes.Trim(value, ` "'`)
		if _, ok := ParseKind(key); ok {
			kind, number = key, value
			continue
		}
		switch string(key) {
		case "type":
			kind = value
		case valueName:
			number = value
		}
	}
	if _, ok := ParseKind(kind); !ok || len(number) == 0 || number[0] == '{' {
		return datasets.Label{}, badScore(b)
	}
	return readKind(number, kind, unit)
}
