package static

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.org/centipawn/board"
	"example.org/centipawn/engine/uci/client"
	"example.org/centipawn/internal/note"
)

// A recogniser tries ways on probes.
type recogniser struct {
	cfg       *Config
	ctx       context.Context
	c         *client.Client // nil: it has died
	list      []probe
	positions []board.Position
	bare      []string // what it prints of the first positions without a command
}

// recognise starts the engine and finds how it is asked. The client that is returned still runs.
func recognise(ctx context.Context, cfg *Config) (found *recognised, c *client.Client, err error) {
	r := &recogniser{cfg: cfg, ctx: ctx}
	if r.list, err = probes(); err != nil {
		return nil, nil, err
	}
	for i := range r.list {
		r.positions = append(r.positions, r.list[i].p)
	}
	if r.c, err = client.Start(ctx, cfg.Engine); err != nil {
		return nil, nil, err
	}
	if found, err = r.try(); err == nil {
		err = r.repeat(found)
	}
	if err != nil {
		if r.c != nil {
			err = errors.Join(err, r.c.Close())
		}
		return nil, nil, err
	}
	return found, r.c, nil
}

// try returns the first way by which the probes make sense, or says why the best does not.
func (r *recogniser) try() (*recognised, error) {
	name := r.c.Name()
	failed := failure{engine: name}
	for _, w := range waysOf(r.cfg.Ask, name) {
		if failed.hangs == mostHangs {
			break
		}
		failed.tried = append(failed.tried, w.command)
		settings, err := r.prepare(w)
		if err != nil {
			return nil, err
		}
		texts, err := r.look(w.command)
		if err == nil && w.promises(texts) {
			texts, err = r.ask(w.command, r.positions, client.Inquiry{Ahead: 1})
		}
		switch {
		case r.ctx.Err() != nil:
			return nil, context.Cause(r.ctx)
		case err != nil:
			failed.died(w.command, err)
			r.c = nil
			continue
		case len(texts) < len(r.positions):
			failed.printed(w, texts, w.whispers(r.c.Stderr()))
			continue
		}
		if found := r.read(w, texts, &failed); found != nil {
			found.engine, found.settings, found.evalFile = name, settings, loadsNetwork(r.c)
			return found, r.measured(found, texts)
		}
	}
	return nil, failed.note(r.cfg.Ask, r.cfg.Engine)
}

// measured compares what was found with what the caller says, and remarks on it.
func (r *recogniser) measured(found *recognised, texts []string) error {
	v := judge(r.list, found.values)
	if err := found.measured(r.cfg, r.list, v); err != nil {
		return err
	}
	found.remark(r.cfg, v)
	found.remarkText(r.cfg, r.list, texts)
	return nil
}

// prepare starts the engine if it has died, and sets a way's options.
func (r *recogniser) prepare(w way) (settings []client.Setting, err error) {
	if r.c == nil {
		if r.c, err = client.Start(r.ctx, r.cfg.Engine); err != nil {
			return nil, err
		}
	}
	for _, s := range w.options {
		if !declares(r.c, s.Name) || slices.ContainsFunc(r.cfg.Engine.Options, func(o client.Setting) bool { return strings.EqualFold(o.Name, s.Name) }) {
			continue
		}
		if err := r.c.SetOption(s.Name, s.Value); err != nil {
			return nil, err
		}
		settings = append(settings, s)
	}
	return settings, nil
}

// ask returns what the engine prints of positions.
func (r *recogniser) ask(command string, positions []board.Position, q client.Inquiry) (texts []string, err error) {
	q.Command = command
	err = r.c.Inquire(q, positions, func(_ int, answer string) error {
		texts = append(texts, answer)
		return nil
	})
	return texts, err
}

// look returns what the command prints of two positions: nothing where that is what the engine prints
// of them without a command, too.
func (r *recogniser) look(command string) (texts []string, err error) {
	if r.bare == nil {
		if r.bare, err = r.ask("", r.positions[:2], client.Inquiry{Ahead: 1}); err != nil {
			return nil, err
		}
	}
	if texts, err = r.ask(command, r.positions[:2], client.Inquiry{Ahead: 1}); slices.Equal(texts, r.bare) {
		texts = make([]string, len(texts))
	}
	return texts, err
}

// promises reports whether a pattern finds a number in one of these texts.
func (w *way) promises(texts []string) bool {
	return slices.ContainsFunc(w.tries, func(t try) bool {
		return slices.ContainsFunc(texts, func(text string) bool {
			_, missing := t.numbers([]string{text})
			return missing < 0
		})
	})
}

// whispers returns a line of the standard error in which a pattern finds a number.
func (w *way) whispers(lines []string) string {
	for _, line := range lines {
		if w.promises([]string{line}) {
			return line
		}
	}
	return ""
}

// numbers are what the pattern finds in texts; missing is the first in which it finds none, -1 for none.
func (t try) numbers(texts []string) (values []float64, missing int) {
	read, err := newReader(t.pattern)
	if err != nil {
		return nil, 0
	}
	values, missing = make([]float64, len(texts)), -1
	for i, text := range texts {
		var why Reason
		if values[i], why = read.read(text); why != Evaluated && missing < 0 {
			missing = i
		}
	}
	return values, missing
}

// read returns the first try whose numbers behave as an evaluation; nil if none does.
func (r *recogniser) read(w way, texts []string, failed *failure) *recognised {
	for _, t := range w.tries {
		values, v := r.judge(w, t, texts, failed)
		if values == nil {
			continue
		}
		read, _ := newReader(t.pattern) // numbers has compiled it
		read.hasten(texts)
		found := &recognised{Question: Question{Command: w.command, Pattern: t.pattern}, reader: read, values: values, line: short(read.line(texts[4]))}
		if t.preset != nil {
			found.Preset = t.preset.Name
		}
		found.View, found.Unit = v.view, v.unit()
		return found
	}
	return nil
}

// judge returns the numbers that a try finds, nil where they are not an evaluation, as failed is told.
func (r *recogniser) judge(w way, t try, texts []string, failed *failure) (values []float64, v verdict) {
	values, missing := t.numbers(texts)
	if missing < 0 {
		if v = judge(r.list, values); v.doubt() == "" || r.cfg.Ask.complete() && !v.same {
			return values, v
		}
	}
	late := append(slices.Clone(texts[1:]), texts[len(texts)-1])
	switch before, none := t.numbers(late); {
	case none < 0 && judge(r.list, before).doubt() == "":
		failed.keep(9, "what %q prints comes after readyok, and so with the next position: print it, and flush the output, before the answer to isready", w.command)
	case missing >= 0:
		failed.lacks(w.command, t, r.list[missing].p.FEN(), texts[missing])
	default:
		failed.judged(w.command, t, texts[0], v, v.doubt())
	}
	return nil, v
}

// repeat asks once more, in the other order and as many ahead as pipes hold: the same answers say that
// the evaluation is static and that the engine keeps the order. Where they are not the same it asks one
// by one.
func (r *recogniser) repeat(found *recognised) error {
	moved, err := r.differs(found, client.Inquiry{})
	if err != nil {
		return fmt.Errorf("%w: with several positions sent ahead", err)
	}
	if moved == 0 {
		return nil
	}
	found.ahead = 1
	if moved, err = r.differs(found, client.Inquiry{Ahead: 1}); err != nil || moved == 0 {
		return err
	}
	n := note.New(note.E03, "%s: asked twice by %q, it gives the same position other numbers, by up to %.0f centipawns: it searches, adds noise, or prints after readyok: turn these off, or pass another -eval", found.engine, found.Command, moved)
	if moved > found.pawn/2 {
		n.Level = note.Error
		return n
	}
	r.cfg.Remark(n)
	return nil
}

// differs asks about the probes in the other order, and returns by how many centipawns an answer is
// another, at most.
func (r *recogniser) differs(found *recognised, q client.Inquiry) (float64, error) {
	positions := slices.Clone(r.positions)
	slices.Reverse(positions)
	texts, err := r.ask(found.Command, positions, q)
	if err != nil {
		return 0, err
	}
	slices.Reverse(texts)
	most := 0.0
	for i, text := range texts {
		v, why := found.reader.read(text)
		if why != Evaluated {
			v = math.Inf(1)
		}
		if v != found.values[i] {
			most = max(most, math.Abs(found.white(v, board.White)-found.white(found.values[i], board.White)))
		}
	}
	return most, nil
}
