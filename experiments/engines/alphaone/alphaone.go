package alphaone

import (
	"slices"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// Version is a search with its evaluation.
type Version uint8

// The versions.
const (
	// V1 is the published search with the tapered evaluation.
	V1 Version = iota
	// V2 is the published search with the regression on seven features.
	V2
	// Corrected is V1 with its errors mended; the package comment lists them.
	Corrected
)

// String returns the name of the version: "v1", "v2", "corrected".
func (v Version) String() string {
	names := [...]string{"v1", "v2", "corrected"}
	if int(v) >= len(names) {
		return "unknown"
	}
	return names[v]
}

// maxDepth bounds the depth of an iteration, quiescenceDepth that of captures below
// it; both in half-moves. The latter is the paper's.
const (
	maxDepth        = 64
	quiescenceDepth = 6
)

// Nodes are the positions that a search has visited. A main node at depth 0 begins
// with a quiescence node of the same position, so that their sum is more than the
// number of moves made. The root is not counted.
type Nodes struct {
	Main       uint64 // positions of the main search
	Quiescence uint64 // positions of the quiescence search
}

// Total returns main and quiescence nodes together: the number that limits and
// reports mean.
func (n Nodes) Total() uint64 { return n.Main + n.Quiescence }

// Searcher plays one version. It is for one goroutine.
type Searcher struct {
	version Version

	// static is the evaluation in centipawns from White's view, given the tapered
	// one; nil: it is the tapered one.
	static func(p *board.Position, tapered float64) float64

	// evaluator is asked instead of both, if it is not nil.
	evaluator search.Evaluator

	control  *search.Control
	expired  bool
	nodes    Nodes
	selDepth int
	only     []board.Move // the root's moves to search; empty: all
	frames   []frame
	legal    [board.MaxMoves]board.Move

	keys []uint64    // of the game and the line: for the fivefold repetition
	past int         // how many of them are the game's
	path search.Path // for the draws of Corrected
}

var _ search.Searcher = (*Searcher)(nil)

// New returns a searcher of a version.
func New(v Version) *Searcher {
	s := &Searcher{version: v, frames: make([]frame, maxDepth+quiescenceDepth+1)}
	if v == V2 {
		s.static = newRegression().evaluate
	}
	return s
}

// NewWith returns the published search with another evaluation than the paper's two:
// its leaves are what e says of them, whole centipawns and nothing added.
func NewWith(e search.Evaluator) *Searcher {
	s := New(V1)
	s.evaluator = e
	return s
}

// frame is one ply of the line that is searched.
type frame struct {
	p     board.Position
	sum   balance
	moves moveList
	line  line
}

// line is the best line from a frame on.
type line struct {
	moves [maxDepth]board.Move
	n     int
}

func (l *line) slice() []board.Move { return l.moves[:l.n] }

// set makes the line m and what follows it.
func (l *line) set(m board.Move, rest *line) {
	l.moves[0] = m
	l.n = 1 + copy(l.moves[1:], rest.slice())
}

// NewGame does nothing: the search learns nothing.
func (s *Searcher) NewGame() {}

// Nodes returns the nodes of the last search.
func (s *Searcher) Nodes() Nodes { return s.nodes }

// begin makes the searcher ready for a game's position.
func (s *Searcher) begin(g *search.Game, c *search.Control) {
	s.control, s.expired, s.nodes, s.selDepth, s.only = c, false, Nodes{}, 0, c.Limits().Moves
	root := &s.frames[0]
	root.p = *g.Position()
	root.sum = newBalance(&root.p)
	s.keys = slices.Grow(append(s.keys[:0], g.Keys()...), len(s.frames))
	s.past = len(s.keys)
	s.path.Reset(g)
	if s.evaluator != nil {
		s.evaluator.Reset(&root.p)
	}
}

// info reports what was found, with the nodes so far.
func (s *Searcher) info(r *search.Result) *search.Info {
	return &search.Info{
		Depth: r.Depth, SelDepth: s.selDepth, MultiPV: 1, Score: r.Score, PV: r.PV,
		Nodes: s.nodes.Total(), Time: s.control.Elapsed(),
	}
}

// enter reports whether another node at ply may be searched; if not, the search is
// over and what it returns is void.
func (s *Searcher) enter(ply int) bool {
	if s.expired || s.control.Expired(s.nodes.Total()) {
		s.expired = true
		return false
	}
	s.selDepth = max(s.selDepth, ply)
	return true
}

// push makes a move in the frame at ply and returns the next one. The published search
// takes it back by pop, for the evaluator to follow.
func (s *Searcher) push(ply int, m board.Move) *frame {
	f, next := &s.frames[ply], &s.frames[ply+1]
	next.p, next.sum = f.p, f.sum
	if s.evaluator == nil {
		next.sum.play(&f.p, m)
	} else {
		s.evaluator.Push(&f.p, m)
	}
	next.p.Make(m)
	next.line.n = 0
	return next
}

// pop takes a move back.
func (s *Searcher) pop() {
	if s.evaluator != nil {
		s.evaluator.Pop()
	}
}
