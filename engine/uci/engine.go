// Package uci serves an engine by the Universal Chess Interface: [Serve] reads
// commands and writes replies, an [Engine] knows how to search. [Option] is what
// both sides of the protocol say of a setting; uci/client is the other side.
//
// Source: S. Meyer-Kahlen, R. Huber, Description of the Universal Chess Interface
// (2004, Chess960 2006).
package uci

import (
	"context"
	"io"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// Remarker is an [Engine] whose options may have no effect, as set. Before a search what they are is
// written, unless it is what was written before the last search.
type Remarker interface {
	// Remarks says, a line each, which options have no effect, and what to pass for that.
	Remarks() []string
}

// Engine is what [Serve] speaks for. Its methods are called by one goroutine at a
// time; while a search runs, none but Explain and WDL is called.
type Engine interface {
	search.Searcher
	// Name is what a user sees, with the version.
	Name() string
	// Author is who wrote the engine.
	Author() string
	// Options are the engine's own. Move Overhead, Ponder, UCI_Chess960 and
	// UCI_ShowWDL are the protocol's and belong to Serve.
	Options() []Option
	// SetOption takes a value that [Option.Value] has checked and spelled, and the
	// name as declared.
	SetOption(name, value string) error
	// Explain returns the evaluation of p term by term, in lines. It may be called
	// while a search runs.
	Explain(p *board.Position) string
	// Bench searches fixed positions and writes what it finds; its last line is
	// "N nodes M nps". It returns soon after ctx ends.
	Bench(ctx context.Context, w io.Writer) error
	// WDL returns what a score promises the side to move in p: wins, draws and
	// losses in a thousand games. It is not ok where no model is known.
	WDL(score search.Score, p *board.Position) (win, draw, loss int, ok bool)
}
