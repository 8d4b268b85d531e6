package static

import (
	"context"
	"errors"
	"slices"
	"sync"

	"example.org/centipawn/engine/uci/client"
)

// A pool holds the engines that run.
type pool struct {
	cfg   *Config
	found *recognised

	mu   sync.Mutex
	idle []*client.Client // that no worker has
	all  []*client.Client
}

// get returns an engine that is idle, or starts one, and sets its options.
func (p *pool) get(ctx context.Context) (c *client.Client, err error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		c, p.idle = p.idle[n-1], p.idle[:n-1]
	}
	p.mu.Unlock()
	if c == nil {
		if c, err = client.Start(ctx, p.cfg.Engine); err != nil {
			return nil, err
		}
		p.mu.Lock()
		p.all = append(p.all, c)
		p.mu.Unlock()
	}
	for _, s := range p.found.settings {
		if err := c.SetOption(s.Name, s.Value); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// lose ends an engine that has failed.
func (p *pool) lose(c *client.Client) {
	_ = c.Close() // it is dead
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = slices.DeleteFunc(p.all, func(other *client.Client) bool { return other == c })
}

// close ends the engines, once all workers have ended.
func (p *pool) close() (err error) {
	for _, c := range p.all {
		err = errors.Join(err, c.Close())
	}
	return err
}

// A worker has an engine of its own, from its first question on.
type worker struct {
	*pool
	ctx context.Context
	c   *client.Client
}

// ask fills the replies of a chunk. A position in which the engine dies or hangs is asked about once
// more, alone, by another process; where that fails too, it has no answer.
func (w *worker) ask(c *chunk) error {
	alone, failed := false, 0
	for from := 0; from < len(c.positions) && failed < mostFailed; {
		if err := w.ready(); err != nil {
			return err
		}
		q := client.Inquiry{Command: w.found.Command, Ahead: w.found.ahead}
		if alone {
			q.Ahead = 1
		}
		next := from
		err := w.c.Inquire(q, c.positions[from:], func(_ int, answer string) error {
			c.replies[next] = w.reply(answer)
			next++
			failed = 0
			return nil
		})
		from = next
		switch {
		case w.ctx.Err() != nil:
			return context.Cause(w.ctx)
		case err == nil:
			return nil
		case !isFault(err):
			return err
		case alone:
			c.replies[from], c.err = reply{why: Failed, asked: true}, err
			from, failed, alone = from+1, failed+1, false
		default:
			alone = true
		}
		w.lose(w.c)
		w.c = nil
	}
	return nil
}

// ready sees to it that there is an engine.
func (w *worker) ready() (err error) {
	if w.c == nil {
		w.c, err = w.get(w.ctx)
	}
	return err
}

// reply reads an answer.
func (w *worker) reply(answer string) reply {
	number, why := w.found.reader.read(answer)
	r := reply{number: number, why: why, asked: true}
	if why == Silent {
		r.text = short(plain(answer))
	}
	return r
}

// isFault reports whether an error is the engine's failing.
func isFault(err error) bool {
	return errors.As(err, new(*client.Death)) || errors.As(err, new(*client.Timeout)) || errors.As(err, new(*client.Garbage))
}
