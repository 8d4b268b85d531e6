// Package alphabeta is the search that the module's engine plays with.
//
// It is plain on purpose. [Searcher.Search] deepens iteratively (root.go) with a
// principal variation search (search.go) that ends in quiescence (quiescence.go);
// moves come from a staged picker (picker.go) ordered by the transposition table
// (table.go), exchanges, killers and history (history.go). Beside the moves that
// quiescence omits, two things prune: the table and the null move. One thing
// extends: check. Each technique can be switched off ([Technique]).
//
// Scores inside are the mover's, in centipawns; alpha-beta is fail-soft. A node is
// a made move, null moves and those of quiescence included. With one thread the
// same calls give the same results to the node; a limit of nodes is kept exactly
// with any number. A node allocates nothing: its memory is a frame by ply, made
// once a worker.
//
// The search knows no evaluation: it asks a [search.Evaluator] where it stands pat,
// and where a null move may be worth a try.
package alphabeta
