package features

import (
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"centipawn/board"
)

//go:embed positions.txt
var positionsText string

//go:embed rare.txt
var rareText string

// Positions returns a thousand positions from games of the project's own sample.
// The caller must not change them.
var Positions = sync.OnceValue(func() []board.Position { return readPositions(positionsText) })

// Probes returns [Positions] and a few by hand for what these lack, such as bishops
// in cages: on them the laws are checked and sets are distinguished. The caller must not
// change them.
var Probes = sync.OnceValue(func() []board.Position {
	return slices.Concat(Positions(), readPositions(rareText))
})

// readPositions reads a FEN a line.
func readPositions(text string) (list []board.Position) {
	for line := range strings.Lines(text) {
		p, err := board.ParseFEN(strings.TrimSpace(line))
		if err != nil {
			panic(fmt.Sprintf("features: the fixed positions: %v", err))
		}
		list = append(list, p)
	}
	return list
}

// fingerprint returns the set's hash: 16 hexadecimal digits. Phase, scale and
// counts of every position go into it.
func (s *Set) fingerprint() string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", s.name, s.phase.Name)
	if s.scale != nil {
		fmt.Fprintf(h, "scale %s %v\n", s.scale.Name, s.scale.Values)
	}
	if s.block != 0 {
		fmt.Fprintf(h, "block %d\n", s.block)
	}
	for _, def := range s.terms {
		fmt.Fprintf(h, "%s %d %d\n", def.Name, def.Kind, def.Taper)
	}
	t := s.NewTrace()
	var columns []uint16
	var counts []float32
	var buf []byte
	for i := range Probes() {
		t.Reset()
		s.Count(&Probes()[i], t)
		columns, counts = t.Trace().AppendEntries(columns[:0], counts[:0])
		step, index := s.rowFactors(t)
		buf = binary.LittleEndian.AppendUint16(buf[:0], uint16(step))
		if s.scale != nil {
			buf = append(buf, uint8(index))
		}
		for k, column := range columns {
			buf = binary.LittleEndian.AppendUint16(buf, column)
			buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(counts[k]))
		}
		h.Write(append(buf, '\n'))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
