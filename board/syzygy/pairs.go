package syzygy

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// pairs is a packed list of values. A symbol is a value, or two symbols that follow each other; the
// blocks hold codes of symbols, of like length in bytes each.
type pairs struct {
	one   bool // all values are the same
	value byte // that one

	values     uint64 // how many
	blockShift uint   // a block has 1 << blockShift bytes
	spanShift  uint   // and this many values lie between two entries of the index
	blocks     uint32 // how many
	padding    uint32 // how many sizes follow those of the blocks

	shortest int      // of the codes, in bits
	lowest   []uint16 // by length, the number of the first symbol
	bases    []uint64 // by length, the first code, its bits at the top of the word
	symbols  []byte   // three bytes each, twelve bits left and twelve bits right
	lengths  []uint8  // by symbol, how many values it is, less one

	index []byte // entries of six bytes: a block, and the place in it, of the middle of each span
	sizes []byte // by block, two bytes: how many values it holds, less one
	data  []byte
}

const (
	pairsHeader  = 10 // bytes of a packed list before the codes
	flagOne      = 0x80
	leafMark     = 0xfff // in place of a right symbol: the left one is a value
	longestCode  = 32
	largestShift = 31 // of blocks and spans; files that are have 6 to 20
	indexBytes   = 6
)

// head reads the description of a list of that many values.
func (d *pairs) head(r *reader, values uint64) error {
	flags := r.take(2)
	if r.err != nil {
		return r.err
	}
	d.values = values
	if flags[0]&flagOne != 0 {
		d.one, d.value = true, flags[1]
		return d.check(d.value)
	}
	h := r.take(pairsHeader - 2)
	if r.err != nil {
		return r.err
	}
	d.blockShift, d.spanShift = uint(flags[1]), uint(h[0])
	d.padding, d.blocks = uint32(h[1]), binary.LittleEndian.Uint32(h[2:])
	if d.blockShift > largestShift || d.spanShift == 0 || d.spanShift > largestShift {
		return fmt.Errorf("blocks of 2^%d bytes, an index of 2^%d values: want 0 to %d, and 1 to %d", d.blockShift, d.spanShift, largestShift, largestShift)
	}
	longest, shortest := int(h[6]), int(h[7])
	if shortest < 1 || longest < shortest || longest > longestCode {
		return fmt.Errorf("codes of %d to %d bits: want 1 to %d", shortest, longest, longestCode)
	}
	d.shortest = shortest
	if err := d.codes(r, longest-shortest+1); err != nil {
		return err
	}
	return d.readSymbols(r)
}

// codes reads the first symbols of the lengths of codes, and computes the first codes: a longer code
// has a smaller number.
func (d *pairs) codes(r *reader, n int) error {
	raw := r.take(2 * n)
	if r.err != nil {
		return r.err
	}
	d.lowest, d.bases = make([]uint16, n), make([]uint64, n)
	for i := range d.lowest {
		d.lowest[i] = binary.LittleEndian.Uint16(raw[2*i:])
	}
	for i := n - 2; i >= 0; i-- {
		sum := int64(d.bases[i+1]) + int64(d.lowest[i]) - int64(d.lowest[i+1])
		if sum < 0 || sum/2>>(d.shortest+i) != 0 {
			return errors.New("no codes of symbols have these lengths")
		}
		d.bases[i] = uint64(sum / 2)
	}
	for i := range d.bases {
		d.bases[i] <<= 64 - d.shortest - i
	}
	return nil
}

// readSymbols reads the symbols and computes how many values each stands for.
func (d *pairs) readSymbols(r *reader) error {
	count := r.take(2)
	if r.err != nil {
		return r.err
	}
	n := int(binary.LittleEndian.Uint16(count))
	if n == 0 || n > leafMark {
		return fmt.Errorf("%d symbols: want 1 to %d", n, leafMark)
	}
	d.symbols = r.take(3 * n)
	r.take(n & 1)
	if r.err != nil {
		return r.err
	}
	d.lengths = make([]uint8, n)
	state := make([]uint8, n)
	for s := range n {
		if err := d.measure(uint16(s), state); err != nil {
			return err
		}
	}
	return nil
}

// States of a symbol while lengths are computed.
const (
	unknown = iota
	under   // its parts are being measured
	known
)

// measure computes how many values a symbol stands for, and checks that it ends.
func (d *pairs) measure(s uint16, state []uint8) error {
	switch {
	case int(s) >= len(state):
		return fmt.Errorf("symbol %d of %d", s, len(state))
	case state[s] == under:
		return fmt.Errorf("symbol %d is a part of itself", s)
	case state[s] == known:
		return nil
	}
	state[s] = under
	left, right := d.parts(s)
	if right == leafMark {
		if err := d.check(d.symbols[3*int(s)]); err != nil || left>>8 != 0 {
			return fmt.Errorf("symbol %d: value %d out of range 0 to %d", s, left, mostValue)
		}
		state[s] = known
		return nil
	}
	if err := errors.Join(d.measure(left, state), d.measure(right, state)); err != nil {
		return err
	}
	sum := int(d.lengths[left]) + int(d.lengths[right]) + 1
	if sum > 255 {
		return fmt.Errorf("symbol %d stands for more than 256 values", s)
	}
	d.lengths[s], state[s] = uint8(sum), known
	return nil
}

// parts returns the two symbols that one stands for.
func (d *pairs) parts(s uint16) (left, right uint16) {
	b := d.symbols[3*int(s) : 3*int(s)+3]
	return uint16(b[1])&0xf<<8 | uint16(b[0]), uint16(b[2])<<4 | uint16(b[1])>>4
}

// check says whether a value is one of a table.
func (d *pairs) check(value byte) error {
	if value > mostValue {
		return fmt.Errorf("value %d out of range 0 to %d", value, mostValue)
	}
	return nil
}

// entries returns how many entries the index has.
func (d *pairs) entries() uint64 { return (d.values + 1<<d.spanShift - 1) >> d.spanShift }

// takeIndex, takeSizes and takeData take what belongs to the list from where it stands in the file.
func (d *pairs) takeIndex(r *reader) {
	if !d.one {
		d.index = r.takeMany(d.entries(), indexBytes)
	}
}

func (d *pairs) takeSizes(r *reader) {
	if !d.one {
		d.sizes = r.takeMany(uint64(d.blocks)+uint64(d.padding), 2)
	}
}

func (d *pairs) takeData(r *reader) {
	if !d.one {
		r.align(dataAlignment)
		d.data = r.takeMany(uint64(d.blocks), 1<<d.blockShift)
	}
}

// size returns how many values a block holds, less one.
func (d *pairs) size(block uint32) int64 {
	return int64(binary.LittleEndian.Uint16(d.sizes[2*uint64(block):]))
}

// at returns the i-th value. It is not known if i is beyond the list, or the file is damaged.
func (d *pairs) at(i uint64) (value byte, known bool) {
	if d.one || i >= d.values {
		return d.value, i < d.values
	}
	block, place, known := d.find(i)
	if !known {
		return 0, false
	}
	symbol, place, known := d.decode(block, place)
	if !known {
		return 0, false
	}
	for d.lengths[symbol] > 0 {
		left, right := d.parts(symbol)
		if n := int64(d.lengths[left]) + 1; place < n {
			symbol = left
		} else {
			symbol, place = right, place-n
		}
	}
	return d.symbols[3*int(symbol)], true
}

// find returns the block of the i-th value and its place there: from the middle of its span on, of
// which the index knows both, back or forth by the sizes of blocks. The middle of the last span may lie
// in the padding after the blocks.
func (d *pairs) find(i uint64) (block uint32, place int64, known bool) {
	entry := d.index[indexBytes*(i>>d.spanShift):]
	block = binary.LittleEndian.Uint32(entry)
	if uint64(block) >= uint64(d.blocks)+uint64(d.padding) {
		return 0, 0, false
	}
	middle := int64(1) << (d.spanShift - 1)
	place = int64(i&(1<<d.spanShift-1)) - middle + int64(binary.LittleEndian.Uint16(entry[4:]))
	for place < 0 {
		if block == 0 {
			return 0, 0, false
		}
		block--
		place += d.size(block) + 1
	}
	for block < d.blocks && place > d.size(block) {
		place -= d.size(block) + 1
		block++
	}
	return block, place, block < d.blocks
}

// decode returns the symbol of a block that holds a place, and the place in that symbol.
func (d *pairs) decode(block uint32, place int64) (symbol uint16, within int64, known bool) {
	from := uint64(block) << d.blockShift
	data := d.data[from : from+1<<d.blockShift]
	for bit := 0; bit < 8*len(data); {
		code, length := word(data, bit), 0
		for code < d.bases[length] { // the last is 0
			length++
		}
		bits := d.shortest + length
		number := uint64(d.lowest[length]) + (code-d.bases[length])>>(64-bits)
		if number >= uint64(len(d.lengths)) {
			return 0, 0, false
		}
		n := int64(d.lengths[number]) + 1
		if place < n {
			return uint16(number), place, true
		}
		place, bit = place-n, bit+bits
	}
	return 0, 0, false
}

// word returns the bits of data from one on, 57 of them or more, at the top of a word; after the end
// they are 0.
func word(data []byte, bit int) uint64 {
	if at := bit >> 3; at+8 <= len(data) {
		return binary.BigEndian.Uint64(data[at:]) << (bit & 7)
	}
	var rest [8]byte
	copy(rest[:], data[bit>>3:])
	return binary.BigEndian.Uint64(rest[:]) << (bit & 7)
}
