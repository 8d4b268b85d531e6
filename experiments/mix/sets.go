package mix

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.org/centipawn/extract"
	"example.org/centipawn/internal/enum"
	"example.org/centipawn/matrix"
)

// Labels say what the rows of a set are fitted to.
type Labels uint8

// The labels: results of games, expected scores of scores, or a blend of both whose share is an axis.
const (
	Results Labels = iota
	Scores
	Both
)

var labelNames = []string{Results: "results", Scores: "scores", Both: "both"}

// String returns "results", "scores" or "both".
func (l Labels) String() string { return enum.Name(labelNames, l) }

// MarshalText writes the name.
func (l Labels) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads a name.
func (l *Labels) UnmarshalText(text []byte) error { return enum.Parse(l, labelNames, text) }

// A Set is data that may be part of a mix.
type Set struct {
	Name   string
	Path   string // a matrix, or a file that extract reads
	Labels Labels
	K      float64 // turns scores into expected scores; 0: fitted to the results of the same rows
}

// SetInfo is what is known of a set once it is read.
type SetInfo struct {
	Name    string   `json:"name"`
	Labels  Labels   `json:"labels"`
	K       float64  `json:"k,omitempty"` // of its scores
	Rows    int      `json:"rows"`
	Sources []string `json:"sources"` // SHA-256 of the files
}

const wantSet = "pass NAME=FILE, or NAME=FILE,labels=scores,k=0.8 with labels results, scores or both"

var setName = regexp.MustCompile(`^[A-Za-z0-9_.-]+$`)

// ParseSet reads NAME=FILE[,labels=results|scores|both][,k=K].
func ParseSet(text string) (s Set, err error) {
	words := strings.Split(text, ",")
	name, path, ok := strings.Cut(words[0], "=")
	if !ok || path == "" || !setName.MatchString(name) {
		return s, fmt.Errorf("%s: %s; a name is of letters, digits, '_', '-' and '.'", text, wantSet)
	}
	s.Name, s.Path = name, path
	for _, word := range words[1:] {
		key, value, _ := strings.Cut(word, "=")
		switch key {
		case "labels":
			err = s.Labels.UnmarshalText([]byte(value))
		case "k":
			if s.K, err = strconv.ParseFloat(value, 64); err != nil || !(s.K > 0) || math.IsInf(s.K, 0) {
				err = fmt.Errorf("k %q: want a number above 0", value)
			}
		default:
			err = fmt.Errorf("unknown key %q", key)
		}
		if err != nil {
			return s, fmt.Errorf("%s: %w: %s", text, err, wantSet)
		}
	}
	if s.K > 0 && s.Labels == Results {
		return s, fmt.Errorf("%s: k is of scores, which these labels do not use: pass labels=scores or labels=both as well", text)
	}
	return s, nil
}

// ParseSets reads the sets of a call.
func ParseSets(texts []string) (list []Set, err error) {
	for _, text := range texts {
		s, err := ParseSet(text)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(o Set) bool { return o.Name == s.Name }) {
			return nil, fmt.Errorf("%s: the name %s stands there twice: pass another", text, s.Name)
		}
		list = append(list, s)
	}
	return list, nil
}

// Data is the rows of all sets.
type Data struct {
	*matrix.Set
	sets     []Set
	of       []uint8 // set by source
	matrices []*matrix.Matrix
}

// Open opens the matrices, and counts the files in memory.
func Open(ctx context.Context, sets []Set, read extract.Options) (*Data, error) {
	d := &Data{sets: slices.Clone(sets)}
	if err := d.open(ctx, read); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func (d *Data) open(ctx context.Context, read extract.Options) (err error) {
	for i, s := range d.sets {
		m, err := open(ctx, s.Path, read)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		d.matrices = append(d.matrices, m)
		if err := d.fits(i); err != nil {
			return err
		}
		for range max(1, len(m.Provenance().Sources)) {
			d.of = append(d.of, uint8(i))
		}
	}
	if d.Set, err = matrix.Join(d.matrices...); err != nil {
		return err
	}
	for i := range d.sets {
		if err := d.prepare(i); err != nil {
			return fmt.Errorf("%s: %w", d.sets[i].Name, err)
		}
	}
	return nil
}

// fits refuses a set that is of other terms than the first, or whose files another has, too.
func (d *Data) fits(i int) error {
	m, name := d.matrices[i], d.sets[i].Name
	for k, o := range d.matrices[:i] {
		if got, want := m.Schema(), o.Schema(); got.SetHash != want.SetHash {
			return fmt.Errorf("%s is of the set of terms %s (hash %s), %s of %s (hash %s): extract them with one -set",
				name, got.Set, got.SetHash, d.sets[k].Name, want.Set, want.SetHash)
		}
		for _, src := range m.Provenance().Sources {
			if src.SHA256 != "" && slices.ContainsFunc(o.Provenance().Sources, func(s matrix.Source) bool { return s.SHA256 == src.SHA256 }) {
				return fmt.Errorf("%s and %s have the same file, %s: pass it once, with labels=both to search for the share of its results", d.sets[k].Name, name, src.Name)
			}
		}
	}
	return nil
}

// Close closes the matrices.
func (d *Data) Close() {
	for _, m := range d.matrices {
		m.Close()
	}
}

// open opens a matrix or counts a file.
func open(ctx context.Context, path string, read extract.Options) (*matrix.Matrix, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return matrix.Open(path)
	}
	var memory *matrix.Memory
	_, err = extract.Run(ctx, []string{path}, func(s matrix.Schema) (_ matrix.Writer, err error) {
		memory, err = matrix.NewMemory(s)
		return memory, err
	}, read)
	if err != nil {
		return nil, err
	}
	return memory.Matrix()
}

// names returns those of the sets.
func (d *Data) names() (list []string) {
	for _, s := range d.sets {
		list = append(list, s.Name)
	}
	return list
}

// prepare finds the K of a set's scores, and refuses a set that lacks what its labels are made of.
func (d *Data) prepare(set int) (err error) {
	s := &d.sets[set]
	if s.Labels != Results && s.K == 0 {
		if s.K, err = d.fitK(set); err != nil {
			return err
		}
	}
	a, err := d.usable(set, 0)
	if err == nil && a.rows == 0 {
		err = errors.New(map[Labels]string{
			Results: "no row has a result: pass labels=scores after a comma, or data with results",
			Scores:  "no row has a score: pass labels=results after a comma, or data with scores",
			Both:    "no row has both a score and a result: pass labels=scores or labels=results after a comma",
		}[s.Labels])
	}
	return err
}

// Info says what the sets are.
func (d *Data) Info() (list []SetInfo, err error) {
	sources := d.Provenance().Sources
	for i, s := range d.sets {
		a, err := d.usable(i, 0)
		if err != nil {
			return nil, err
		}
		info := SetInfo{Name: s.Name, Labels: s.Labels, K: s.K, Rows: a.rows}
		for k, of := range d.of {
			if int(of) == i && k < len(sources) {
				info.Sources = append(info.Sources, sources[k].SHA256)
			}
		}
		list = append(list, info)
	}
	return list, nil
}
