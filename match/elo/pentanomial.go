// Package elo is the statistics of match results: Elo and normalised Elo with 95 %
// intervals, the sequential test that stops a match (GSPRT), how many games it will
// take, and the ratings of a pool of players.
//
//  1. The unit is the pair of games: one opening, colours exchanged. [Pentanomial]
//     counts pairs by their points, and [Of] says what they mean.
//  2. [SPRT] decides between two strengths while the games are played: [SPRT.LLR]
//     after each pair, [SPRT.Decide], and beforehand [SPRT.Expected] and [HalfWidth].
//  3. [Rate] rates more than two players together.
//
// Elo is logistic and on the scale of [winprob.Expected] with K = 1, always of the
// first player over the second; an expected score is between 0 and 1. Normalised Elo
// is 800/ln 10 × (score − ½) / σ, σ being the standard deviation of a game's points:
// what says how many games a difference needs, whatever the book and the draws.
//
// Source: M. Van den Bergh, "A Practical Introduction to the GSPRT" and "Normalized
// Elo" (2019–2020), as used by fishtest.
package elo

//house:never board

// A Pentanomial counts pairs of games with colours reversed by the points of the first
// player: 0, ½, 1, 1½ and 2.
type Pentanomial [5]int

// Add counts a pair in which the first player made halves half points, 0 to 4; any
// other number counts nothing.
func (p *Pentanomial) Add(halves int) {
	if halves >= 0 && halves < len(p) {
		p[halves]++
	}
}

// Pairs returns the number of pairs.
func (p Pentanomial) Pairs() (n int) {
	for _, c := range p {
		n += c
	}
	return n
}

// Games returns the number of games: two a pair.
func (p Pentanomial) Games() int { return 2 * p.Pairs() }
