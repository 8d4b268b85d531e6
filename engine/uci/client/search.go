package client

import (
	"fmt"
	"strings"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// Search asks for a move in the position of a game. report gets every line of information if it is
// not nil; the Info is valid during the call only. The clocks of the limits are those before the
// move; time over is for the caller to judge, by the result's Time. An engine that does not move in
// time, [Timeouts] long, is told to stop. Where the game has no legal move, the engine is not
// asked: the result is NoMove, and mate or 0.
//
// Errors: [Hang], [Death], [Timeout], [Garbage], after which the engine is gone; [IllegalMove] and
// [BadOption], after which it is not.
func (c *Client) Search(g *search.Game, lim search.Limits, report func(*search.Info)) (Result, error) {
	return c.search(g, &lim, c.cfg.Timeouts.patience(&lim, g.Position().SideToMove()), report)
}

func (c *Client) search(g *search.Game, lim *search.Limits, patience time.Duration, report func(*search.Info)) (Result, error) {
	h := running{c: c, p: g.Position(), lim: lim, report: report, control: c.listen(), ponders: lim.Ponder}
	defer c.unlisten()
	if report == nil { // no one looks before the move is known
		defer c.hold(holdInfo)()
	}
	if r, over := noMove(h.p); over {
		return r, nil
	}
	position, err := c.position(g)
	if err != nil {
		return Result{}, err
	}
	command, err := c.goCommand(lim)
	if err != nil {
		return Result{}, fmt.Errorf("engine %s: %w", c.id, err)
	}
	h.asked = time.Now()
	if h.start, err = c.ready(position + "\nisready\n" + command); err != nil {
		return Result{}, err
	}
	return h.run(patience)
}

// noMove is the result where the side to move has no move; not over where it has one.
func noMove(p *board.Position) (r Result, over bool) {
	if p.CountMoves() > 0 {
		return r, false
	}
	if p.InCheck() {
		r.Score = search.MatedIn(0)
	}
	return r, true
}

// Stop tells the search that runs to end, even while the engine is still made ready for it. It does
// nothing if none runs.
func (c *Client) Stop() { c.command("stop") }

// PonderHit tells the search that ponders that the expected move was played: the clock runs from
// now on. It does nothing if none ponders.
func (c *Client) PonderHit() { c.command("ponderhit") }

func (c *Client) command(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case c.control <- text:
	default: // no search runs, or it has been told enough
	}
}

func (c *Client) listen() <-chan string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.control = make(chan string, 2)
	return c.control
}

func (c *Client) unlisten() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.control = nil
}

// running is one search: from "go" to "bestmove".
type running struct {
	c       *Client
	p       *board.Position
	lim     *search.Limits
	report  func(*search.Info)
	control <-chan string
	ponders bool        // the clock does not run yet
	asked   time.Time   // before all of it was sent
	start   time.Time   // of the clock
	timer   *time.Timer // until patience ends
	stopped bool        // told to stop
	found   found
}

// run reads until the engine has moved.
func (h *running) run(patience time.Duration) (r Result, err error) {
	h.timer = time.NewTimer(patience)
	defer h.timer.Stop()
	if patience == 0 {
		h.timer.Stop()
	}
	late := false
	for {
		select {
		case l := <-h.c.proc.lines:
			if move, ok := h.read(l); ok {
				r, err = h.result(move, l)
				r.Stopped = late
				return r, err
			}
		case <-h.c.proc.dead:
			return r, h.c.gone()
		case <-h.timer.C:
			if h.stopped {
				waited := time.Since(h.start)
				return r, h.c.fail(&Hang{h.c.id, shorten(h.c.last), waited, h.c.Stderr()})
			}
			late = true
			err = h.stop()
		case command := <-h.control:
			err = h.obey(command)
		}
		if err != nil {
			return r, err
		}
	}
}

// read takes a line and those held back before it, and returns what follows bestmove, if it
// is that.
func (h *running) read(l line) (move string, ok bool) {
	for text := range strings.Lines(l.held) {
		h.found.take(text[:len(text)-1], h.p, h.report)
	}
	h.c.log("< ", l.text)
	if move, ok = strings.CutPrefix(l.text, "bestmove"); !ok {
		h.found.take(l.text, h.p, h.report)
	}
	return move, ok
}

// obey passes on what Stop or PonderHit want.
func (h *running) obey(command string) error {
	if command == "stop" {
		return h.stop()
	}
	if !h.ponders || h.stopped {
		return nil
	}
	h.ponders = false
	lim := *h.lim
	lim.Ponder = false
	if patience := h.c.cfg.Timeouts.patience(&lim, h.p.SideToMove()); patience > 0 {
		h.timer.Reset(patience)
	}
	h.start = time.Now()
	return h.send(command)
}

// stop tells the engine to stop, once; from then on it has the time of grace.
func (h *running) stop() error {
	if h.stopped {
		return nil
	}
	h.stopped = true
	h.timer.Reset(h.c.cfg.Timeouts.Grace)
	return h.send("stop")
}

// send sends a command during a search; the search stays the last thing that the engine was asked.
func (h *running) send(command string) error {
	last := h.c.last
	defer func() { h.c.last = last }()
	return h.c.send(command)
}

// result is made of what follows "bestmove".
func (h *running) result(words string, l line) (r Result, err error) {
	f := strings.Fields(words)
	if len(f) == 0 {
		return r, h.c.fail(&Garbage{Engine: h.c.id, Line: shorten(l.text), Want: "a move after bestmove"})
	}
	r = h.found.result(h.p)
	if r.Time = l.at.Sub(h.start); r.Time == 0 { // read at once with readyok
		r.Time = l.at.Sub(h.asked)
	}
	if r.Move, err = h.p.ParseUCI(f[0]); err != nil {
		return r, &IllegalMove{h.c.id, shorten(f[0]), h.p.FEN(), err}
	}
	if len(f) > 2 && f[1] == "ponder" {
		next := *h.p
		next.Make(r.Move)
		r.Ponder, _ = next.ParseUCI(f[2]) // an illegal one is dropped
	}
	return r, nil
}
