package static

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os/exec"

	"example.org/centipawn/board"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/internal/ordered"
	"example.org/centipawn/internal/plaintext"
	"example.org/centipawn/internal/resume"
)

// A run asks about positions.
type run struct {
	cfg       *Config
	found     *recognised
	cache     *resume.Cache
	positions []board.Position
	numbers   []float64 // by position, as printed
	reasons   []Reason
	todo      []int // positions to be asked about
	done      int   // positions that are
	identity  string
	faults
}

func newRun(cfg *Config, found *recognised, cache *resume.Cache, positions []board.Position) *run {
	return &run{cfg: cfg, found: found, cache: cache, positions: positions, numbers: make([]float64, len(positions)), reasons: make([]Reason, len(positions))}
}

// ask asks about all positions. first is an engine that runs already.
func (r *run) ask(ctx context.Context, first *client.Client) error {
	p := &pool{run: r, idle: []*client.Client{first}, all: []*client.Client{first}}
	err := r.plan(first)
	if err == nil && len(r.todo) > 0 {
		err = r.askAll(ctx, p)
	}
	return errors.Join(err, p.close())
}

// plan finds out what is to be asked.
func (r *run) plan(c *client.Client) (err error) {
	knows := declares(c, chess960)
	if r.identity, err = r.identify(); err != nil {
		return err
	}
	for i := range r.positions {
		p := &r.positions[i]
		foreign := client.NeedsChess960(p.FEN())
		switch {
		case p.CountMoves() == 0:
			r.reasons[i] = Over
		case p.InCheck():
			r.reasons[i] = InCheck
		case foreign && !knows:
			r.reasons[i] = Chess960
		default:
			if foreign && !r.found.sets(chess960) {
				r.found.settings = append(r.found.settings, client.Setting{Name: chess960, Value: "true"})
			}
			r.recall(i)
		}
	}
	r.done = len(r.positions) - len(r.todo)
	r.cfg.Progress(r.done, len(r.positions))
	return nil
}

const chess960 = "UCI_Chess960"

// sets reports whether an option is set already.
func (found *recognised) sets(name string) bool {
	for _, s := range found.settings {
		if s.Name == name {
			return true
		}
	}
	return false
}

// recall takes an answer from the cache, or puts the position on the list.
func (r *run) recall(i int) {
	if text, ok := r.cache.Get(r.key(i)); ok && len(text) == 8 {
		r.numbers[i] = math.Float64frombits(binary.LittleEndian.Uint64([]byte(text)))
		if math.IsNaN(r.numbers[i]) {
			r.reasons[i] = Refused
		}
		return
	}
	r.todo = append(r.todo, i)
}

func (r *run) key(i int) resume.Key { return resume.KeyOf(r.identity, r.positions[i].FEN()) }

// identify says what an answer depends on beside the position: the engine's name, program, arguments
// and options, command and pattern, and, should all these be the same, the numbers of the probes.
func (r *run) identify() (string, error) {
	cfg := &r.cfg.Engine
	text := fmt.Sprintf("%q %q %q %q %q %q %q %v", r.found.engine, cfg.Args, cfg.Dir, cfg.Options, r.found.settings, r.found.Command, r.found.Pattern, r.found.values)
	for _, file := range append([]string{cfg.Command}, cfg.Args...) {
		path, err := exec.LookPath(file)
		if err != nil {
			continue // an argument that is no program, or a program that the working folder has
		}
		sum, err := input.HashFile(path)
		if err != nil {
			return "", err
		}
		text += " " + sum
	}
	return text, nil
}

// askAll asks what the cache does not have, several positions at a time, and takes the answers in
// order, so that nothing depends on the number of processes.
func (r *run) askAll(ctx context.Context, p *pool) error {
	next, processes := 0, max(1, min(r.cfg.Processes, (len(r.todo)+chunkSize-1)/chunkSize))
	return ordered.Pool[*chunk]{
		Threads: processes, Ahead: 4 * processes,
		New: func() *chunk { return new(chunk) },
		Fill: func(c *chunk) (bool, error) {
			n := min(chunkSize, len(r.todo)-next)
			c.fill(r, r.todo[next:next+n])
			next += n
			return n > 0, nil
		},
		Worker: func(ctx context.Context) func(*chunk) error {
			w := &worker{pool: p, ctx: ctx}
			return w.ask
		},
		Take: r.take,
	}.Run(ctx)
}

// chunkSize is how many positions are handed out at a time: few enough for a slow engine's progress to
// be seen and kept, enough for a fast one not to wait.
const chunkSize = 64

// A chunk is positions that one process is asked about.
type chunk struct {
	indices   []int
	positions []board.Position
	replies   []reply
	err       error // of the last position that the engine has failed of
}

// A reply is the answer to one position.
type reply struct {
	number float64
	why    Reason
	asked  bool   // not so after too many failures
	text   string // what was printed in place of a number
}

func (c *chunk) fill(r *run, indices []int) {
	c.indices, c.positions, c.err = indices, c.positions[:0], nil
	for _, i := range indices {
		c.positions = append(c.positions, r.positions[i])
	}
	c.replies = make([]reply, len(indices))
}

// take keeps the answers of a chunk.
func (r *run) take(c *chunk) error {
	for k, reply := range c.replies {
		i := c.indices[k]
		if !reply.asked {
			break
		}
		r.numbers[i], r.reasons[i] = reply.number, reply.why
		if err := r.count(reply, c.err, &r.positions[i]); err != nil {
			return r.fault(err)
		}
		if reply.why == Evaluated || reply.why == Refused {
			if err := r.cache.Put(r.key(i), string(binary.LittleEndian.AppendUint64(nil, math.Float64bits(reply.number)))); err != nil {
				return err
			}
		}
	}
	r.done += len(c.indices)
	r.cfg.Progress(r.done, len(r.positions))
	return nil
}

// fault adds how the engine was asked to an error.
func (r *run) fault(err error) error {
	return fmt.Errorf("%w (asked by %q)", err, r.found.Command)
}

// Faults after which there is no point in going on: each failure costs a timeout and a start.
const (
	mostSilent = 200 // positions without a number, one after the other
	mostFailed = 3   // positions in which the engine died or hung, one after the other
	mostLost   = 50  // such positions in all
)

// faults counts positions without an answer.
type faults struct {
	silent, failed int // one after the other
	lost           int // failed in all
	example        string
}

// count counts a reply. Its error ends the run.
func (f *faults) count(reply reply, err error, p *board.Position) error {
	switch reply.why {
	case Evaluated, Refused:
		f.silent, f.failed = 0, 0
	case Silent:
		if f.silent++; f.example == "" {
			f.example = fmt.Sprintf("of %s it prints %q", p.FEN(), short(reply.text))
		}
	case Failed:
		f.failed, f.lost = f.failed+1, f.lost+1
	}
	switch {
	case f.failed >= mostFailed:
		return note.Refuse(note.E04, "the engine failed of %d positions one after the other, the last %s: %v: repair the engine, or leave out such positions", f.failed, p.FEN(), err)
	case f.lost >= mostLost:
		return note.Refuse(note.E04, "the engine failed of %d positions, the last %s: %v: repair the engine, or leave out such positions", f.lost, p.FEN(), err)
	case f.silent >= mostSilent:
		return note.Refuse(note.E04, "%d positions one after the other have no evaluation: %s: pass another -pattern, or -eval", f.silent, f.example)
	}
	return nil
}

// complain remarks on positions without an evaluation, and is an error where no position has one.
func (r *run) complain(a *Answers) error {
	asked := a.Counts[Evaluated] + a.Counts[Refused] + a.Counts[Silent] + a.Counts[Failed]
	missing := asked - a.Counts[Evaluated]
	if missing == 0 {
		return nil
	}
	text := fmt.Sprintf("%s: %s of %s that were asked have no evaluation (%d the engine says so, %d without a number, %d died or hung)", a.Engine, plaintext.Thousands(missing), plaintext.Count(asked, "position"), a.Counts[Refused], a.Counts[Silent], a.Counts[Failed])
	if r.example != "" {
		text += ": " + r.example + ": pass another -pattern if that has a number"
	}
	if missing == asked {
		return note.Refuse(note.E04, "%s", text)
	}
	n := note.New(note.E04, "%s", text)
	if a.Counts[Silent]+a.Counts[Failed] == 0 {
		n.Level = note.Remark
	}
	r.cfg.Remark(n)
	return nil
}
