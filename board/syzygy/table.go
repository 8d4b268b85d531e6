package syzygy

import (
	"bytes"
	"errors"
	"fmt"

	"example.org/centipawn/board"
)

// A table is one file. It is never changed once it is read.
type table struct {
	shape
	material  material
	symmetric bool       // both sides have the same: White to move stands for both
	parts     [4][2]part // by the file of the leading pawn, and by the side to move
}

// A part holds the values of one side to move, with the leading pawn on one file.
type part struct {
	layout
	pairs
}

const (
	// mostValue is the largest value in a table: 0 to 4 are losses to wins.
	mostValue = 4

	flagBothSides = 1 // the file has values for either side to move
	flagPawns     = 2

	dataAlignment = 64
	checksumBytes = 16 // at the end, not looked at
)

// magic begins a file of values.
var magic = []byte{0x71, 0xe8, 0x23, 0x5d}

// newTable reads the table of a material from the bytes of its file, which it keeps.
func newTable(m material, data []byte) (*table, error) {
	if !bytes.HasPrefix(data, magic) {
		return nil, fmt.Errorf("begins with %x, not with %x as tables of results do", data[:min(len(magic), len(data))], magic)
	}
	if len(data)%dataAlignment != checksumBytes {
		return nil, fmt.Errorf("%d bytes: a whole table has %d more than a multiple of %d", len(data), checksumBytes, dataAlignment)
	}
	t := &table{shape: shapeOf(m), material: m, symmetric: m == m.exchanged()}
	r := &reader{data: data[:len(data)-checksumBytes], at: len(magic)}
	if err := t.read(r); err != nil {
		return nil, err
	}
	if r.align(dataAlignment); r.err == nil && r.at != len(r.data) {
		r.err = fmt.Errorf("the table ends at byte %d of %d", r.at, len(r.data))
	}
	return t, r.err
}

// sides returns how many sides to move have values, files how many parts there are of each.
func (t *table) sides() int {
	if t.symmetric {
		return 1
	}
	return 2
}

func (t *table) files() int {
	if t.hasPawns() {
		return 4
	}
	return 1
}

// each calls f with every part, in the order of the file.
func (t *table) each(f func(p *part)) {
	for file := range t.files() {
		for side := range t.sides() {
			f(&t.parts[file][side])
		}
	}
}

func (t *table) read(r *reader) error {
	flags := r.take(1)
	if r.err != nil {
		return r.err
	}
	if both := flags[0]&flagBothSides != 0; both != (t.sides() == 2) || t.hasPawns() != (flags[0]&flagPawns != 0) {
		return fmt.Errorf("is of other material: its flags are %#x", flags[0]&(flagBothSides|flagPawns))
	}
	var values [4][2]uint64
	for file := range t.files() {
		var err error
		if values[file], err = t.readLayouts(r, file); err != nil {
			return err
		}
	}
	r.align(2)
	for file := range t.files() {
		for side := range t.sides() {
			if err := t.parts[file][side].head(r, values[file][side]); err != nil {
				return errors.Join(r.err, err)
			}
		}
	}
	t.each(func(p *part) { p.takeIndex(r) })
	t.each(func(p *part) { p.takeSizes(r) })
	t.each(func(p *part) { p.takeData(r) })
	return r.err
}

// readLayouts reads the order of pieces and groups for a file of the leading pawn: a byte for each
// piece, White's to move below and Black's above. It returns the number of placements of each.
func (t *table) readLayouts(r *reader, file int) (values [2]uint64, err error) {
	orders := r.take(1)
	second := []byte{0}
	if t.pawns[1] > 0 {
		second = r.take(1)
	}
	codes := r.take(t.count)
	if r.err != nil {
		return values, r.err
	}
	for side := range t.sides() {
		p, shift := &t.parts[file][side], 4*side
		order := [2]int{int(orders[0] >> shift & 0xf), int(second[0] >> shift & 0xf)}
		for i, code := range codes {
			p.pieces[i] = pieceOf(code >> shift & 0xf)
		}
		if err := t.checkMaterial(&p.layout); err != nil {
			return values, err
		}
		if values[side], err = t.arrange(&p.layout, order, file); err != nil {
			return values, err
		}
	}
	return values, nil
}

// pieceOf returns the piece of a code: a pawn to a king are 1 to 6, 8 more for Black.
func pieceOf(code byte) board.Piece {
	if code&7 == 0 || code&7 == 7 {
		return board.NoPiece
	}
	return board.Piece(code - 1)
}

// checkMaterial says whether a layout has the pieces of the table's name.
func (t *table) checkMaterial(l *layout) error {
	var m material
	var kings [2]int
	for _, pc := range l.pieces[:t.count] {
		switch {
		case pc == board.NoPiece:
			return errors.New("unknown code of a piece")
		case pc.Type() == board.King:
			kings[pc.Color()]++
		default:
			m += 1 << shift(pc)
		}
	}
	if m != t.material || kings != [2]int{1, 1} {
		return fmt.Errorf("its pieces are %v, not those of its name", l.pieces[:t.count])
	}
	return nil
}

// A view is a position, or the same with the colors exchanged and the ranks mirrored.
type view struct {
	p         *board.Position
	exchanged bool
}

// pieces returns where the pieces of a kind stand.
func (v view) pieces(pc board.Piece) board.Bitboard {
	if v.exchanged {
		return v.p.Pieces(pc.Color().Other(), pc.Type()).Flip()
	}
	return v.p.Pieces(pc.Color(), pc.Type())
}

// side returns the side to move.
func (v view) side() board.Color {
	if v.exchanged {
		return v.p.SideToMove().Other()
	}
	return v.p.SideToMove()
}

// at returns the value of a position of the table's material, see [WDL]; it is not known if the file
// is damaged.
func (t *table) at(v view) (value byte, known bool) {
	part, number := t.find(v)
	return part.pairs.at(number)
}

// find returns where the value of a position stands.
func (t *table) find(v view) (p *part, number uint64) {
	if t.symmetric && v.side() == board.Black {
		v.exchanged = !v.exchanged
	}
	var squares [mostPieces]int
	p, n := &t.parts[0][v.side()], 0
	if t.hasPawns() {
		for b := v.pieces(board.NewPiece(t.leader, board.Pawn)); b != 0; n++ {
			squares[n] = int(b.Pop())
		}
		p = &t.parts[leadPawn(squares[:n])][v.side()]
	}
	for n < t.count {
		for b := v.pieces(p.pieces[n]); b != 0; n++ {
			squares[n] = int(b.Pop())
		}
	}
	return p, t.number(&p.layout, squares[:n])
}
