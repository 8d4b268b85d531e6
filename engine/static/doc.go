// Package static asks a UCI engine for its static evaluation of positions. The protocol has no word
// for it, so each engine is asked by a command of its own, such as Stockfish's "eval", and the number
// is found in what it prints by a regular expression.
//
//	answers, err := static.Ask(ctx, static.Config{Engine: client.Config{Command: "stockfish"}}, positions)
//
// Command and expression come from the caller, from the table of [Presets] by the engine's name, or by
// trying these on a few positions. Whose advantage a positive number is, and what a pawn is worth, are
// measured by positions whose value is known by their material.
package static
