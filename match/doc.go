// Package match plays matches and tournaments: games between entrants in pairs with colours
// reversed, on several processors, kept in a journal, judged by the statistics of package elo.
//
//  1. A [Plan] says who plays whom, from which openings, under which limits and rules, and when to stop.
//  2. [Run] gives games out in the order of their numbers. A game depends on the plan and its number alone: players
//     forget what was before it.
//  3. A finished game is a line of the journal, games.jsonl, at once. A run that was killed goes on with the games that
//     are not there; the folder's match.json refuses a plan that would play others.
//  4. Pairs are judged in the order of their numbers, whatever the order in which they end. So a sequential test stops
//     after the same pair with any number of games at once, before and after a break; and what counts is in games.pgn,
//     in that order. A pair of games that are known already, move for move, does not count.
//  5. The [Result], result.json, holds warnings about itself as values: [note.Note].
//
// A game that an engine breaks, by dying, silence, nonsense, an illegal move, its clock, or since
// it does not start again, is its loss and counts: an engine that hangs in bad positions would gain
// otherwise. A game that this program breaks, by a panic of its own or as it can start no process,
// voids its pair. Too many of both together end the match.
package match

// Players are interfaces here.
//
//house:never eval weights
