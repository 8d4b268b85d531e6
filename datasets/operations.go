package datasets

import "fmt"

// An Operation is one of a line of EPD: an opcode with its operand, which has lost
// its quotes.
type Operation struct{ Opcode, Operand string }

// CutEPD splits a line of EPD into the position, with the counters if they are
// there, and its operations. Values without an opcode are left out. It does not
// look at the position.
func CutEPD(line []byte) (fen string, ops []Operation, err error) {
	position, tail, _, ok := cutFEN(line)
	if !ok {
		return "", nil, fmt.Errorf("%w: no four fields of a position", ErrColumns)
	}
	for {
		op, rest, more, err := cutOperation(tail, 0)
		if err != nil || !more {
			return string(position), ops, err
		}
		if op.kind == opcodeSlot {
			ops = append(ops, Operation{string(op.opcode), string(op.value)})
		}
		tail = rest
	}
}
