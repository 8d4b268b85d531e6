// Package alphabeta is the search that the module's engine plays with.
//
// [Searcher.Search] deepens iteratively (root.go) with a principal variation search
// (search.go) that ends in quiescence (quiescence.go). Moves come from a staged picker
// (picker.go) ordered by the transposition table (table.go), exchanges, killers and
// histories (history.go). What is known of a position before its moves are searched stands
// in node.go; it may decide the node, or leave moves out (pruning.go), and late moves are
// searched less deep (reductions.go), a singular one deeper (singular.go). The static
// evaluation learns from searches (correction.go).
//
// Each technique is a short function with its source, and can be switched off
// ([Technique]); its numbers can be tuned ([Settings]). Margins are in centipawns of the
// default weights, times the evaluator's [search.ScaleOf]. Without the techniques of [Base]
// it is the base search: plain, and with nothing that might be wrong but the table and the
// null move. docs/measured/search.md says what each technique is worth.
//
// Scores inside are the mover's, in centipawns; alpha-beta is fail-soft. A node is
// a made move, null moves and those of quiescence included. With one thread the
// same calls give the same results to the node; a limit of nodes is kept exactly
// with any number. A node allocates nothing: its memory is a frame by ply, made
// once a worker.
package alphabeta
