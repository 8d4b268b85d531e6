// Package client drives an engine that speaks the Universal Chess Interface: a process of its own,
// which may die, hang, play an illegal move or print whatever it likes. Each of these is an error
// of its own type, the engine's memory of output is bounded here, and no process is left over.
//
//	engine, err := client.Start(ctx, client.Config{Command: "stockfish", Options: []client.Setting{{Name: "Hash", Value: "64"}}})
//	defer engine.Close()
//	result, err := engine.Search(search.NewGame(board.Start()), search.Limits{Nodes: 10000}, nil)
//
// Source: S. Meyer-Kahlen and R. Huber, Description of the Universal Chess Interface (UCI), 2004
// and 2006.
package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"example.org/centipawn/engine/uci"
)

// Setting is an option of the engine and the value that it gets.
type Setting struct{ Name, Value string }

// Timeouts are how long an engine is waited for. A zero field means its default.
type Timeouts struct {
	Startup   time.Duration // for uciok and the first readyok, and if given for that of a new game; default [DefaultStartup]
	Handshake time.Duration // for every other readyok; default 10 s
	Think     time.Duration // for a move where neither clock nor move time limits the search; default 1 min
	Margin    time.Duration // past clock, move time or Think before "stop" is sent; default 1 s
	Grace     time.Duration // for bestmove after "stop", and for an end after output has ended; default 2 s
	Quit      time.Duration // for the end after "quit"; default 2 s
}

// DefaultStartup is how long an engine may take to start: large networks are read from slow disks,
// and virtual machines begin slowly.
const DefaultStartup = 30 * time.Second

func (t Timeouts) orDefault() Timeouts {
	return Timeouts{
		Startup:   cmp.Or(t.Startup, DefaultStartup),
		Handshake: cmp.Or(t.Handshake, 10*time.Second),
		Think:     cmp.Or(t.Think, time.Minute),
		Margin:    cmp.Or(t.Margin, time.Second),
		Grace:     cmp.Or(t.Grace, 2*time.Second),
		Quit:      cmp.Or(t.Quit, 2*time.Second),
	}
}

// Config says which engine is started, and how. Command alone is needed.
type Config struct {
	Command  string    // a path, or a name to be found in PATH
	Args     []string  // of the command
	Dir      string    // the working folder; default: that of the caller
	Options  []Setting // set in this order, once the engine has declared its own
	Timeouts Timeouts
	Log      io.Writer  // gets every line to ("> ") and from ("< ") the engine; default: none
	LogTo    *LogFolder // gets a file of these lines with their times, in place of Log; default: none
}

// Client is a running engine. It serves one goroutine; Stop and PonderHit may be called from
// others.
type Client struct {
	cfg      Config
	newGame  time.Duration   // that a new game may take, if it is more than Handshake
	ctx      context.Context // the caller's
	proc     *process
	id       string // the engine's name
	author   string
	options  []uci.Option
	unread   []string // lines that declare options and are not understood
	record   *record  // of the conversation; nil: none
	chess960 bool     // UCI_Chess960 is set
	last     string   // the last command sent
	err      error    // why the engine is gone

	mu      sync.Mutex
	control chan string // "stop" and "ponderhit" for the search that runs; nil if there is none
}

// Start runs an engine, waits until it has sent its name and options, sets those of the
// configuration and waits until it is ready. When ctx ends, so does the engine, whatever it is
// doing. Errors: [Death], [Timeout], [Garbage], [BadOption], or why the command does not run.
func Start(ctx context.Context, cfg Config) (*Client, error) {
	given := cfg.Timeouts.Startup
	cfg.Timeouts = cfg.Timeouts.orDefault()
	c := &Client{cfg: cfg, ctx: ctx, id: filepath.Base(cfg.Command), newGame: given}
	var err error
	if c.proc, err = start(ctx, &cfg); err != nil {
		return nil, fmt.Errorf("engine %q: cannot be started: %w: pass the command of a UCI engine", cfg.Command, err)
	}
	if err := c.begin(); err != nil {
		return nil, c.fail(err)
	}
	return c, nil
}

// begin opens the record and introduces client and engine.
func (c *Client) begin() (err error) {
	if c.cfg.LogTo != nil {
		if c.record, err = c.cfg.LogTo.open(c.cfg.Command, c.cfg.Args, c.cfg.Dir); err != nil {
			return err
		}
		c.cfg.Log = c.record
	}
	return c.introduce()
}

// introduce is the handshake and the setting of options.
func (c *Client) introduce() error {
	if err := c.handshake(); err != nil {
		return err
	}
	for _, s := range c.cfg.Options {
		if err := c.SetOption(s.Name, s.Value); err != nil {
			return err
		}
	}
	_, err := c.readyWithin(c.cfg.Timeouts.Startup, "isready")
	return err
}

// Name is what the engine calls itself; its command until it has.
func (c *Client) Name() string { return c.id }

// Author is who the engine says has made it.
func (c *Client) Author() string { return c.author }

// Options are what the engine has declared, not to be written to.
func (c *Client) Options() []uci.Option { return c.options }

// Stderr is the end of what the engine has written to its standard error, in lines.
func (c *Client) Stderr() []string { return c.proc.stderr.lines() }

// NewGame announces a new game, and waits until the engine
// has forgotten it.
func (c *Client) NewGame() error {
	_, err := c.readyWithin(max(c.newGame, c.cfg.Timeouts.Handshake), "ucinewgame\nisready")
	return err
}

// maxHandshake is how many bytes an engine may say before uciok: the longest list of options known
// has 20 thousand.
const maxHandshake = 1 << 20

// handshake asks for name and options.
func (c *Client) handshake() error {
	if err := c.send("uci"); err != nil {
		return err
	}
	said := 0
	_, err := c.await(c.cfg.Timeouts.Startup, "uciok", func(text string) error {
		if said += len(text) + 1; said > maxHandshake {
			return &Garbage{Engine: c.id, Line: shorten(text), Want: "uciok within a mebibyte of output"}
		}
		c.declare(text)
		return nil
	})
	return err
}

// declare takes a line of the handshake. An option in a line that cannot be read cannot be set.
func (c *Client) declare(text string) {
	w := words(text)
	switch strings.ToLower(w.next()) {
	case "id":
		switch rest := w; strings.ToLower(rest.next()) {
		case "name":
			c.id = oneLine(string(rest))
		case "author":
			c.author = oneLine(string(rest))
		}
	case "option":
		if o, err := uci.ParseOption(text); err == nil {
			c.options = append(c.options, o)
		} else {
			c.unread = append(c.unread, text)
		}
	}
}

// ready sends commands of which one is isready, waits for the answer, and returns when it was read.
// Lines before it are old and dropped. A "go" after isready goes out by the same write: to wait with
// it for the answer would wake engine and client once more a move, 0.06 of 0.24 ms of the client's.
func (c *Client) ready(commands string) (at time.Time, err error) {
	return c.readyWithin(c.cfg.Timeouts.Handshake, commands)
}

func (c *Client) readyWithin(limit time.Duration, commands string) (at time.Time, err error) {
	if err := c.send(commands); err != nil {
		return at, err
	}
	return c.await(limit, readyOK, func(string) error { return nil })
}

// readyOK is the answer to isready.
const readyOK = "readyok"

// hold has lines held back until what it returns is called; none where they are logged one by one.
func (c *Client) hold(which holding) (release func()) {
	if c.cfg.Log == nil {
		c.proc.out.hold.Store(int32(which))
	}
	return func() { c.proc.out.hold.Store(int32(holdNothing)) }
}

// await reads lines until the word stands alone on one, and returns when that was read; each gets the
// others, and its error ends the engine.
func (c *Client) await(limit time.Duration, word string, each func(text string) error) (at time.Time, err error) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	last := ""
	for {
		select {
		case l := <-c.proc.lines:
			c.log("< ", l.text)
			if l.text == word {
				return l.at, nil
			}
			if err := each(l.text); err != nil {
				return at, c.fail(err)
			}
			last = l.text
		case <-c.proc.dead:
			return at, c.gone()
		case <-timer.C:
			return at, c.fail(&Timeout{Engine: c.id, Want: word, After: limit, Line: shorten(last)})
		}
	}
}

// send writes commands, one a line. An engine that reads nothing for so long that the pipe is full
// is killed.
func (c *Client) send(commands string) error {
	if c.err != nil {
		return c.err
	}
	c.last = commands[strings.LastIndexByte(commands, '\n')+1:]
	for text := range strings.SplitSeq(commands, "\n") {
		c.log("> ", text)
	}
	limit := c.cfg.Timeouts.Handshake
	alarm := time.AfterFunc(limit, c.proc.kill)
	_, err := io.WriteString(c.proc.stdin, commands+"\n")
	switch inTime := alarm.Stop(); {
	case err == nil:
		return nil
	case !inTime:
		return c.fail(&Timeout{Engine: c.id, Want: "reading of " + shorten(c.last), After: limit})
	}
	c.bury(c.cfg.Timeouts.Grace)
	return c.gone()
}

func (c *Client) log(mark, text string) {
	if c.cfg.Log != nil {
		fmt.Fprintf(c.cfg.Log, "%s%s\n", mark, text)
	}
}

// Close sends "quit", waits, and kills the engine if that is not enough, which is a [Timeout]. An
// engine that is gone already is not an error. Nothing of it is left running afterwards.
func (c *Client) Close() error {
	if c.err != nil || c.send("quit") != nil {
		return nil
	}
	c.proc.stdin.Close()
	c.err = fmt.Errorf("engine %s: %w", c.id, ErrClosed)
	limit := c.cfg.Timeouts.Quit
	peaceful := c.bury(limit)
	if err := c.endRecord(); err != nil {
		return err
	}
	if !peaceful && c.ctx.Err() == nil {
		return &Timeout{Engine: c.id, Want: `its end after "quit"`, After: limit}
	}
	return nil
}

// endRecord writes how the engine has ended and closes the record, if there is one.
func (c *Client) endRecord() error {
	if c.record == nil {
		return nil
	}
	err := c.record.end(c.proc.state(), c.Stderr())
	c.record, c.cfg.Log = nil, nil
	return err
}

// fail ends the engine because of err, which every later call returns.
func (c *Client) fail(err error) error {
	if c.err == nil {
		c.err = err
	}
	c.bury(0)
	if err := c.endRecord(); err != nil {
		c.err = errors.Join(c.err, err)
	}
	return c.err
}

// gone is the error of an engine whose process has ended.
func (c *Client) gone() error {
	switch cause := context.Cause(c.ctx); {
	case c.err != nil:
	case cause != nil:
		c.err = fmt.Errorf("engine %s: %w", c.id, cause)
	default:
		c.err = &Death{Engine: c.id, After: shorten(c.last), State: c.proc.state(), Stderr: c.Stderr()}
	}
	if err := c.endRecord(); err != nil {
		c.err = errors.Join(c.err, err)
	}
	return c.err
}

// bury waits for the end of the process, throws away what it still says, and kills it when the time
// is over. It reports whether that was not needed.
func (c *Client) bury(wait time.Duration) (peaceful bool) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	peaceful = true
	for {
		select {
		case l := <-c.proc.lines:
			c.log("< ", l.text)
		case <-timer.C:
			peaceful = false
			c.proc.kill()
		case <-c.proc.dead:
			return peaceful
		}
	}
}
