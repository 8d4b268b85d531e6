package written

import (
	"strconv"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
)

// NoTree stands for a tree or a side that a row does not have, and FixedMark before an offset that stands in the place of an evaluation.
const (
	NoTree    = "-"
	FixedMark = "fixed "
)

// appendTree appends the operations of the tree that the file has.
func (e *EPD) appendTree(dst []byte, s *datasets.Sample) []byte {
	if e.has.tree {
		dst = append(dst, ` tree "`...)
		if s.Tree == 0 {
			dst = append(dst, NoTree...)
		} else {
			dst = appendGame(dst, s.Tree)
		}
		dst = append(dst, `";`...)
	}
	if e.has.side {
		dst = append(append(append(dst, ` side "`...), sideName(s)...), `";`...)
	}
	if e.has.offset {
		dst = append(appendOffset(append(dst, ` offset "`...), s), `";`...)
	}
	if e.has.root {
		dst = append(append(append(dst, ` root "`...), s.Root...), `"; via "`...)
		dst = append(append(dst, s.Via...), `";`...)
	}
	return dst
}

func sideName(s *datasets.Sample) string {
	if s.Mover() == board.Black {
		return "b"
	}
	return "w"
}

func appendOffset(dst []byte, s *datasets.Sample) []byte {
	if s.Fixed {
		dst = append(dst, FixedMark...)
	}
	if s.Offset >= 0 {
		dst = append(dst, '+')
	}
	return strconv.AppendFloat(dst, float64(s.Offset), 'f', -1, 32)
}
