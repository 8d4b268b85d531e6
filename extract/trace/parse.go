package trace

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/text"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/matrix"
)

// A key is one of the values of a row, other than counts.
type key uint16

const (
	keyGame key = 1 << iota
	keyWeight
	keyOffset
	keyMG
	keyEG
	keyEval
	keyScore
	keyPly
	keyHash
	keyTree
	keySide
)

// keyNames lists the keys for messages.
const keyNames = "qid, weight, offset, mg, eg, eval, score, ply, hash, tree, side"

// keyOf returns the key of a name, 0 if there is none.
func keyOf(name []byte) key {
	switch string(name) {
	case "qid":
		return keyGame
	case "weight":
		return keyWeight
	case "offset":
		return keyOffset
	case "mg":
		return keyMG
	case "eg":
		return keyEG
	case "eval":
		return keyEval
	case "score":
		return keyScore
	case "ply":
		return keyPly
	case "hash":
		return keyHash
	case "tree":
		return keyTree
	case "side":
		return keySide
	}
	return 0
}

func isKey(name string) bool { return keyOf([]byte(name)) != 0 }

// maxFactor bounds mg and eg: a larger one is a phase in an engine's own units.
const maxFactor = 4

// A row is a line that was read.
type row struct {
	result   datasets.Result
	expected float32 // NaN if the label is not a probability
	keys     key     // those that the line has
	game     []byte  // in the memory of the chunk
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
}

type entry struct {
	column int32
	count  float32
}

func (r *row) has(k key) bool { return r.keys&k == k }

var errNoRow = errors.New("blank line or comment")

// A parser reads lines. Before the columns are known it collects what occurs.
type parser struct {
	columns *directory
	highest int              // column seen by number, from 0; -1: none
	names   map[string]int32 // of columns seen, while they are not known, in order of appearance
}

func newParser(d *directory) *parser {
	return &parser{columns: d, highest: -1, names: map[string]int32{}}
}

// line reads a line into r. A line without a row is errNoRow. Of a bad line no
// column is remembered.
func (p *parser) line(line []byte, r *row) error {
	highest, known := p.highest, int32(len(p.names))
	err := p.parse(cut.Trim(line), r)
	if err != nil {
		p.highest = highest
		maps.DeleteFunc(p.names, func(_ string, i int32) bool { return i >= known })
	}
	return err
}

func (p *parser) parse(line []byte, r *row) error {
	if len(line) == 0 || line[0] == '#' {
		return errNoRow
	}
	*r = row{entries: r.entries[:0], weight: 1, score: matrix.NoScore}
	label, rest := cutToken(line)
	var err error
	if r.result, r.expected, err = text.ParseTarget(label); err != nil {
		return fmt.Errorf("label %s: want White's expected score (1, 0.5, 0, 1-0, 1/2-1/2, 0-1, a probability), or ? for none", cut.Quote(label))
	}
	for rest = skipBlanks(rest); len(rest) > 0 && rest[0] != '#'; rest = skipBlanks(rest) {
		if number, count, after, ok := cutPair(rest); ok {
			c, err := p.numbered(number)
			if err != nil {
				return err
			}
			r.entries = append(r.entries, entry{c, float32(count)})
			rest = after
			continue
		}
		var token []byte
		token, rest = cutToken(rest)
		if err := p.token(token, r); err != nil {
			return err
		}
	}
	return r.finish()
}

// token reads key:value or column:count.
func (p *parser) token(token []byte, r *row) error {
	name, value, ok := bytes.Cut(token, []byte(":"))
	if !ok {
		return fmt.Errorf("%s: want column:count, or key:value with %s", cut.Quote(token), keyNames)
	}
	if k := keyOf(name); k != 0 {
		if r.has(k) {
			return fmt.Errorf("%s stands twice", name)
		}
		r.keys |= k
		if !r.set(k, value) {
			return fmt.Errorf("%s %s: want %s", name, cut.Quote(value), wanted[k])
		}
		return nil
	}
	colon := bytes.LastIndexByte(token, ':')
	name, value = token[:colon], token[colon+1:]
	count, ok := cut.Float32(value)
	if !ok {
		return fmt.Errorf("column %s: count %s: want a number", name, cut.Quote(value))
	}
	c, err := p.column(name)
	r.entries = append(r.entries, entry{c, count})
	return err
}

// wanted says what the value of a key is.
var wanted = map[key]string{
	keyGame:   "the game's id",
	keyWeight: "a number from 0",
	keyOffset: "centipawns",
	keyMG:     "the factor of middlegame weights, 1 with all pieces on the board: divide the phase by its maximum",
	keyEG:     "the factor of endgame weights, 1 with none of the pieces on the board",
	keyEval:   "centipawns from White's view",
	keyScore:  "centipawns from White's view, or a mate such as #3 or #-3",
	keyPly:    "a number of half-moves from 0 to 65535",
	keyTree:   "the id of a search tree, or - for none",
	keySide:   "w or b: who is to move",
	keyHash:   "up to 16 hexadecimal digits",
}

// set sets the value of a key.
func (r *row) set(k key, value []byte) (ok bool) {
	switch k {
	case keyGame:
		r.game, ok = value, len(value) > 0
	case keyWeight:
		r.weight, ok = cut.Float32(value)
		ok = ok && r.weight >= 0
	case keyOffset:
		r.offset, ok = cut.Float32(value)
	case keyMG:
		r.mg, ok = parseFactor(value)
	case keyEG:
		r.eg, ok = parseFactor(value)
	case keyEval:
		r.eval, ok = cut.Float(value)
	case keyScore:
		s, err := text.ParseScore(value)
		r.score, ok = int16(s), err == nil
	case keyPly:
		n, err := strconv.ParseUint(string(value), 10, 16)
		r.ply, ok = uint16(n), err == nil
	case keyHash:
		var err error
		r.hash, err = strconv.ParseUint(strings.TrimPrefix(string(value), "0x"), 16, 64)
		ok = err == nil
	case keyTree:
		r.tree, ok = value, len(value) > 0
	case keySide:
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

// column returns the index of the column that is written as name.
func (p *parser) column(name []byte) (int32, error) {
	if i, ok := p.columns.byName[string(name)]; ok {
		return i, nil
	}
	if len(name) > 0 && isNumber(string(name)) {
		n, err := strconv.Atoi(string(name))
		if err != nil {
			n = math.MaxInt
		}
		return p.numbered(n)
	}
	if p.columns.list != nil || len(name) == 0 {
		return 0, fmt.Errorf("unknown column or key %s: declare the column, or pass one of the keys %s", cut.Quote(name), keyNames)
	}
	i, ok := p.names[string(name)]
	if !ok {
		if len(p.names) == matrix.MaxColumns {
			return 0, fmt.Errorf("column %s: more than %d columns", cut.Quote(name), matrix.MaxColumns)
		}
		i = int32(len(p.names))
		p.names[string(name)] = i
	}
	return i, nil
}

// numbered returns the index of column n as a trace numbers them.
func (p *parser) numbered(n int) (int32, error) {
	d := p.columns
	switch i := n - d.base; {
	case i < 0:
		return 0, errors.New("column 0: numbers start at 1 (Options.ZeroBased: at 0)")
	case d.list != nil && i >= len(d.list):
		return 0, fmt.Errorf("column %d: there are %d, numbered from %d", n, len(d.list), d.base)
	case i >= matrix.MaxColumns:
		return 0, fmt.Errorf("column %d: at most %d can be stored", n, matrix.MaxColumns)
	default:
		p.highest = max(p.highest, i)
		return int32(i), nil
	}
}

// finish fills in what follows from other values, and puts the entries in order.
func (r *row) finish() error {
	if !r.has(keyMG) && r.has(keyEG) {
		return errors.New("eg without mg: the phase is missing")
	}
	if r.has(keyMG) && !r.has(keyEG) {
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
			return errors.New("counts of one column add up to more than a number can be")
		}
	}
	return nil
}

// content returns a hash of what the row counts, whatever its label. It is the
// same for the row of the mirror image, in which every count has the other sign.
func (r *row) content() uint64 {
	sign := float32(1)
	if len(r.entries) > 0 && r.entries[0].count < 0 {
		sign = -1
	}
	h := splitmix.Mix(uint64(math.Float32bits(r.mg))<<32 | uint64(math.Float32bits(r.eg)))
	h = splitmix.Mix(h ^ uint64(math.Float32bits(sign*r.offset+0))) // + 0: there is one zero
	for _, e := range r.entries {
		h = splitmix.Mix(h ^ (uint64(e.column)<<32 | uint64(math.Float32bits(sign*e.count))))
	}
	return h
}
