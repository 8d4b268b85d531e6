package inspect

import (
	"cmp"
	"maps"
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/shards"
	"example.org/centipawn/winprob"
)

// Files that were joined have labels of two kinds. Rows with a piece more or less show it: label and
// material rarely have different signs there. Where they agree with White to move and disagree with Black
// to move, labels are turned with the side to move; where a score is next to nothing for a piece, its unit
// is the pawn. What is so in some stretches of lines and not in others was joined. A game that the better
// side lost has both kinds of rows, and proves nothing.
const (
	turnedPawns  = 3
	turnedScore  = 200  // centipawns, at least: in the middle of an exchange material says little
	stretchRows  = 50   // of a stretch, for each side to move, to judge its view; of it all to judge its unit
	stretchShare = 0.80 // of these agree, or disagree; have one unit

	// Scores that agree in sign with the material are at least smallUnit centipawns for each pawn of it.
	smallUnit = 12

	// mixedShare of all rows at least have another unit where the two units are mixed line by line.
	mixedShare = 0.20

	// maxStretches is how many stretches an input may have before two and two become one.
	maxStretches = 4096
)

// A sideView counts rows by side to move, and those in which label and material agree.
type sideView [2]struct{ rows, agree int }

// add counts a row whose material is not balanced.
func (v *sideView) add(side board.Color, agree bool) {
	v[side].rows++
	if agree {
		v[side].agree++
	}
}

func (v *sideView) merge(o *sideView) {
	for i := range v {
		v[i].rows += o[i].rows
		v[i].agree += o[i].agree
	}
}

// sign returns 1 if most rows of a side to move agree, -1 if most disagree, else 0.
func (v *sideView) sign(c board.Color) int {
	switch n := v[c]; {
	case n.rows < stretchRows:
		return 0
	case float64(n.agree) > stretchShare*float64(n.rows):
		return 1
	case float64(n.agree) < (1-stretchShare)*float64(n.rows):
		return -1
	}
	return 0
}

// sizes counts scores that agree with the material, and those that are too small for it.
type sizes struct{ rows, small int }

// sign returns 1 if most scores have the usual size, -1 if most are too small, else 0.
func (n *sizes) sign() int {
	switch share := stretchShare * float64(n.rows); {
	case n.rows < stretchRows:
		return 0
	case float64(n.small) > share:
		return -1
	case float64(n.rows-n.small) > share:
		return 1
	}
	return 0
}

func (n *sizes) merge(o *sizes) {
	n.rows += o.rows
	n.small += o.small
}

// A stretch is what is known of some lines that follow one another.
type stretch struct {
	source, block int // index of the input, and number of the stretch in it
	scores        sideView
	results       sideView
	sizes         sizes
}

func (s *stretch) merge(o *stretch) {
	s.scores.merge(&o.scores)
	s.results.merge(&o.results)
	s.sizes.merge(&o.sizes)
}

type place struct{ source, block int }

// stretches are those of all inputs. A stretch has ChunkLines<<shift lines: which, does not depend on
// the order of the rows.
type stretches struct {
	shift uint
	of    map[place]*stretch
}

// add looks at a row.
func (x *stretches) add(s *datasets.Sample) {
	material := datasets.Material(&s.Position)
	if max(material, -material) < turnedPawns {
		return
	}
	evaluated := s.Score != winprob.NoScore && s.Score.Mate() == 0 && s.Score != 0
	if won := s.Result == datasets.WhiteWins; won || s.Result == datasets.BlackWins {
		x.at(s).results.add(s.Position.SideToMove(), won == (material > 0))
	}
	if !evaluated {
		return
	}
	score, agree := int(s.Score), (s.Score > 0) == (material > 0)
	if max(score, -score) >= turnedScore {
		x.at(s).scores.add(s.Position.SideToMove(), agree)
	}
	if agree {
		n := &x.at(s).sizes
		if n.rows++; score/material < smallUnit {
			n.small++
		}
	}
}

// at returns the stretch of a sample.
func (x *stretches) at(s *datasets.Sample) *stretch {
	k := place{int(s.Source), (s.Line - 1) / datasets.ChunkLines >> x.shift}
	if t := x.of[k]; t != nil {
		return t
	}
	if x.of == nil {
		x.of = map[place]*stretch{}
	}
	if len(x.of) >= maxStretches {
		x.coarsen(x.shift + 1)
		return x.at(s)
	}
	t := &stretch{source: k.source, block: k.block}
	x.of[k] = t
	return t
}

// coarsen makes stretches of 2^(shift−x.shift) each.
func (x *stretches) coarsen(shift uint) {
	old := x.of
	by := shift - x.shift
	x.of, x.shift = map[place]*stretch{}, shift
	for _, t := range old {
		t.block >>= by
		x.put(t)
	}
}

func (x *stretches) put(t *stretch) {
	k := place{t.source, t.block}
	if u := x.of[k]; u != nil {
		u.merge(t)
		return
	}
	x.of[k] = t
}

func (x *stretches) merge(y *stretches) {
	if x.of == nil {
		x.of = map[place]*stretch{}
	}
	if y.shift > x.shift {
		x.coarsen(y.shift)
	}
	for _, t := range y.of {
		u := *t
		u.block >>= x.shift - y.shift
		x.put(&u)
	}
	for len(x.of) > maxStretches {
		x.coarsen(x.shift + 1)
	}
}

// sorted returns the stretches in the order of inputs and lines.
func (x *stretches) sorted() []*stretch {
	return slices.SortedFunc(maps.Values(x.of), func(a, b *stretch) int {
		return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.block, b.block))
	})
}

func (x *stretches) code(c *shards.Coder) {
	shift := int(x.shift)
	c.Int(&shift)
	var list []stretch
	for _, t := range x.sorted() {
		list = append(list, *t)
	}
	shards.List(c, &list, func(t *stretch) {
		c.Int(&t.source, &t.block)
		for _, v := range []*sideView{&t.scores, &t.results} {
			for i := range v {
				c.Int(&v[i].rows, &v[i].agree)
			}
		}
		c.Int(&t.sizes.rows, &t.sizes.small)
	})
	if !c.Reading() {
		return
	}
	if shift < 0 || shift > 62 {
		c.Fail(shards.ErrForeign)
		return
	}
	x.shift, x.of = uint(shift), map[place]*stretch{}
	for i := range list {
		x.put(&list[i])
	}
}

// size is the number of lines of a stretch, line the first of s.
func (x *stretches) size() int           { return datasets.ChunkLines << x.shift }
func (x *stretches) line(s *stretch) int { return s.block*x.size() + 1 }

// Turned are stretches whose labels turn with the side to move, among others whose labels do not.
type Turned struct {
	Straight, Turned int
	Lines            []int // first lines of the turned ones
}

// Mixed reports whether there are both.
func (t Turned) Mixed() bool { return t.Turned > 0 && t.Straight > 0 }

// turned judges the stretches by a kind of label.
func (x *stretches) turned(of func(*stretch) *sideView) (t Turned) {
	for _, s := range x.sorted() {
		v := of(s)
		switch product := v.sign(board.White) * v.sign(board.Black); {
		case product < 0:
			t.Turned++
			t.Lines = append(t.Lines, x.line(s))
		case product > 0:
			t.Straight++
		}
	}
	return t
}

// TurnedScores are the stretches by their scores.
func (w *Watch) TurnedScores() Turned {
	return w.stretches.turned(func(s *stretch) *sideView { return &s.scores })
}

// TurnedResults are the stretches by their results.
func (w *Watch) TurnedResults() Turned {
	return w.stretches.turned(func(s *stretch) *sideView { return &s.results })
}

// warn speaks of files that were joined (D02, D03): an error, for such labels contradict one another.
func (x *stretches) warn(w *Watch, warn warnFunc) {
	for _, k := range []struct {
		what  string
		about note.Kind
		Turned
	}{{"scores", JoinedScores, w.TurnedScores()}, {"results", JoinedResults, w.TurnedResults()}} {
		if !k.Mixed() {
			continue
		}
		n := warn(note.D02, "the view of %s changes within the input, first at line %d: in %d of %d stretches of up to %d lines they agree with the material for one side to move and contradict it for the other",
			k.what, k.Lines[0], k.Turned.Turned, k.Turned.Turned+k.Straight, x.size())
		n.Level, n.Kind = note.Error, k.about
	}
	x.warnUnits(warn)
}

// warnUnits speaks of scores of two units (D03): in stretches, or line by line.
func (x *stretches) warnUnits(warn warnFunc) {
	var all sizes
	first, other, same := 0, 0, 0
	for _, s := range x.sorted() {
		all.merge(&s.sizes)
		switch s.sizes.sign() {
		case -1:
			if other++; other == 1 {
				first = x.line(s)
			}
		case 1:
			same++
		}
	}
	var n *note.Note
	switch {
	case other > 0 && same > 0:
		n = warn(note.D03, "scores have two units: from line %d on, and in %d of %d stretches of up to %d lines, they are less than %d centipawns for each pawn of material",
			first, other, other+same, x.size(), smallUnit)
	case other == 0 && all.small >= stretchRows && float64(all.small) > mixedShare*float64(all.rows):
		n = warn(note.D03, "scores seem to have two units: of %d rows with a piece more or less %d have less than %d centipawns for each pawn of it",
			all.rows, all.small, smallUnit)
	default:
		return
	}
	n.Level, n.Kind = note.Error, JoinedUnits
}
