package trees

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/winprob"
)

// The bytes of a root in a journal, numbers little-endian:
//
//	number, 8 bytes; the summary, 8 bytes a number
//	rows, each: score 2, depth 1, game 4, ply 2, tree 4, side 1, offset 4, fixed 1, line 8, source 1,
//	and three texts with their lengths before them, 1 byte each: FEN, root, via
const (
	recordHead = 8 + 8*summaryNumbers
	rowHead    = 2 + 1 + 4 + 2 + 4 + 1 + 4 + 1 + 8 + 1
)

// errRecord is the fault of bytes that are not a root.
var errRecord = errors.New("no root with its rows")

// appendRecord appends a root's rows to dst.
func appendRecord(dst []byte, number int, sum *Summary, rows []datasets.Sample) []byte {
	dst = binary.LittleEndian.AppendUint64(dst, uint64(number))
	for _, n := range sum.numbers() {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(*n))
	}
	for i := range rows {
		dst = appendRow(dst, &rows[i])
	}
	return dst
}

func appendRow(dst []byte, s *datasets.Sample) []byte {
	dst = binary.LittleEndian.AppendUint16(dst, uint16(s.Score))
	dst = append(dst, s.Depth)
	dst = binary.LittleEndian.AppendUint32(dst, s.Game)
	dst = binary.LittleEndian.AppendUint16(dst, s.Ply)
	dst = binary.LittleEndian.AppendUint32(dst, s.Tree)
	dst = append(dst, byte(s.Side))
	dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(s.Offset))
	fixed := byte(0)
	if s.Fixed {
		fixed = 1
	}
	dst = append(dst, fixed)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(s.Line))
	dst = append(dst, s.Source)
	for _, text := range []string{s.Position.FEN(), s.Root, s.Via} {
		dst = append(append(dst, byte(len(text))), text...)
	}
	return dst
}

// parseRecord reads a root and calls each, which may be nil, with its rows.
func parseRecord(b []byte, each func(*datasets.Sample) error) (number uint64, sum Summary, err error) {
	if len(b) < recordHead {
		return 0, sum, fmt.Errorf("%w: %d bytes", errRecord, len(b))
	}
	number = binary.LittleEndian.Uint64(b)
	for i, n := range sum.numbers() {
		*n = int(binary.LittleEndian.Uint64(b[8+8*i:]))
	}
	if each == nil {
		return number, sum, nil
	}
	for b = b[recordHead:]; len(b) > 0; {
		var s datasets.Sample
		if b, err = parseRow(b, &s); err == nil {
			err = each(&s)
		}
		if err != nil {
			return number, sum, err
		}
	}
	return number, sum, nil
}

// parseRow reads a row and returns what follows it.
func parseRow(b []byte, s *datasets.Sample) (rest []byte, err error) {
	if len(b) < rowHead {
		return nil, fmt.Errorf("%w: a row of %d bytes", errRecord, len(b))
	}
	*s = datasets.Sample{
		Score: winprob.Score(binary.LittleEndian.Uint16(b)), Depth: b[2], Game: binary.LittleEndian.Uint32(b[3:]),
		Ply: binary.LittleEndian.Uint16(b[7:]), Tree: binary.LittleEndian.Uint32(b[9:]), Side: datasets.Side(b[13]),
		Offset: math.Float32frombits(binary.LittleEndian.Uint32(b[14:])), Fixed: b[18] != 0,
		Line: int(binary.LittleEndian.Uint64(b[19:])), Source: b[27],
		Expected: datasets.NoExpected, Left: datasets.NoLeft, Move: board.NoMove,
	}
	b = b[rowHead:]
	var texts [3]string
	for i := range texts {
		if len(b) == 0 || len(b) < 1+int(b[0]) {
			return nil, fmt.Errorf("%w: a text is cut short", errRecord)
		}
		texts[i], b = string(b[1:1+b[0]]), b[1+b[0]:]
	}
	s.Root, s.Via = texts[1], texts[2]
	s.Position, err = board.ParseFEN(texts[0])
	return b, err
}
