package text

import (
	"bytes"
	"fmt"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
)

// An EPD line is a position, with the counters of FEN or without, and operations
// after it. What programs write there differs much, and is read as a sequence of
// operations between separators (blanks ; | ,):
//
//	c9 "1-0";   an opcode with its operand, in quotes or up to the next separator
//	[0.5]       a value in brackets
//	-13 | 1.0   values with neither, which are told by their numbers
//
// Source: S. Edwards, "Portable Game Notation Specification and Implementation
// Guide" (1994), section 16.2, and what tuning programs read.

// A slot is a place for a value in the lines of a file.
type slot struct {
	kind   slotKind
	opcode string // of an opcodeSlot
	number int    // of a bareSlot, from 1
}

type slotKind uint8

const (
	noSlot      slotKind = iota
	opcodeSlot           // after an opcode
	bracketSlot          // in brackets
	bareSlot             // the number-th value with neither
)

// String names the slot as options do.
func (s slot) String() string {
	switch s.kind {
	case opcodeSlot:
		return s.opcode
	case bracketSlot:
		return brackets
	case bareSlot:
		return fmt.Sprintf("value %d", s.number)
	}
	return datasets.NoColumn
}

// brackets is the name of the slot in brackets.
const brackets = "[]"

// An operation is one value of a line.
type operation struct {
	kind   slotKind
	opcode []byte
	number int
	value  []byte
	empty  int // places without a value before it, as between the commas of ",,"
}

// fills reports whether the operation is the slot's.
func (op *operation) fills(s *slot) bool {
	if op.kind != s.kind || op.number != s.number || len(op.opcode) != len(s.opcode) {
		return false
	}
	return string(op.opcode) == s.opcode || bytes.EqualFold(op.opcode, []byte(s.opcode))
}

// slot returns the place of the operation.
func (op *operation) slot() slot {
	return slot{op.kind, string(bytes.ToLower(op.opcode)), op.number}
}

// cutOperation splits off the next operation; bare is the number of values
// before it that had neither opcode nor brackets. more is false at the end. A value that is
// missing between two separators is passed over and counted. decimals says that a comma between
// digits is a decimal one.
func cutOperation(tail []byte, bare int, decimals bool) (op operation, rest []byte, more bool, err error) {
	separators := 0
	for len(tail) > 0 && isSeparator(tail[0]) {
		if tail[0] == '\t' || !cut.IsBlank(tail[0]) {
			separators++
		}
		tail = tail[1:]
	}
	if len(tail) == 0 {
		return op, nil, false, nil
	}
	op.empty = max(separators-1, 0)
	bare += op.empty
	if word := cutWord(tail); word > 0 {
		op.kind, op.number, op.value = bareSlot, bare+1, cut.Trim(tail[:word])
		return op, tail[word:], true, nil
	}
	switch c := tail[0]; {
	case cut.IsLetter(c):
		n := 1
		for n < len(tail) && !isSeparator(tail[n]) && tail[n] != '"' && tail[n] != '[' && tail[n] != '=' && tail[n] != ':' {
			n++
		}
		op.kind, op.opcode = opcodeSlot, tail[:n]
		op.value, rest, err = cutOperand(tail[n:], decimals)
	case c == '[':
		op.kind = bracketSlot
		op.value, rest, err = cutEnclosed(tail[1:], ']')
	default:
		op.kind, op.number = bareSlot, bare+1
		op.value, rest, err = cutValue(tail, decimals)
	}
	return op, rest, true, err
}

// cutWord returns the length of a result in words, up to a separator that is not a blank; 0 if
// there is none. It is a value, not an opcode.
func cutWord(b []byte) int {
	if !cut.IsLetter(b[0]) {
		return 0
	}
	n := bytes.IndexAny(b[:min(len(b), longestWord+2)], ";|,\t\r")
	if n < 0 {
		if n = len(b); n > longestWord+1 {
			return 0
		}
	}
	if _, ok := parseWord(cut.Trim(b[:n])); !ok {
		return 0
	}
	return n
}

// cutOperand splits off what follows an opcode: a text in quotes or brackets, or
// all up to a separator that is not a blank.
func cutOperand(b []byte, decimals bool) (value, rest []byte, err error) {
	for len(b) > 0 && (cut.IsBlank(b[0]) || b[0] == '=' || b[0] == ':') {
		b = b[1:]
	}
	switch {
	case len(b) > 0 && b[0] == '"':
		return cutEnclosed(b[1:], '"')
	case len(b) > 0 && b[0] == '[':
		return cutEnclosed(b[1:], ']')
	}
	n := 0
	for n < len(b) && b[n] != ';' && b[n] != '|' && (b[n] != ',' || decimals && isDecimalComma(b, n)) {
		n++
	}
	return cut.Trim(b[:n]), b[n:], nil
}

// cutValue splits off a value that has no opcode.
func cutValue(b []byte, decimals bool) (value, rest []byte, err error) {
	if b[0] == '"' {
		return cutEnclosed(b[1:], '"')
	}
	n := 0
	for n < len(b) && (!isSeparator(b[n]) || decimals && isDecimalComma(b, n)) && b[n] != '[' {
		n++
	}
	return b[:n], b[n:], nil
}

// cutEnclosed splits off a text up to its end mark; quotes within brackets go.
func cutEnclosed(b []byte, end byte) (value, rest []byte, err error) {
	n := bytes.IndexByte(b, end)
	if n < 0 {
		return nil, nil, fmt.Errorf("%w: no %c at the end of %s", datasets.ErrQuote, end, cut.Quote(b))
	}
	return bytes.Trim(b[:n], " \t\""), b[n+1:], nil
}

func isSeparator(c byte) bool { return cut.IsBlank(c) || c == ';' || c == '|' || c == ',' }
