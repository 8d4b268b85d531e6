package pgn

import (
	"fmt"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/winprob"
)

// engineNote returns cutechess's comment, in the mover's view.
func engineNote(a *Annotation, mover board.Color) string {
	score := a.Score
	if mover == board.Black {
		score = score.Neg()
	}
	s := fmt.Sprintf("%s/%d", pawns(score, "M"), a.Depth)
	if a.Elapsed != NoTime {
		s += fmt.Sprintf(" %.3fs", a.Elapsed.Seconds())
	}
	return s
}

// evalNote returns the value of %eval, in White's view.
func evalNote(a *Annotation) string {
	s := pawns(a.Score, "#")
	if a.Depth > 0 {
		s += fmt.Sprintf(",%d", a.Depth)
	}
	return s
}

// pawns returns a score in pawns, or a mate with its sign: +M3, #-3. A mate at an
// unknown distance is more pawns than any score.
func pawns(score winprob.Score, mate string) string {
	n, known := score.MateDistance()
	sign := "+"
	if score < 0 {
		sign = "-"
	}
	switch {
	case known && mate == "#":
		return fmt.Sprintf("#%s%d", sign, n)
	case known:
		return fmt.Sprintf("%s%s%d", sign, mate, n)
	case score.Mate() != 0:
		return sign + "99.99"
	case score == 0:
		return "0.00"
	}
	cp := max(int(score), -int(score))
	return fmt.Sprintf("%s%d.%02d", sign, cp/100, cp%100)
}

// clock returns a time as hours, minutes and seconds.
func clock(d time.Duration) string {
	d = d.Round(time.Millisecond)
	s := fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	if ms := d % time.Second / time.Millisecond; ms > 0 {
		s += fmt.Sprintf(".%03d", ms)
	}
	return s
}
