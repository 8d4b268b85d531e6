// Package datasets reads labelled positions: samples of a position, an
// evaluation of it or the result of its game, and what else a row says.
//
// A file is read in one stream and parsed by as many goroutines as the caller has,
// with the order kept:
//
//	r, err := datasets.Open(names, datasets.Options{})
//	…
//	var chunk datasets.Chunk
//	for r.Next(&chunk) == nil { // sequential and cheap: cuts lines, games or records
//		chunk.Parse(&parsed) // in parallel: makes samples of them
//	}
//
// or, one by one, with [Reader.All]. A [Writer] writes samples.
//
// The package knows no format. A [Format] is a folder beside it, which implements [Layout] and
// perhaps [Encoder], and a line in package formats; import that for its effect. docs/data.md says
// what each of them knows. The way of a line: package input reads bytes, package cut makes
// [Chunk]s of them, the [Layout] of the file makes a [Sample], or a [LineError] with file, line
// and reason. Package budget counts lines and keeps the budget of bad ones, package inspect says
// what is doubtful about labels, [Reader.Sources] what was read, with the hash of every byte.
//
// Scores are White's view, in centipawns; whatever the file's view is, it is turned once.
package datasets

// Formats import this package, not the other way round.
//
//house:never datasets/text datasets/pgn datasets/lichess datasets/packed datasets/formats
