// Package selfplay makes data: games of a player against himself, fast and many.
//
// [Run] plays them, in this process or with another program, several at once, and hands them over one by
// one in the order of their numbers, so that what is written does not depend on
// the number of threads. A game depends on the options and its number alone.
// [Samples] makes labelled positions of a game, a [Writer] writes games to a file
// of any format that the module writes, and [Generate] is both of these with a
// journal: a run that was killed goes on where it ended.
//
// One search plays both sides, with one transposition table, which is emptied
// before every game: what it has found out for one side is of use to the other.
// docs/measured/selfplay.md has what was measured.
package selfplay

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"example.org/centipawn/internal/shards"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/match/play"
)

// Options say what is played. The zero value plays nothing, for want of games; any
// other field's zero is its default.
type Options struct {
	Games   int        // the games are numbered 0 to Games−1
	First   int        // the number of the first that is played: those before it have been
	Limit   play.Limit // of a move, in nodes or depth; zero: [DefaultNodes] nodes
	Rules   play.Rules // when a game ends early; zero: never, see [Rules] and [MateRules]
	Threads int        // games at once; 0: as many as the machine has cores

	Shard shards.Shard // the part of the games that [GenerateShard] plays; [Generate] refuses one

	// Start starts who plays on a thread, such as another program; nil: searches in this process.
	Start func(context.Context) (play.Player, error)

	// Openings has the openings, one a game; nil: random moves, drawn as the next three say.
	Openings openings.Source
	Seed     uint64
	Plies    int // random half-moves, or one more; 0: [DefaultPlies]
	Balance  int // an opening whose score, after a search as deep as the game's, is more centipawns than this is redrawn; 0: any will do
}

// The defaults of a game.
const (
	DefaultNodes   = 5_000
	DefaultPlies   = 8
	DefaultBalance = 300 // for evaluations in centipawns: the zero of Options takes any opening
)

// Rules are those by which games for data are ended: as soon as the result is
// plain to an evaluation in centipawns. What they cost and spare is in
// docs/measured/selfplay.md.
//
// Source: C. Bradshaw, Viridithas, src/datagen.rs, for all numbers but MaxPlies.
func Rules() play.Rules {
	return play.Rules{
		DrawMoves: 6, DrawScore: 4,
		ResignMoves: 2, ResignScore: 2500, ResignTwoSided: true,
		MaxPlies: MaxPlies,
	}
}

// MateRules end a game by mates that both sides announce and by nothing else: for
// evaluations whose scale means nothing yet.
func MateRules() play.Rules { return play.Rules{MateMoves: 1, MaxPlies: MaxPlies} }

// MaxPlies is where [Rules] and [MateRules] declare a draw.
const MaxPlies = 1000

// filled returns the options with their defaults in place of zeros, or what is
// wrong with them.
func (o Options) filled() (Options, error) {
	if o.Limit == (play.Limit{}) {
		o.Limit.Nodes = DefaultNodes
	}
	if o.Plies == 0 {
		o.Plies = DefaultPlies
	}
	if o.Threads == 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	switch {
	case o.Games < 0 || o.First < 0:
		return o, fmt.Errorf("selfplay: games %d to %d: want numbers from 0", o.First, o.Games)
	case o.Threads < 0 || o.Plies < 0 || o.Balance < 0:
		return o, errors.New("selfplay: a negative number of threads, plies or centipawns: want 0 for the default, or more")
	case o.Limit.MoveTime != 0 || o.Limit.Time != 0 || o.Limit.Increment != 0:
		return o, fmt.Errorf("selfplay: limit %v: times differ from run to run: limit nodes or depth", o.Limit)
	}
	return o, errors.Join(o.Limit.Validate(), o.Rules.Validate())
}
