// Package pgn reads and writes games of chess in Portable Game Notation, as a
// stream and in constant memory.
//
// A [Scanner] cuts a stream into the texts of its games; [Parse] reads one such
// text; a [Reader] does both. They are apart so that games can be parsed in
// parallel. A [Writer] writes what they read.
//
// The reader is lenient in what cannot be misunderstood and strict in what can.
// It takes a missing tag, result, number or sign of check; tags without quotes; moves in long
// algebraic notation, in figurines or UCI's; annotations in bare signs (±, +/=); text that is not UTF-8; games with nothing
// between them. A move that is not legal or ambiguous, a text in the place of a move that is none, a comment
// or variation without its end, a position that cannot be, a variant that is no
// chess: each makes its game faulty. A fault is an [Error], with line, half move
// and reason, and the game after it is read. A word after a move that is neither a move nor a known
// sign is passed over and counted ([Game].Skipped), as comments are that look like evaluations and are not understood
// ([Game].Unread). Nothing is omitted silently but
// the moves of variations, escaped lines (%), and comments that follow the last
// game.
//
// Scores in comments ([Annotation]) are White-relative; the comments of engines
// are the mover's view and are turned round.
//
// Source: Standard: Portable Game Notation Specification and Implementation
// Guide (1994).
package pgn
