// Package search is what the searches of this module have in common: the game with
// its repetitions, scores, limits, the clock, the static exchange evaluation, and
// the interfaces between a search, its evaluation and the caller. It
// searches nothing itself.
//
// The life of a search:
//
//  1. Who asks (the protocol, a match, a test suite) keeps a [Game] and plays the
//     moves on it. If [Game.Outcome] is [Ongoing], it makes a [Control] from the
//     [Limits]: from here on the clock runs.
//  2. It calls [Searcher.Search] in a goroutine of its own and stays free to call
//     [Control.Stop] and [Control.PonderHit].
//  3. The searcher calls [Evaluator.Reset] and [Path.Reset] with the position of the
//     game, and [Control.OnlyMove] if there is but one legal move. Then it searches,
//     one half-move deeper each time.
//  4. Before every node it asks [Control.Expired] and leaves the tree as soon as that
//     is true. With every move it makes goes [Evaluator.Push], and with every node it
//     enters [Path.Push]; [Path.IsDraw] says whether the node is a draw. A leaf's
//     score is [Evaluator.Evaluate], turned to the mover's view by [Score.White].
//  5. It reports what it found with an [Info]. After every iteration it tells, if it
//     knows, how much of the work went into the best move ([Control.Effort]), and asks
//     [Control.Enough], which weighs that and how steady the move is against the clock.
//  6. It returns a [Result] with a legal move, be the limits ever so narrow.
//     [Control.Wait] holds the result back while a search is infinite or ponders;
//     then the caller prints it.
//
// Scores, those of Result and Info too, are the mover's; Score.White turns them.
package search
