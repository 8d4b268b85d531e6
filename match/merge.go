package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/resume"
	"example.org/centipawn/internal/shards"
)

// Merge puts the games that the shards of a match have played into the folder dir, in the order of their
// numbers as far as they ended in it, and returns how many are there. [Run] of the plan without a
// shard then judges them, and plays those that are missing. A game that is in dir already is not
// added again. The parts stay.
func Merge(ctx context.Context, dir string, parts []string) (games int, err error) {
	var all []*part
	defer func() {
		for _, p := range all {
			err = errors.Join(err, p.close())
		}
	}()
	for _, name := range parts {
		p, err := openPart(name)
		if err != nil {
			return 0, err
		}
		all = append(all, p)
	}
	if err := belongTogether(all); err != nil {
		return 0, err
	}
	m, err := mergeInto(dir, all[0])
	if err != nil {
		return 0, err
	}
	all = append(all, m)
	known := map[int]bool{}
	if m.journal, err = openJournal(m.path("games.jsonl"), func(g *Game) error { known[g.Number] = true; return nil }); err != nil {
		return 0, err
	}
	for g, err := range inOrder(ctx, all[:len(all)-1]) {
		if err == nil && !known[g.Number] {
			known[g.Number] = true
			err = m.journal.add(g)
		}
		if err != nil {
			return len(known), err
		}
	}
	return len(known), nil
}

// A part is the folder of a shard, or the one that shards are merged into.
type part struct {
	folder
	shard    shards.Shard
	settings map[string]any // of match.json, without the shard
}

// openPart locks the folder of a shard and reads its settings.
func openPart(dir string) (*part, error) {
	p := &part{folder: folder{dir: dir}}
	text, err := atomicfile.ReadFile(p.path("match.json"), atomicfile.SmallLimit)
	if err != nil {
		return nil, fmt.Errorf("%s: not the folder of a match: %w", dir, err)
	}
	if err := p.read(text); err != nil {
		return nil, fmt.Errorf("%s: %w", p.path("match.json"), err)
	}
	p.lock, err = resume.Open(p.path("match.lock"), 0)
	return p, err
}

// read takes the settings, and the shard out of them.
func (p *part) read(text []byte) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber() // a seed has more digits than a float64
	if err := dec.Decode(&p.settings); err != nil {
		return err
	}
	var s struct {
		Bound struct{ Shard shards.Shard }
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	if bound, ok := p.settings["bound"].(map[string]any); ok {
		delete(bound, "shard")
	}
	p.shard = s.Bound.Shard
	return p.shard.Validate()
}

// text is the settings without the shard.
func (p *part) text() ([]byte, error) { return json.MarshalIndent(p.settings, "", "  ") }

// same reports settings that differ from those of another folder.
func (p *part) same(o *part) error {
	a, err1 := p.text()
	b, err2 := o.text()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	changed, err := resume.Differences(a, b)
	if err == nil && len(changed) > 0 {
		err = fmt.Errorf("%s and %s are of different matches: %s", p.dir, o.dir, strings.Join(changed, "; "))
	}
	return err
}

// belongTogether reports parts that are not of one match, or that come twice.
func belongTogether(all []*part) error {
	seen := map[int]string{}
	for _, p := range all {
		if err := all[0].same(p); err != nil {
			return err
		}
		switch twice := seen[p.shard.Index]; {
		case p.shard.Whole() && len(all) > 1:
			return fmt.Errorf("%s: not a part of a match: pass folders that match -shard has written", p.dir)
		case p.shard.Of != all[0].shard.Of:
			return fmt.Errorf("%s is part %v, %s is part %v: pass those of one match", all[0].dir, all[0].shard, p.dir, p.shard)
		case twice != "":
			return fmt.Errorf("%s and %s are both part %v", twice, p.dir, p.shard)
		}
		seen[p.shard.Index] = p.dir
	}
	return nil
}

// mergeInto opens or begins the folder of the whole match, with the settings of a part.
func mergeInto(dir string, like *part) (*part, error) {
	m := &part{folder: folder{dir: dir}}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	text, err := atomicfile.ReadFile(m.path("match.json"), atomicfile.SmallLimit)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := m.overwrites(); err != nil {
			return nil, err
		}
		if text, err = like.text(); err == nil {
			err = atomicfile.Write(m.path("match.json"), append(text, '\n'))
		}
		if err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	}
	if err := m.read(text); err != nil {
		return nil, fmt.Errorf("%s: %w", m.path("match.json"), err)
	}
	if !m.shard.Whole() {
		return nil, fmt.Errorf("%s is a part itself: pass another folder", dir)
	}
	if err := like.same(m); err != nil {
		return nil, err
	}
	m.lock, err = resume.Open(m.path("match.lock"), 0)
	return m, err
}

// inOrder yields the games of parts by their numbers, as far as each part has them in order.
func inOrder(ctx context.Context, parts []*part) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		type head struct {
			game *Game
			next func() (*Game, error, bool)
		}
		var heads []head
		for _, p := range parts {
			next, stop := iter.Pull2(p.list(ctx))
			defer stop()
			heads = append(heads, head{next: next})
		}
		for {
			first := -1
			for i := range heads {
				h := &heads[i]
				if h.game == nil && h.next != nil {
					g, err, ok := h.next()
					if err != nil {
						yield(nil, err)
						return
					}
					if h.game = g; !ok {
						h.next = nil
					}
				}
				if h.game != nil && (first < 0 || h.game.Number < heads[first].game.Number) {
					first = i
				}
			}
			if first < 0 || !yield(heads[first].game, nil) {
				return
			}
			heads[first].game = nil
		}
	}
}

// errEnough ends a journal that is not read to its end.
var errEnough = errors.New("enough")

// list yields the games of a part's journal.
func (p *part) list(ctx context.Context) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		path := filepath.Join(p.dir, "games.jsonl")
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return
		}
		j, err := openJournal(path, func(g *Game) error {
			if !yield(g, ctx.Err()) {
				return errEnough
			}
			return nil
		})
		switch {
		case errors.Is(err, errEnough):
		case err != nil:
			yield(nil, err)
		default:
			if err := j.close(); err != nil {
				yield(nil, err)
			}
		}
	}
}
