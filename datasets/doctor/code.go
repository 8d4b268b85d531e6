package doctor

import (
	"errors"

	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/shards"
)

var _ shards.Partial[*survey] = (*survey)(nil)

const surveyKind = "survey of a file"

// MarshalBinary implements [shards.Partial].
func (c *survey) MarshalBinary() ([]byte, error) { return shards.Marshal(surveyKind, c.code) }

// UnmarshalBinary implements [shards.Partial]. Of the error of a bad line its text is left.
func (c *survey) UnmarshalBinary(text []byte) error {
	*c = survey{}
	return shards.Unmarshal(surveyKind, text, c.code)
}

func (c *survey) code(to *shards.Coder) {
	n := &c.counts
	to.Int(&n.Lines, &n.Blank, &n.Shallow, &n.Bad, &n.Samples, &n.Unscored, &n.Mates, &n.Codes, &n.Signs, &n.Castling, &n.Games, &n.Moveless, &n.Comments, &n.Unread, &n.Skipped)
	for _, p := range []*datasets.Spot{&n.FirstUnread, &n.FirstSkipped} {
		to.Text(&p.File)
		to.Int(&p.Line)
		to.Text(&p.Text)
	}
	to.Int(&c.lines, &c.checks, &c.moves, &c.noisy, &c.unquiet, &c.searched, &c.loud, &c.book, &c.early, &c.late, &c.lefts, &c.plies, &c.chess960)
	shards.Ints(to, c.phases[:])
	shards.Ints(to, c.depths[:])
	to.Int(&c.ahead.rows, &c.ahead.halves)
	for i := range c.bad {
		c.bad[i].code(to)
	}
	c.codeFirstBad(to)
	for i := range c.suspects {
		c.suspects[i].code(to)
	}
	for i := range c.extreme {
		shards.List(to, (*[]extreme)(&c.extreme[i]), func(e *extreme) { to.Int(&e.by, &e.line, &e.cp, &e.material) })
	}
	r := &c.raw
	to.Bool(&r.mark, &r.open)
	to.Int(&r.returns, &r.quotes, &r.last, &r.inText, &r.inBoard)
	shards.Part(to, &c.watch)
}

// codeFirstBad codes the first bad line, if there is one.
func (c *survey) codeFirstBad(to *shards.Coder) {
	e, text, any := &c.firstBad, "", c.firstBad.Err != nil
	if any {
		text = e.Err.Error()
	}
	if to.Bool(&any); !any {
		return
	}
	to.Text(&e.File)
	to.Int(&e.Line)
	to.Text(&e.Text)
	to.Text(&text)
	if to.Reading() {
		e.Err = errors.New(text)
	}
}

func (l *lineList) code(to *shards.Coder) {
	to.Int(&l.n)
	shards.List(to, &l.first, func(line *int) { to.Int(line) })
}
