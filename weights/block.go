package weights

import (
	"errors"
	"fmt"
)

// BlockForm is the only form that a [Block] has: what it adds to an evaluation, in
// centipawns, where white and black are the sums of count × weight over each
// side's own counts, and phase is φ.
const BlockForm = "(max(0, white)^2 - max(0, black)^2) / 100 * phase"

// A Block is the terms of which an evaluation is quadratic, as that of king safety
// may be: see [BlockForm]. A weight of it is not centipawns; a sum of 100 is worth a
// pawn with all pieces on the board, one of 200 four. Such a fit may have several
// minima, and the weights are those of the one that was found.
type Block struct {
	Form  string // BlockForm
	Terms []Term // plain, in the set's order; names unique in the file
}

// validate reports the first thing that a block may not contain; seen holds the
// names of the weights before it, and before is the number of terms.
func (b *Block) validate(seen map[string]bool, before int) error {
	switch {
	case b == nil:
		return nil
	case b.Form != BlockForm:
		return fmt.Errorf("block: form %q: this program knows %q", b.Form, BlockForm)
	case len(b.Terms) == 0:
		return errors.New("block: no terms")
	}
	for i, t := range b.Terms {
		err := t.validate(seen)
		if err == nil && t.Tapered {
			err = fmt.Errorf("%s: a term of the block has one value", t.Name)
		}
		if err != nil {
			return &termError{before + i, err}
		}
	}
	return nil
}

// list returns the block's terms, none of nil.
func (b *Block) list() []Term {
	if b == nil {
		return nil
	}
	return b.Terms
}

// Names returns the names of the terms.
func (b *Block) Names() (list []string) {
	for _, t := range b.Terms {
		list = append(list, t.Name)
	}
	return list
}

// form returns the block's form, "" of nil.
func (b *Block) form() string {
	if b == nil {
		return ""
	}
	return b.Form
}

// String says what the block is, nothing of nil.
func (b *Block) String() string {
	if b == nil {
		return ""
	}
	first, last := b.Terms[0].Name, b.Terms[len(b.Terms)-1].Name
	return fmt.Sprintf("%d terms, %s to %s: %s; the minimum found may be a local one", len(b.Terms), first, last, b.Form)
}

// AllTerms returns the terms of the file and of its block.
func (f *File) AllTerms() []Term {
	return append(f.Terms[:len(f.Terms):len(f.Terms)], f.Block.list()...)
}
