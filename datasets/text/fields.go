package text

import (
	"bytes"
	"fmt"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
)

// cutField splits off the first field of a line. A field may stand in double
// quotes; doubled quotes inside are left as they are, for no column that is
// read can hold any but a game's id, of which only equality matters. rest is
// nil after the last field.
func cutField(line []byte, sep byte) (field, rest []byte, err error) {
	if len(line) > 0 && (line[0] == '"' || line[0] == ' ') {
		if at := bytes.TrimLeft(line, " "); len(at) > 0 && at[0] == '"' {
			return cutQuoted(at[1:], sep)
		}
	}
	field, rest = cutPlain(line, sep)
	return field, rest, nil
}

// cutPlain is cutField where there are no quotes.
func cutPlain(line []byte, sep byte) (field, rest []byte) {
	i := bytes.IndexByte(line, sep)
	if i < 0 {
		return cut.Trim(line), nil
	}
	return cut.Trim(line[:i]), line[i+1:]
}

// cutQuoted is cutField after an opening quote.
func cutQuoted(b []byte, sep byte) (field, rest []byte, err error) {
	end := 0
	for {
		i := bytes.IndexByte(b[end:], '"')
		if i < 0 {
			return nil, nil, fmt.Errorf("%w: a quote is opened and not closed on this line", datasets.ErrQuote)
		}
		end += i
		if end+1 == len(b) || b[end+1] != '"' {
			break
		}
		end += 2
	}
	i := end + 1
	for i < len(b) && b[i] != sep && cut.IsBlank(b[i]) {
		i++
	}
	switch {
	case i == len(b):
		return cut.Trim(b[:end]), nil, nil
	case b[i] != sep:
		return nil, nil, fmt.Errorf("%w: %s after a closing quote", datasets.ErrQuote, cut.Quote(b[i:i+1]))
	}
	return cut.Trim(b[:end]), b[i+1:], nil
}

// splitFields returns all fields of a line.
func splitFields(line []byte, sep byte) (fields [][]byte, err error) {
	for line != nil {
		var field []byte
		if field, line, err = cutField(line, sep); err != nil {
			return nil, err
		}
		fields = append(fields, field)
	}
	return fields, nil
}

// countSeparators counts separators outside quotes.
func countSeparators(line []byte, sep byte) (n int) {
	quoted := false
	for _, c := range line {
		if c == '"' {
			quoted = !quoted
		}
		if c == sep && !quoted {
			n++
		}
	}
	return n
}
