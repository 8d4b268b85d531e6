// Package loop learns the weights of an evaluation from games of its own: it plays
// with the weights that it has, draws positions from the games, fits the weights to
// the results, and plays with those. Or it fits what a search asks: the leaves and the choices of
// package trees, see [Objective].
//
// A run is a folder:
//
//	run.json           what the run is of: its options
//	run.lock           keeps a second run away
//	init.json          the weights that it began with
//	001/games-001-seed1.viri.zst  the games of the first iteration; games.json counts them
//	001/samples-001.epd.zst       the positions drawn from them
//	001/funnel.json    what was dropped on the way
//	001/leaves-001.epd.zst        leaves of searches in place of positions, or choices-001.epd.zst
//	001/drawn-trees.json          counts those: they are complete
//	001/weights.json   the weights fitted to them; fit.json says how well
//	001/weights-trees.json        of an objective before the last; fit-trees.json says how well
//	001/gate/…         the match against the best weights so far, if there is a gate; gate.json is what came of it
//	001/metrics.json   the iteration in numbers; with this file it is complete
//	002/…
//	best.json          the weights with which the next games are played
//	material.png, .svg the piece values by iteration; loss.png, .svg
//	index.html         all in one page; tables.md its table; result.json all metrics
//
// Every file appears whole or not at all, so that a run that was stopped, at whatever point, goes
// on where it was and ends with the same bytes, but for the times in gate/. Each game depends on
// the seed, the iteration and its number alone.
//
// Source: the Lishex paper (2023), on tuning; P. Österlund, "Texel's Tuning Method"
// (2014).
package loop
