package weights

import (
	"fmt"

	"example.org/centipawn/internal/plaintext"
)

func (s Source) String() string {
	return fmt.Sprintf("%s, %s rows, sha256 %s", s.Name, plaintext.Thousands(s.Rows), Short(s.SHA256))
}

// String says at which evaluation a game is won half the time, nothing of nil.
func (w *WDL) String() string {
	if w == nil {
		return ""
	}
	return fmt.Sprintf("a win in half of the games at %s cp in the middle game, %s cp in the endgame; spread %s and %s cp",
		Number(w.A[1]), Number(w.A[0]), Number(w.B[1]), Number(w.B[0]))
}

// String says how far search and static evaluation are apart, nothing of nil.
func (s *Spread) String() string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf("search − static evaluation has a standard deviation of %s cp, at depth %d on %s positions",
		Number(s.StdDev), s.Depth, plaintext.Thousands(s.Positions))
}

// String says what was done to the scale, nothing of nil.
func (s *Scale) String() string {
	if s == nil {
		return ""
	}
	text := fmt.Sprintf("%s: weights times %.4f", s.Policy, s.Factor)
	if s.Slope != 0 {
		text += fmt.Sprintf(" (slope of the new on the old evaluation before: %.4f); search margins times %.4f", s.Slope, s.Margin())
	}
	return text
}

func (s Split) String() string {
	switch s.Kind {
	case "none":
		return "none"
	case "set":
		return "a separate test set"
	}
	return fmt.Sprintf("%.4g %% held out by %s, seed %d", 100*s.Share, s.Kind, s.Seed)
}

// Errors prints the errors of a part: in centipawns as [Number] does, expected
// scores with six decimals and their unit. Nothing of nil.
func (p *Provenance) Errors(m *Metrics) string {
	if m == nil {
		return ""
	}
	figure, unit := Number, ""
	if p.Probabilistic() {
		figure, unit = SixDecimals, " (of expected score)"
	}
	s := plaintext.Thousands(m.N) + " rows"
	for _, e := range m.entries() {
		s += fmt.Sprintf(", %s %s", e.name, e.print(figure))
	}
	return s + unit
}

// SixDecimals prints an error of expected scores, an estimate as its interval: the sixth decimal is
// the first that no data determine.
func SixDecimals(v float64) string { return fmt.Sprintf("%.6f", v) }

// String prints the estimate, and its interval if there is one.
func (i Interval) String() string { return i.print(Number) }

func (i Interval) print(figure func(float64) string) string {
	if i.Low == 0 && i.High == 0 {
		return figure(i.Value)
	}
	return fmt.Sprintf("%s [%s, %s]", figure(i.Value), figure(i.Low), figure(i.High))
}

// Short cuts a hash to the length that a person compares.
func Short(hash string) string {
	if len(hash) > 12 {
		return hash[:12]
	}
	return hash
}
