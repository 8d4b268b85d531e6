// Package mcts is Monte-Carlo tree search with exchangeable parts, over the evaluation that a
// [search.Evaluator] gives: one search that plays the engines of several papers, and a modern one.
//
// An iteration goes from the root to a leaf, gives the leaf a value, and adds that value to every
// node on the way:
//
//  1. Selection (selection.go) goes down by UCT, UCB1-tuned, PUCT or a rule of package bandit, now and then by a sample.
//  2. Expansion (expansion.go) gives a leaf its moves, at its n-th visit.
//  3. Simulation (simulation.go) values the leaf: by the static evaluation, by quiescence, or by
//     playing on, at random, by the evaluation, or by the moves of another search.
//  4. Backup (backup.go) adds the value up to the root, and proves wins, losses and draws.
//
// A value is an expected score in [0, 1]: that of the evaluation by the logistic of package
// winprob, 1, ½ and 0 of games that are over. Inside of the tree a node's values are those of the
// side whose move has led to it; elsewhere they are the mover's.
//
// Nodes stand in one slice without pointers (package arena). When it is full the tree is stunted, or
// what was not visited for longest is dropped.
//
// A node of [search.Limits] is an iteration here, and depth d is reached with 2ᵈ iterations. That
// is a clock's measure, not the tree's: how deep the longest line goes is SelDepth.
//
// With one thread the same seed and the same history of calls give the same tree.
package mcts
