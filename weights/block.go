package weights

import (
	"errors"
	"fmt"

	"example.org/centipawn/matrix"
)

// BlockFormula is the formula of files that were written before there were formulas, with a block: terms
// that White and Black count apart, in the sums white and black.
const BlockFormula = matrix.BlockFormula

// blockForm is how such a file says it, and blockSums the sums of the block's terms.
const blockForm = "(max(0, white)^2 - max(0, black)^2) / 100 * phase"

var blockSums = []string{"white", "black"}

// fieldsOfVersion refuses fields that the version of the file does not have.
func (p *parser) fieldsOfVersion(in *wire) error {
	switch {
	case p.version == Version && in.Formula != "":
		return p.errorAt(p.formula, fmt.Errorf("formula: a file of version %d has none: want version %d", Version, FormulaVersion))
	case p.version == FormulaVersion && in.Formula == "":
		return fmt.Errorf("%s: no formula: a file of version %d has one", p.name, FormulaVersion)
	case p.version == FormulaVersion && in.Block != nil:
		return fmt.Errorf("%s: block: a file of version %d has none: its formula says what it said", p.name, FormulaVersion)
	}
	return nil
}

// readBlock reads the block of an old file as terms of two sums.
func (p *parser) readBlock(f *File, b *wireBlock) error {
	switch {
	case b.Form != blockForm:
		return fmt.Errorf("%s: block: form %q: this program knows %q", p.name, b.Form, blockForm)
	case len(b.Terms) == 0:
		return fmt.Errorf("%s: %w", p.name, errors.New("block: no terms"))
	}
	terms, err := p.readTerms(b.Terms, p.blockTerms)
	if err != nil {
		return err
	}
	for i := range terms {
		if terms[i].Tapered {
			return p.errorAt(p.blockTerms[i], fmt.Errorf("%s: a term of the block has one value", terms[i].Name))
		}
		terms[i].Sums = blockSums
	}
	f.Formula, f.Terms = BlockFormula, append(f.Terms, terms...)
	return nil
}
