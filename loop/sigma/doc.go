// Package sigma trains a network with a policy and a value, as SigmaZero does: a warm start by lessons
// of a teacher, see package lesson; then iterations of self-play in a tree, some games beginning with
// puzzles, of training by the visits of the roots and the results, and of a gate.
//
// A run is a folder:
//
//	run.json            what the run is of: its options
//	run.lock            keeps a second run away
//	start.nn            the network that it began with
//	warm/training       the warm start as it stands, with the optimiser's moments
//	warm/network.nn     the network that it has led to
//	warm/metrics.json   the warm start in numbers; with this file it is complete
//	001/games.jsonl     the games of the first iteration, with the visits of every root
//	001/training        as in warm; 001/network.nn, 001/learned.json likewise
//	001/gate/…          the match against the best network so far, if there is a gate; gate.json is what came of it
//	001/metrics.json    the iteration in numbers; with this file it is complete
//	best.nn             the network that plays
//	loss.png, .svg      the losses by step; policy.png, .svg what the policy knows
//	index.html          all in one page; tables.md its table; result.json all numbers
//
// Every file appears whole or not at all, so that a run that was stopped, at whatever point, goes on
// where it was and ends with the same bytes, but for the times in gate/. What a step is taught depends on the seed and its number
// alone, and its sums do not depend on the number of threads; a game depends on the seed, the network
// and its number.
//
// Source: SigmaZero (see docs/sigmazero.md); D. Silver et al., "A general reinforcement learning
// algorithm that masters chess, shogi and Go through self-play", Science 362 (2018).
package sigma
