package elo

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.org/centipawn/internal/enum"
	"example.org/centipawn/winprob"
)

// A Model says in what unit the bounds of an SPRT are.
type Model uint8

const (
	Normalized Model = iota // normalised Elo: a test takes as many games whatever the draws
	Logistic                // Elo
)

var modelNames = []string{Normalized: "normalized", Logistic: "logistic"}

// String returns "normalized" or "logistic".
func (m Model) String() string { return enum.Name(modelNames, m) }

// MarshalText writes the model's name.
func (m Model) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the model's name.
func (m *Model) UnmarshalText(text []byte) error { return enum.Parse(m, modelNames, text) }

// An SPRT is a sequential probability ratio test of H0, that the strength is Elo0,
// against H1, that it is Elo1. It is the generalised one: what else a distribution of
// results has, draws and the correlation within pairs, is fitted under each hypothesis
// to what was observed.
//
// Source: A. Wald, "Sequential Tests of Statistical Hypotheses" (1945); M. Van den
// Bergh, "A Practical Introduction to the GSPRT" (2019).
type SPRT struct {
	Model Model   `json:"model"`
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`  // above Elo0
	Alpha float64 `json:"alpha"` // chance to accept H1 where H0 is true; 0: 0.05
	Beta  float64 `json:"beta"`  // chance to accept H0 where H1 is true; 0: 0.05
}

// maxElo is the largest strength, of either model, that a test has: 3000 Elo expect one
// half point in seventeen million games.
const maxElo = 3000

// WithDefaults returns the test with an Alpha and a Beta of 0.05 where they are 0.
func (t SPRT) WithDefaults() SPRT {
	if t.Alpha == 0 {
		t.Alpha = 0.05
	}
	if t.Beta == 0 {
		t.Beta = 0.05
	}
	return t
}

// ParseBounds reads Elo0 and Elo1 from a text such as "0,5".
func (t *SPRT) ParseBounds(text string) error {
	low, high, _ := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(low, 64)
	elo1, err1 := strconv.ParseFloat(high, 64)
	if err0 != nil || err1 != nil {
		return fmt.Errorf("%q: want two bounds elo0,elo1, as 0,5", text)
	}
	t.Elo0, t.Elo1 = elo0, elo1
	return nil
}

// Validate says what is wrong with the test.
func (t SPRT) Validate() error {
	t = t.WithDefaults()
	switch {
	case t.Model > Logistic:
		return fmt.Errorf("sprt: model %d: unknown: pass normalized or logistic", t.Model)
	case !(math.Abs(t.Elo0) <= maxElo && math.Abs(t.Elo1) <= maxElo):
		return fmt.Errorf("sprt: bounds %g and %g: beyond ±%d Elo, pass nearer ones, as 0,5", t.Elo0, t.Elo1, maxElo)
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("sprt: bounds %g and %g: the first must be below the second, as 0,5", t.Elo0, t.Elo1)
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return fmt.Errorf("sprt: alpha %g and beta %g: not chances of error: pass some above 0 with a sum below 1, as 0.05 each", t.Alpha, t.Beta)
	}
	return nil
}

// Bounds returns the LLR at and below which H0, and that at and above which H1 is
// accepted: ln(β/(1−α)) and ln((1−β)/α).
func (t SPRT) Bounds() (lower, upper float64) {
	t = t.WithDefaults()
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR returns the log likelihood ratio of H1 to H0 after these pairs, natural logarithm:
// both at the maximum of the likelihood. Empty cells count 1e-3. It is 0 before the
// first pair, and of a test that Validate refuses.
func (t SPRT) LLR(p Pentanomial) float64 { return t.llr(p[:], gamesOfPair) }

// LLRGames is [SPRT.LLR] of unpaired games.
func (t SPRT) LLRGames(wins, draws, losses int) float64 {
	counts := [...]int{losses, draws, wins}
	return t.llr(counts[:], 1)
}

// gamesOfPair is the number of games of a pair.
const gamesOfPair = 2

func (t SPRT) llr(counts []int, games float64) float64 {
	o := observed(counts)
	if o.n < 1 || t.Validate() != nil {
		return 0
	}
	p, q := t.hypotheses(&o, games)
	return o.ratio(&p, &q)
}

// hypotheses returns the likeliest distributions under H0 and H1; a unit is one game or
// two.
func (t SPRT) hypotheses(o *outcomes, games float64) (h0, h1 [5]float64) {
	if t.Model == Logistic {
		return o.withScore(winprob.Expected(1, t.Elo0)), o.withScore(winprob.Expected(1, t.Elo1))
	}
	unit := math.Sqrt(games) / normalizedElo()
	return o.withT(t.Elo0 * unit), o.withT(t.Elo1 * unit)
}

// normalizedElo returns the normalised Elo of a t-value of 1 a game: 800/ln 10, so that
// between equal players without draws it is Elo.
func normalizedElo() float64 { return 2 / winprob.Logit(1) }
