// Package loop learns the weights of an evaluation from games of its own: it plays
// with the weights that it has, draws positions from the games, fits the weights to
// the results, and plays with those.
//
// A run is a folder:
//
//	run.json           what the run is of: its options
//	init.json          the weights that it began with
//	001/games/…        the games of the first iteration, in parts
//	001/samples.csv.zst  the positions drawn from them
//	001/funnel.json    what was dropped on the way
//	001/weights.json   the weights fitted to them
//	001/gate/…         the match against the best weights so far, if there is a gate
//	001/metrics.json   the iteration in numbers; with this file it is complete
//	002/…
//	best.json          the weights with which the next games are played
//	material.png, .svg the values of the men by iteration
//	index.html         all in one page
//
// Every file appears whole or not at all, so that a run that was stopped, at whatever
// point, goes on where it was and ends with the same bytes. Each game depends on the
// seed, the iteration and its number alone.
//
// Source: the Lishex paper (2023), on tuning; P. Österlund, "Texel's Tuning Method"
// (2014).
package loop
