package client

import (
	"fmt"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/search"
)

// Obedience says how an engine keeps to a limit.
type Obedience uint8

// The degrees of obedience.
const (
	Unknown Obedience = iota // the engine reports too little, or is too slow, to judge
	Kept
	Loose   // kept to, but overrun by up to as much again
	Ignored // no use in a match or for labels
)

// String is the degree in a word.
func (o Obedience) String() string {
	names := [...]string{"unknown", "kept", "loose", "ignored"}
	if int(o) >= len(names) {
		return names[Unknown]
	}
	return names[o]
}

// Verdict is how an engine keeps to one limit, and by which signs.
type Verdict struct {
	Obedience
	Words string // "12,288 nodes of 10,000"
}

// String is the verdict in words.
func (v Verdict) String() string { return v.Obedience.String() + ": " + v.Words }

// Probed are the verdicts on the limits that a match or a labelling runs by. Engines are in use
// that ignore one of them: some play at depth 1 when nodes are asked for, some think for ever.
type Probed struct{ Nodes, Depth, MoveTime Verdict }

// String is the verdicts in words.
func (p Probed) String() string {
	return fmt.Sprintf("nodes %v; depth %v; movetime %v", p.Nodes, p.Depth, p.MoveTime)
}

// What Probe asks for, and how long it waits for nodes and depth.
const (
	probeNodes    = 10_000
	probeDepth    = 5
	probeMoveTime = 200 * time.Millisecond
	probePatience = 10 * time.Second
)

// probeFEN is rich in moves and in no book: position 2 of the perft suite that P. McKenzie
// published.
const probeFEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// Probe finds out whether the engine keeps to a number of nodes, a depth and a time for a move. It
// takes about half a second; with an engine that is slow up to half a minute. The verdicts before
// an error stand.
func (c *Client) Probe() (p Probed, err error) {
	if p.Nodes, err = c.probeNodes(); err != nil {
		return p, fmt.Errorf("probe of nodes: %w", err)
	}
	if p.Depth, err = c.probeDepth(); err != nil {
		return p, fmt.Errorf("probe of depth: %w", err)
	}
	if p.MoveTime, err = c.probeMoveTime(); err != nil {
		return p, fmt.Errorf("probe of movetime: %w", err)
	}
	return p, nil
}

// trial is a search of the probe's position with nothing remembered. It is stopped, and says so,
// when it has reported something that is too much, or takes too long.
func (c *Client) trial(lim search.Limits, tooMuch func(*search.Info) bool) (r Result, err error) {
	start, err := board.ParseFEN(probeFEN)
	if err != nil {
		return r, err
	}
	if err := c.NewGame(); err != nil {
		return r, err
	}
	times := c.cfg.Timeouts
	times.Think = min(times.Think, probePatience)
	stopped := false
	r, err = c.search(search.NewGame(start), &lim, times.patience(&lim, start.SideToMove()), func(info *search.Info) {
		if !stopped && tooMuch(info) {
			stopped = true
			c.Stop()
		}
	})
	r.Stopped = r.Stopped || stopped
	return r, err
}

func (c *Client) probeNodes() (Verdict, error) {
	r, err := c.trial(search.Limits{Nodes: probeNodes}, func(info *search.Info) bool { return info.Nodes > 5*probeNodes })
	if err != nil {
		return Verdict{}, err
	}
	return judgeNodes(&r), nil
}

func judgeNodes(r *Result) Verdict {
	words := fmt.Sprintf("%d nodes of %d", r.Nodes, probeNodes)
	switch {
	case r.Nodes == 0:
		return Verdict{Unknown, "reports no number of nodes"}
	case r.Stopped && r.Nodes <= probeNodes:
		return Verdict{Unknown, words + tooSlow}
	case r.Stopped:
		return Verdict{Ignored, words + hadToBeStopped}
	case r.Nodes < probeNodes/10: // the last full iteration may be reported alone, but not less
		return Verdict{Ignored, words + moved}
	}
	return Verdict{overrun(float64(r.Nodes)/probeNodes, 1.05), words}
}

func (c *Client) probeDepth() (Verdict, error) {
	r, err := c.trial(search.Limits{Depth: probeDepth}, func(info *search.Info) bool { return info.Depth > probeDepth+2 })
	if err != nil {
		return Verdict{}, err
	}
	return judgeDepth(&r), nil
}

func judgeDepth(r *Result) Verdict {
	words := fmt.Sprintf("depth %d of %d", r.Depth, probeDepth)
	switch {
	case r.Depth == 0:
		return Verdict{Unknown, "reports no depth"}
	case r.Stopped && r.Depth <= probeDepth:
		return Verdict{Unknown, words + tooSlow}
	case r.Stopped:
		return Verdict{Ignored, words + hadToBeStopped}
	case r.Depth != probeDepth:
		return Verdict{Ignored, words + moved}
	}
	return Verdict{Kept, words}
}

// probeMoveTime asks up to three times and takes the best: the machine may have been busy.
func (c *Client) probeMoveTime() (best Verdict, err error) {
	for try := range 3 {
		r, err := c.trial(search.Limits{MoveTime: probeMoveTime}, func(info *search.Info) bool { return info.Time > 5*probeMoveTime })
		if err != nil {
			return Verdict{}, err
		}
		if v := judgeMoveTime(&r); try == 0 || v.Obedience < best.Obedience {
			best = v
		}
		if best.Obedience == Kept {
			break
		}
	}
	return best, nil
}

func judgeMoveTime(r *Result) Verdict {
	words := fmt.Sprintf("%d ms of %d", r.Time.Milliseconds(), probeMoveTime.Milliseconds())
	share := float64(r.Time) / float64(probeMoveTime)
	switch {
	case r.Stopped:
		return Verdict{Ignored, words + hadToBeStopped}
	case share < 0.25:
		return Verdict{Ignored, words + moved}
	}
	return Verdict{overrun(share, 1.1), words}
}

// What the words of a verdict may end in.
const (
	tooSlow        = " when it was stopped: too slow to judge"
	hadToBeStopped = ", and it had to be stopped"
	moved          = ", then it moved"
)

// overrun judges the share of a limit that was used, where so much is let pass.
func overrun(share, passable float64) Obedience {
	switch {
	case share <= passable:
		return Kept
	case share <= 2:
		return Loose
	}
	return Ignored
}
