package trace

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/text"
	"example.org/centipawn/extract/trace/header"
	"example.org/centipawn/internal/splitmix"
)

// maxFactor bounds mg and eg: a larger one is a phase in an engine's own units.
const maxFactor = 4

// A row is a line that was read.
type row struct {
	result   datasets.Result
	expected float32    // NaN if the label is not a probability
	keys     header.Key // those that the line has
	game     []byte     // in the memory of the chunk
	weight   float32
	offset   float32
	mg, eg   float32
	eval     float64
	score    int16
	ply      uint16
	hash     uint64
	tree     []byte // in the memory of the chunk
	side     datasets.Side
	entries  []entry // by column, none twice, none 0
	shape    int32   // number of its formula, or noShape
	sums     []given // that the engine has found
}

// A given is a sum as the engine has found it.
type given struct {
	sum    int32
	mg, eg float64
	pair   bool // both parts, not what they come to in the row
}

// noShape is the number of the formula of a row that gives none.
const noShape = -1

type entry struct {
	column int32
	count  float32
}

func (r *row) has(k header.Key) bool { return r.keys&k == k }

// set sets the value of a key.
func (r *row) set(k header.Key, value []byte) (ok bool) {
	switch k {
	case header.KeyGame:
		r.game, ok = value, len(value) > 0
	case header.KeyWeight:
		r.weight, ok = cut.Float32(value)
		ok = ok && r.weight >= 0
	case header.KeyOffset:
		r.offset, ok = cut.Float32(value)
	case header.KeyMG:
		r.mg, ok = parseFactor(value)
	case header.KeyEG:
		r.eg, ok = parseFactor(value)
	case header.KeyEval:
		r.eval, ok = cut.Float(value)
	case header.KeyScore:
		s, err := text.ParseScore(value)
		r.score, ok = int16(s), err == nil
	case header.KeyPly:
		n, err := strconv.ParseUint(string(value), 10, 16)
		r.ply, ok = uint16(n), err == nil
	case header.KeyHash:
		var err error
		r.hash, err = strconv.ParseUint(strings.TrimPrefix(string(value), "0x"), 16, 64)
		ok = err == nil
	case header.KeyTree:
		r.tree, ok = value, len(value) > 0
	case header.KeySide:
		var err error
		r.side, err = text.ParseSide(value)
		ok = err == nil && r.side != datasets.SideToMove
	}
	return ok
}

func parseFactor(b []byte) (float32, bool) {
	f, ok := cut.Float32(b)
	return f, ok && f >= -maxFactor && f <= maxFactor
}

// finish fills in what follows from other values, and puts the entries in order.
func (r *row) finish() error {
	if !r.has(header.KeyMG) && r.has(header.KeyEG) {
		return errors.New("eg without mg: the phase is missing")
	}
	if r.has(header.KeyMG) && !r.has(header.KeyEG) {
		r.eg = float32(1 - float64(r.mg))
	}
	return r.order()
}

// order puts the entries in order, adds up those of one column and leaves out
// those that count nothing.
func (r *row) order() error {
	last, done := int32(-1), true
	for _, e := range r.entries {
		done = done && last < e.column && e.count != 0
		last = e.column
	}
	if done {
		return nil
	}
	slices.SortStableFunc(r.entries, func(a, b entry) int { return cmp.Compare(a.column, b.column) })
	kept := r.entries[:0]
	for _, e := range r.entries {
		if n := len(kept); n > 0 && kept[n-1].column == e.column {
			kept[n-1].count += e.count
			continue
		}
		kept = append(kept, e)
	}
	r.entries = slices.DeleteFunc(kept, func(e entry) bool { return e.count == 0 })
	for _, e := range r.entries {
		if !(math.Abs(float64(e.count)) <= math.MaxFloat32) {
			return errors.New("the counts of one column overflow")
		}
	}
	return nil
}

// content returns a hash of what the row counts, whatever its label. If the evaluation is linear it is the
// same for the row of the mirror image, in which every count has the other sign.
func (r *row) content(linear bool) uint64 {
	sign := float32(1)
	if linear && len(r.entries) > 0 && r.entries[0].count < 0 {
		sign = -1
	}
	h := splitmix.Mix(uint64(math.Float32bits(r.mg))<<32 | uint64(math.Float32bits(r.eg)))
	h = splitmix.Mix(h ^ uint64(math.Float32bits(sign*r.offset+0))) // + 0: there is one zero
	for _, e := range r.entries {
		h = splitmix.Mix(h ^ (uint64(e.column)<<32 | uint64(math.Float32bits(sign*e.count))))
	}
	return h
}
