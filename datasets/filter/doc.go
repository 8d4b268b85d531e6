// Package filter chooses which samples become rows.
//
// There are two stages. A [Filter] of the stream judges one sample alone, and
// costs a pass over the data nothing. What must know all samples, a [Survey]
// gathers: duplicates, a number a game, a mix of results. It remembers
// [DigestBytes] bytes of each sample that the stream has kept, and gives a
// [Selection], by which a second pass over the same data goes.
//
// The order is fixed, whatever the order in which [Options] or flags are given,
// and a sample is counted by the first filter that drops it:
//
//	finished           mate, stalemate, dead position, 75 moves: always dropped
//	termination        games that ended by forfeit, or have no end
//	book               the move is from an opening book
//	ply                half moves played before the position
//	last plies         half moves left in the game
//	in check
//	noisy move         the best or played move takes a piece or promotes
//	quiescence         |quiescence − static|, or replaced by the quiescence leaf
//	phase              0 with bare kings to 1 with all pieces
//	pieces             kings and pawns included
//	no score
//	no result          and no expected score either
//	mate               the score is one
//	score              |centipawns|
//	against result     the score is clearly the loser's
//	one in n           by a hash of the position
//	one's own
//
//	duplicate          equal positions, their mirror images among them
//	per game           chosen at random
//	balance            results within each quarter of the phase, and phases
//	mirrored copies    are added
//
// What is cheap and what makes other filters pointless comes first; what chooses
// at random comes last, so that it chooses from what is wanted.
//
// Nothing depends on the order in which goroutines come to samples. Random
// choices are hashes of the position, its game and a seed: the same in every run.
package filter
