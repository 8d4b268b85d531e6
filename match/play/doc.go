// Package play plays one game between two players, in this process or programs of their own, and
// says how it ended and who is to blame.
//
// A game ends by the laws of chess, by [Rules] that look at the scores, or by a player's fault: a
// death, a silence, an illegal move, output that is none, a clock that is over. A fault is the loss
// of the player whose fault it is, and nothing else: if it did not count, a program
// that hangs when it stands badly would gain by it. The panic of a search in this process is its
// death like another ([Panic]). A fault of the harness itself, as a panic of this program outside
// of its players, is not a result but an error ([ErrHarness]).
//
// Beside the thinking of its players a game costs about 2 µs of CPU time a half-move on one core,
// rules, clocks and the record included (BenchmarkPly); the base search's forgetting at the start
// costs some 50 µs a player with a table of 1 MiB and some 2 ms with one of 16 (BenchmarkNewGame).
// Between other programs it is 100 µs and more (BenchmarkForeignPly).
package play
