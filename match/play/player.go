package play

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/search"
)

// A Player finds moves. It serves one goroutine at a time.
//
// An error of type [client.Death], [Panic], [client.Hang], [client.Timeout], [client.Garbage] or
// [client.IllegalMove] is the player's own fault, one that wraps [ErrHarness] no player's; any
// other means that it cannot play such a game at all.
type Player interface {
	// NewGame forgets earlier games. It returns when that is done.
	NewGame() error
	// Search asks for a move in a position that has one.
	Search(g *search.Game, lim search.Limits) (Thought, error)
	// Close ends what belongs to the player. Nothing of it is left running.
	Close() error
}

// A Stopper is a player whose search can be stopped from another goroutine, as is done when a
// context ends. Searches after Stop are short too, until the next game. A player that is not a
// Stopper finishes its move; another program ends with the context that it was started with.
type Stopper interface{ Stop() }

// A Setting is an option of a player, by its name in UCI, and the value that it gets.
type Setting = client.Setting

// A Setter is a player whose options can be set, between games.
type Setter interface {
	// SetOption sets an option. Its errors are as those of a [Player].
	SetOption(name, value string) error
}

// A Hearer is a [Setter] that waits until an option is taken, and returns what the player says of it, a
// line each.
type Hearer interface {
	SetAndHear(name, value string) (said []string, err error)
}

// A Thought is what a player answers.
type Thought struct {
	Move    board.Move
	Score   search.Score // the mover's view; see Scored
	Scored  bool         // the player reported a score
	Depth   int          // half-moves
	Nodes   uint64
	Time    time.Duration // measured here, not reported by the player
	Stopped bool          // the player did not end in time and was stopped
}

// An Entrant is a player that can be started, with a name and a limit.
type Entrant struct {
	Name  string
	Limit Limit
	Start func(context.Context) (Player, error) // a fresh player, which lives no longer than the context
	Ours  bool                                  // players think in this process
}

// overhead returns what a player in this process leaves of its time. Of a time for a move that is
// enough to notice that it is over; of a clock it is what engines over UCI leave by default. At
// 1+0.01 without a margin, two games at once on two processors with ten times their work, 16 of 20
// games were lost on time with 2 ms, 8 with 10, and none over UCI.
func overhead(l *search.Limits) time.Duration {
	if l.Clocked() {
		return 10 * time.Millisecond
	}
	return 2 * time.Millisecond
}

// Ours returns a player in this process. A panic of the searcher is an error of type [Panic]; a
// score counts if an iteration was finished.
func Ours(s search.Searcher) Player { return &ours{searcher: s} }

type ours struct {
	searcher search.Searcher

	mu      sync.Mutex
	control *search.Control // of the search that runs, or nil
	stopped bool            // until the next game

	stalls search.Stalls // of all games: the machine stays the same
}

var (
	_ Stopper = (*ours)(nil)
	_ Setter  = (*ours)(nil)
	_ Setter  = (*foreign)(nil)
	_ Hearer  = (*foreign)(nil)
)

func (o *ours) NewGame() (err error) {
	defer rescue(&err)
	o.mu.Lock()
	o.stopped = false
	o.mu.Unlock()
	o.searcher.NewGame()
	return nil
}

// SetOption sets an option of the searcher, if it has any.
func (o *ours) SetOption(name, value string) (err error) {
	defer rescue(&err)
	if s, ok := o.searcher.(Setter); ok {
		return s.SetOption(name, value)
	}
	return fmt.Errorf("option %s: the searcher has none", name)
}

func (o *ours) Search(g *search.Game, lim search.Limits) (t Thought, err error) {
	defer rescue(&err)
	start := time.Now()
	c := o.stalls.NewControl(lim, g.Position().SideToMove(), overhead(&lim))
	o.begin(c)
	defer o.begin(nil)
	r := o.searcher.Search(g, c, nil)
	o.stalls.Note(c)
	if err := search.Err(o.searcher); err != nil {
		return Thought{Time: time.Since(start)}, err
	}
	return Thought{
		Move: r.Move, Score: r.Score, Scored: r.Depth > 0, Depth: r.Depth, Nodes: r.Nodes, Time: time.Since(start),
	}, nil
}

// begin makes c the control of the search that runs.
func (o *ours) begin(c *search.Control) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.control = c; c != nil && o.stopped {
		c.Stop()
	}
}

func (o *ours) Stop() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.stopped = true; o.control != nil {
		o.control.Stop()
	}
}

// Close frees what the searcher holds, if it is an [io.Closer].
func (o *ours) Close() error {
	if c, ok := o.searcher.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// A Panic is the death of a searcher in this process: its own fault, as it would be if it were
// another program.
type Panic struct {
	Value any    // of the panic
	Where string // function and line; "" if that is not known
	Stack []byte
}

// Error is the panic's value and its place.
func (p *Panic) Error() string {
	text := strings.ReplaceAll(fmt.Sprintf("panic: %v", p.Value), "\n", " ")
	if p.Where != "" {
		text += " in " + p.Where
	}
	return text
}

// rescue turns a panic into an error.
func rescue(err *error) {
	if r := recover(); r != nil {
		*err = &Panic{r, panicked(), debug.Stack()}
	}
}

// panicked returns where the panic was raised from which a deferred function recovers: the first
// frame after those of the runtime.
func panicked() string {
	var callers [32]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers[:])]) // without Callers, this and rescue
	for {
		f, more := frames.Next()
		if f.Function != "" && !strings.HasPrefix(f.Function, "runtime.") {
			return fmt.Sprintf("%s (%s:%d)", path.Base(f.Function), path.Base(filepath.ToSlash(f.File)), f.Line)
		}
		if !more {
			return ""
		}
	}
}

// Foreign returns a player that is another program. It ends with the context that the client was
// started with, in whatever it does.
func Foreign(c *client.Client) Player { return &foreign{client: c} }

type foreign struct{ client *client.Client }

func (f *foreign) Close() error   { return f.client.Close() }
func (f *foreign) NewGame() error { return f.client.NewGame() }

func (f *foreign) SetOption(name, value string) error { return f.client.SetOption(name, value) }

func (f *foreign) SetAndHear(name, value string) (said []string, err error) {
	return f.client.SetAndHear(name, value)
}

func (f *foreign) Search(g *search.Game, lim search.Limits) (Thought, error) {
	start := time.Now()
	r, err := f.client.Search(g, lim, nil)
	if err != nil {
		return Thought{Time: time.Since(start)}, err
	}
	return Thought{
		Move: r.Move, Score: r.Score, Scored: len(r.Lines) > 0 && r.Lines[0].MultiPV == 1, Depth: r.Depth, Nodes: r.Nodes,
		Time: r.Time, Stopped: r.Stopped,
	}, nil
}

// stopWith stops the players when ctx ends. The function that it returns must be called when the
// game is over; it returns when no player is being stopped any more.
func stopWith(ctx context.Context, players ...Player) (release func()) {
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		for _, p := range players {
			if s, can := p.(Stopper); can {
				s.Stop()
			}
		}
	})
	return func() {
		if !stop() {
			<-done
		}
	}
}
