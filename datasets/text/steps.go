package text

import "bytes"

// Nearly every line of a file is written like its first one. So its values are
// cut out by the texts that stood before them there; a line in which one is
// missing is read in the general way, with the same result.

// A step leads from the end of one value of a line to the next: a text, the value,
// and the mark that encloses it.
type step struct {
	before []byte
	end    byte
	role   role
}

// makeSteps returns the steps of a tail to the slots of roles that are wanted, nil if it has
// values that are not enclosed, not wanted or, of those that are, not there.
func makeSteps(tail []byte, decimals bool, wanted []role, slots *[roles]slot) (steps []step) {
	tail = bytes.Clone(tail)
	for bare := 0; ; {
		op, rest, more, err := cutOperation(tail, bare, decimals)
		if err != nil || !more {
			break
		}
		at := cap(tail) - cap(op.value)
		end := at + len(op.value)
		if at == 0 || end+1 != len(tail)-len(rest) || tail[end] != '"' && tail[end] != ']' {
			return nil
		}
		bare = max(bare, op.number)
		s := step{before: tail[:at], end: tail[end]}
		for _, r := range wanted {
			if op.fills(&slots[r]) {
				s.role = r
			}
		}
		if s.role == roleNone {
			return nil
		}
		steps, tail = append(steps, s), rest
	}
	if len(steps) != len(wanted) {
		return nil
	}
	return steps
}

// follow stores the values of a tail that is written like the first line's.
func follow(steps []step, tail []byte, fields *[roles][]byte) bool {
	for i := range steps {
		s := &steps[i]
		n := len(s.before)
		if len(tail) < n || string(tail[:n]) != string(s.before) {
			return false
		}
		tail = tail[n:]
		end := bytes.IndexByte(tail, s.end)
		if end <= 0 || isTrimmed(tail[0]) || isTrimmed(tail[end-1]) {
			return false
		}
		fields[s.role], tail = tail[:end], tail[end+1:]
	}
	for _, c := range tail {
		if !isSeparator(c) {
			return false
		}
	}
	return len(steps) > 0
}

// isTrimmed reports whether an enclosed text is cut by c at its ends.
func isTrimmed(c byte) bool { return c == ' ' || c == '\t' || c == '"' }
