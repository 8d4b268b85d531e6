package inspect

import (
	"cmp"
	"fmt"
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
// side lost has both kinds of rows, and proves nothing; nor do scores about 0, as files have that are
// sorted by score, or of drawn endgames.
const (
	turnedPawns  = 3
	turnedScore  = 200  // centipawns, at least: in the middle of an exchange material says little
	stretchRows  = 50   // of a stretch, for each side to move, to judge its view; of it all to judge its unit
	stretchShare = 0.80 // of these agree, or disagree; have one unit

	// Of scores about 0 as many contradict the material as agree with it: at least agreeShare of others agree.
	agreeShare = 0.75

	// Scores that agree in sign with the material are at least smallUnit centipawns for each pawn of it;
	// in a drawn endgame they are at least smallWhole. Pawns are as a rule written with a point.
	smallUnit, smallWhole = 12, 6

	// pointShare of the scores with a point at least are small where these are pawns, and those without
	// one are not: they are pointTimes as rarely small.
	pointShare, pointTimes = 0.50, 2

	// evenGreat centipawns and more are rare where material is even: there centipawns show that are read as
	// pawns, by the same shares.
	evenGreat = 1000

	// mixedShare of all rows at least are small where pawns without a point are mixed line by line.
	mixedShare = 0.40

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

// sizes counts scores of rows whose material is not balanced: those that agree with it and, of these,
// those that are too small for it.
type sizes struct {
	rows, agree, small            int
	point, smallPoint, smallPlain int // of those that agree: with a decimal point; less than smallUnit, with one and without
}

// add counts a score.
func (n *sizes) add(score, material int, point bool) {
	n.rows++
	if (score > 0) != (material > 0) {
		return
	}
	n.agree++
	if score/material < smallWhole {
		n.small++
	}
	little := score/material < smallUnit
	if point {
		n.point++
	}
	switch {
	case little && point:
		n.smallPoint++
	case little:
		n.smallPlain++
	}
}

// clear reports whether the scores are enough, and not about 0.
func (n *sizes) clear() bool {
	return n.agree >= stretchRows && float64(n.agree) >= agreeShare*float64(n.rows)
}

// sign returns 1 if most scores have the usual size, -1 if most are too small, else 0.
func (n *sizes) sign() int {
	switch share := stretchShare * float64(n.agree); {
	case !n.clear():
		return 0
	case float64(n.small) > share:
		return -1
	case float64(n.agree-n.small) > share:
		return 1
	}
	return 0
}

// pawns reports whether scores with a point are pawns, and those without one are centipawns.
func (n *sizes) pawns() bool {
	return apart(n.smallPoint, n.point, n.smallPlain, n.agree-n.point)
}

func (n *sizes) merge(o *sizes) {
	n.rows += o.rows
	n.agree += o.agree
	n.small += o.small
	n.point += o.point
	n.smallPoint += o.smallPoint
	n.smallPlain += o.smallPlain
}

// evens counts scores where material is even, and those of evenGreat and more.
type evens struct{ rows, great int }

func (n *evens) add(score int) {
	if n.rows++; max(score, -score) >= evenGreat {
		n.great++
	}
}

func (n *evens) merge(o *evens) {
	n.rows += o.rows
	n.great += o.great
}

// apart reports whether most rows of a group are of a kind, and of another group far fewer.
func apart(n, of, others, ofOthers int) bool {
	if of < stretchRows || ofOthers < stretchRows {
		return false
	}
	share := float64(n) / float64(of)
	return share > pointShare && share > pointTimes*float64(others)/float64(ofOthers)
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
	evens [2]evens // of scores without a decimal point and with one
}

// add looks at a row.
func (x *stretches) add(s *datasets.Sample) {
	material := datasets.Material(&s.Position)
	evaluated := s.Score != winprob.NoScore && s.Score.Mate() == 0 && s.Score != 0
	if evaluated && material == 0 {
		x.evens[pointed(s)].add(int(s.Score))
	}
	if max(material, -material) < turnedPawns {
		return
	}
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
	x.at(s).sizes.add(score, material, s.Point)
}

// pointed returns 1 for a score with a decimal point, else 0.
func pointed(s *datasets.Sample) int {
	if s.Point {
		return 1
	}
	return 0
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
	for i := range x.evens {
		x.evens[i].merge(&y.evens[i])
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
	for i := range x.evens {
		c.Int(&x.evens[i].rows, &x.evens[i].great)
	}
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
		c.Int(&t.sizes.rows, &t.sizes.agree, &t.sizes.small, &t.sizes.point, &t.sizes.smallPoint, &t.sizes.smallPlain)
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

// place names where a stretch begins, with the file where there are several.
func (w *Watch) place(s *stretch) string {
	if len(w.Names) > 1 {
		return fmt.Sprintf("line %d of %s", w.stretches.line(s), w.Names[s.source])
	}
	return fmt.Sprintf("line %d", w.stretches.line(s))
}

// Turned are stretches whose labels turn with the side to move, among others whose labels do not.
type Turned struct {
	Straight, Turned int
	Lines            []int // first lines of the turned ones
	first            *stretch
}

// Mixed reports whether there are both.
func (t Turned) Mixed() bool { return t.Turned > 0 && t.Straight > 0 }

// turned judges the stretches by a kind of label.
func (x *stretches) turned(of func(*stretch) *sideView) (t Turned) {
	for _, s := range x.sorted() {
		v := of(s)
		switch product := v.sign(board.White) * v.sign(board.Black); {
		case product < 0:
			if t.Turned++; t.Turned == 1 {
				t.first = s
			}
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
		n := warn(note.D02, "the view of %s changes, first at %s: in %d of %d stretches of up to %d lines they agree with the material for one side to move and contradict it for the other",
			k.what, w.place(k.first), k.Turned.Turned, k.Turned.Turned+k.Straight, x.size())
		n.Level, n.Kind = note.Error, k.about
	}
	x.warnUnits(w, warn)
}

// warnUnits speaks of scores of two units (D03): by their points, in stretches, or line by line.
func (x *stretches) warnUnits(w *Watch, warn warnFunc) {
	var all sizes
	other, same := 0, 0
	var first, begins *stretch
	for _, s := range x.sorted() {
		all.merge(&s.sizes)
		if s.sizes.smallPoint > 0 && begins == nil {
			begins = s
		}
		switch s.sizes.sign() {
		case -1:
			if other++; other == 1 {
				first = s
			}
		case 1:
			same++
		}
	}
	plain, point := x.evens[0], x.evens[1]
	var n *note.Note
	switch {
	case apart(plain.great, plain.rows, point.great, point.rows):
		n = warn(note.D03, "scores have two units: where material is even, %d of %d that are written without a decimal point, and %d of %d with one, are %d centipawns and more: these are centipawns among pawns",
			plain.great, plain.rows, point.great, point.rows, evenGreat)
	case all.pawns():
		n = warn(note.D03, "scores have two units: with a piece more or less, %d of %d that are written with a decimal point, and %d of %d without one, are less than %d centipawns for each pawn of material: these begin in the %d lines from %s on",
			all.smallPoint, all.point, all.smallPlain, all.agree-all.point, smallUnit, x.size(), w.place(begins))
	case other > 0 && same > 0:
		n = warn(note.D03, "scores have two units: from %s on, and in %d of %d stretches of up to %d lines, they are less than %d centipawns for each pawn of material",
			w.place(first), other, other+same, x.size(), smallWhole)
	case other == 0 && all.clear() && float64(all.small) > mixedShare*float64(all.agree):
		n = warn(note.D03, "scores seem to have two units: of %d rows with a piece more or less %d have less than %d centipawns for each pawn of it",
			all.agree, all.small, smallWhole)
	default:
		return
	}
	n.Level, n.Kind = note.Error, JoinedUnits
}
