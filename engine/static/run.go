package static

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

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
	p := &pool{cfg: r.cfg, found: r.found, idle: []*client.Client{first}, all: []*client.Client{first}}
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

// recall takes an answer from the cache, or puts the position on the list.
func (r *run) recall(i int) {
	if r.cfg.Cache == "" {
		r.todo = append(r.todo, i)
		return
	}
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
// and options, the files that these name, command and pattern, and, should all these be the same, the
// numbers of the probes.
func (r *run) identify() (string, error) {
	cfg := &r.cfg.Engine
	text := fmt.Sprintf("%q %q %q %q %q %q %q %v", r.found.engine, cfg.Args, cfg.Dir, cfg.Options, r.found.settings, r.found.Command, r.found.Pattern, r.found.values)
	words := append([]string{cfg.Command}, cfg.Args...)
	for _, s := range cfg.Options {
		words = append(words, s.Value)
	}
	for _, word := range strings.Fields(strings.Join(words, " ")) { // of sh -c "exec ./engine 2>&1", too
		path := r.file(word)
		if path == "" {
			continue
		}
		sum, err := input.HashFile(path)
		if err != nil {
			return "", err
		}
		text += " " + sum
	}
	k := resume.KeyOf(text)
	return string(k[:]), nil
}

// file is the path of a file that a word names, "" if it names none.
func (r *run) file(word string) string {
	if path, err := exec.LookPath(word); err == nil {
		return path
	}
	if !filepath.IsAbs(word) {
		word = filepath.Join(r.cfg.Engine.Dir, word)
	}
	if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
		return word
	}
	return ""
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
			c.fill(r.positions, r.todo[next:next+n])
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
		if r.cfg.Cache != "" && (reply.why == Evaluated || reply.why == Refused) {
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

// complain remarks on positions without an evaluation, and is an error where no position has one.
func (r *run) complain(a *Answers) error {
	asked := a.Counts[Evaluated] + a.Counts[Refused] + a.Counts[Silent] + a.Counts[Failed]
	missing := asked - a.Counts[Evaluated]
	if missing == 0 {
		return nil
	}
	text := fmt.Sprintf("%s: %s of %s that were asked have no evaluation (%d the engine says so, %d without a number, %d died or hung)", a.Engine, plaintext.Thousands(missing), plaintext.Count(asked, "position"), a.Counts[Refused], a.Counts[Silent], a.Counts[Failed])
	if r.example != "" {
		text += ": " + r.example + ": pass another -pattern if that has the number"
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
