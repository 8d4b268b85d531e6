// Package sparring has what a person's game against an engine needs: the game from its moves, its record as PGN, the
// opponents that can be chosen, and the engines that think in games which go on.
//
// A game is its first position and its moves. The page sends both with each request, so that the server keeps no game
// that could be lost; what it keeps is an engine's memory of the moves before, to search on with.
package sparring
