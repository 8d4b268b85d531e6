package static

import (
	"time"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/note"
)

// Config says which engine is asked, and how. The engine alone is needed.
type Config struct {
	Engine    client.Config
	Ask       Question            // zero fields are recognised
	Processes int                 // of the engine, at the same time; fewer than one are one
	Cache     string              // file of the answers, with which another run goes on; "": none
	Progress  func(done, all int) // on the caller's goroutine; nil: none
	Remark    func(n note.Note)   // gets doubts (E01 to E04); nil: they are dropped
}

// Answers are the evaluations of positions.
type Answers struct {
	Engine  string       // what it calls itself
	Asked   Question     // as recognised
	How     string       // by what view and unit are known, a sentence without its end
	Line    string       // in which the number stands, of a position in which White is a pawn ahead
	Pawn    float64      // what a pawn more is worth in Values, the median of probes; NaN where the caller's word was taken
	Values  []float32    // by position: centipawns, White's view; NaN: none
	Reasons []Reason     // by position
	Counts  [reasons]int // positions by reason
	Cached  int          // positions whose answer the cache had
	Dropped string       // what a kill had left of the cache's last record; "": nothing
	Took    time.Duration
}
