package text

import (
	"bytes"
	"fmt"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
)

// An Operation is one of a line of EPD: an opcode with its operand, which has lost
// its quotes. Commas are part of an operand without quotes, as in "bm Nf3, Nc3".
type Operation struct{ Opcode, Operand string }

// CutEPD splits a line of EPD into the position, with the counters if they are
// there, and its operations. Values without an opcode are left out. It does not
// look at the position.
func CutEPD(line []byte) (fen string, ops []Operation, err error) {
	start, ok := cutFEN(line)
	if !ok {
		return "", nil, fmt.Errorf("%w: no four fields of a position", datasets.ErrColumns)
	}
	position, tail := start.cut(start.n)
	for {
		op, rest, more, err := cutOperation(tail, 0, false)
		if err != nil || !more {
			return string(position), ops, err
		}
		value := op.value
		if at := len(tail) - len(rest); bytes.HasPrefix(rest, []byte{','}) && tail[at-1] != '"' && tail[at-1] != ']' {
			value, rest = joinOperand(value, rest)
		}
		if op.kind == opcodeSlot {
			ops = append(ops, Operation{string(op.opcode), string(value)})
		}
		tail = rest
	}
}

// joinOperand returns an operand with what follows it after commas.
func joinOperand(value, tail []byte) (operand, rest []byte) {
	end := bytes.IndexAny(tail, ";|")
	if end < 0 {
		end = len(tail)
	}
	return cut.Trim(slices.Concat(value, tail[:end])), tail[end:]
}
