// Package tuning tunes the options of an engine by play: it says what is tuned, from flags, a file
// and what the engine declares ([Wish]), makes a match of it in which SPSA (package spsa) sets the
// options of both players for each pair ([Tuning]), and says what was found ([Result]).
package tuning
