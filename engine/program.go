package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/search"
	"example.org/centipawn/search/alphabeta"
	"example.org/centipawn/search/mcts"
)

// config returns how the program is started; without a command it checks the options' form alone.
func (p Program) config() (cfg client.Config, err error) {
	words, err := client.Words(p.Command)
	if err != nil {
		return cfg, err
	}
	if len(words) > 0 {
		cfg.Command, cfg.Args = words[0], words[1:]
	}
	for text := range strings.SplitSeq(p.Options, ";") {
		name, value, ok := strings.Cut(text, "=")
		if name = strings.TrimSpace(name); name != "" && ok {
			cfg.Options = append(cfg.Options, client.Setting{Name: name, Value: strings.TrimSpace(value)})
		} else if strings.TrimSpace(text) != "" {
			return cfg, fmt.Errorf("%q: pass Name=Value, several separated by semicolons", text)
		}
	}
	return cfg, nil
}

// try starts the program, so that what is wrong with it is known, and ends it.
func (p Program) try() error {
	cfg, err := p.config()
	if err != nil || cfg.Command == "" {
		return err
	}
	c, err := client.Start(context.Background(), cfg)
	var silent *client.Timeout
	var death *client.Death
	switch {
	case errors.As(err, &silent), errors.As(err, &death):
		return fmt.Errorf("%w: pass the command of a UCI engine, and the arguments that it needs for that", err)
	case err != nil:
		return err
	}
	return c.Close()
}

// setInnerEngine takes another program as the search within searches; "" is what the engine was made
// with, which is our own if that is none.
func (e *Engine) setInnerEngine(command string) error {
	p := e.opt.Inner
	p.Command = cmp.Or(strings.TrimSpace(command), e.made.Inner.Command)
	return e.setInner(p)
}

// setInnerOptions sets the options of that program; "" are those that the engine was made with.
func (e *Engine) setInnerOptions(options string) error {
	p := e.opt.Inner
	p.Options = cmp.Or(options, e.made.Inner.Options)
	return e.setInner(p)
}

// setInner takes a program that starts and has the options; another one leaves all as it was.
func (e *Engine) setInner(p Program) error {
	if p == e.opt.Inner {
		return nil
	}
	if err := p.try(); err != nil {
		return err
	}
	e.opt.Inner = p
	if _, ok := e.searcher.(*mcts.Searcher); ok {
		return e.renew()
	}
	return nil
}

// inner returns a search within a search, for one of its threads.
func (e *Engine) inner() search.Searcher {
	if e.opt.Inner.Command == "" {
		return alphabeta.New(e.evaluator, alphabeta.Options{Hash: 1})
	}
	return &outside{program: e.opt.Inner}
}

// outside is a program as a searcher. It is started when it is first asked, and ends with Close; once
// it has failed it does so until the next game, for which it is started again.
type outside struct {
	program Program
	client  *client.Client
	err     error
}

var _ search.Failing = (*outside)(nil)

// Err implements [search.Failing].
func (o *outside) Err() error { return o.err }

// NewGame implements [search.Searcher].
func (o *outside) NewGame() {
	if o.err != nil {
		o.Close()
	}
	if o.client != nil {
		o.failed(o.client.NewGame())
	}
}

// Close ends the program.
func (o *outside) Close() (err error) {
	if o.client != nil {
		err = o.client.Close()
	}
	o.client, o.err = nil, nil
	return err
}

// failed notes an error, and reports whether it is one.
func (o *outside) failed(err error) bool {
	if err != nil && o.err == nil {
		o.err = fmt.Errorf("InnerEngine: %w", err)
	}
	return o.err != nil
}

// Search implements [search.Searcher] for limits of nodes or depth.
func (o *outside) Search(g *search.Game, c *search.Control, report func(*search.Info)) search.Result {
	if o.err != nil || o.client == nil && o.failed(o.start()) {
		return search.Result{}
	}
	watched := o.watch(c)
	r, err := o.client.Search(g, *c.Limits(), report)
	watched()
	if o.failed(err) {
		return search.Result{}
	}
	return r.Result
}

// start starts the program.
func (o *outside) start() error {
	cfg, err := o.program.config()
	if err == nil {
		o.client, err = client.Start(context.Background(), cfg)
	}
	return err
}

// watchApart is how often a search of another program is asked whether it is to end.
const watchApart = time.Millisecond

// watch stops the search that runs when the control wants it. The function that it returns must be called
// after the search; until then the control is not the caller's.
func (o *outside) watch(c *search.Control) (end func()) {
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(watchApart)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
				if c.ExpiredNow() {
					o.client.Stop() // again each time: one that comes before the search has begun is lost
				}
			}
		}
	}()
	return func() {
		close(over)
		<-ended
	}
}
