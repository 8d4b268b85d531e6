package workbench

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"example.org/centipawn/fit/measure"
	"example.org/centipawn/fit/rows"
	"example.org/centipawn/match/elo"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
)

// mostFiles is how many weights files are measured beside each other.
const mostFiles = 12

// fileErrors are the errors of several files on the same rows, each compared with the first.
type fileErrors struct {
	Part  string      `json:"part"`
	Note  string      `json:"note"`
	Files []fileError `json:"files"`
}

// A fileError is the errors of one of several files.
type fileError struct {
	Label   string              `json:"label"`
	K       float64             `json:"k"` // 0: errors are of centipawns
	Metrics *measure.Metrics    `json:"metrics"`
	Change  *measure.Comparison `json:"change"` // less the first, with intervals from the same games; null: it is the first
}

// metrics answers with the errors of the weights files that a request names, in its order.
func (s *Server) metrics(r *http.Request) (any, error) {
	on, err := s.rowsItem(r)
	if err != nil {
		return nil, err
	}
	labels := r.URL.Query()["weights"]
	if len(labels) < 2 || len(labels) > mostFiles {
		return nil, bad(fmt.Errorf("weights: want from 2 to %d files", mostFiles))
	}
	var items []*Item
	for _, label := range labels {
		item, err := s.labelled(label, "weights", Weights)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	key := strings.Join(append(labels, on.Label), "\n") // labels are of one line
	return s.measured.get(key, func() (*fileErrors, error) {
		ctx := context.WithoutCancel(r.Context()) // who comes next needs it, too
		set, err := on.rowsOf(ctx, items[0].File.Set)
		if err != nil {
			return nil, bad(err)
		}
		found, err := metricsOf(ctx, items, set.Set)
		if err != nil {
			return nil, bad(err)
		}
		return found, nil
	})
}

// metricsOf measures files on the same rows, with the labels of the first file's fit: the rows of its test where there
// are any. The K of a file that says none is the first's.
func metricsOf(ctx context.Context, items []*Item, set *matrix.Set) (*fileErrors, error) {
	for _, item := range items {
		if err := hasLoss(item.File); err != nil {
			return nil, fmt.Errorf("%s: %w", item.Label, err)
		}
		if item.File.Set != items[0].File.Set {
			return nil, fmt.Errorf("%s: weights of set %s, where the first file's are of %s", item.Label, weights.OneLine(item.File.Set), weights.OneLine(items[0].File.Set))
		}
	}
	t := &testRows{}
	target, err := t.target(items[0].File, set)
	if err != nil {
		return nil, err
	}
	split := t.split(items[0].File, set)
	out := &fileErrors{Part: t.Part}
	var models []rows.Model
	for _, item := range items {
		k := t.K
		if p := &item.File.Provenance; target.Expected && p.Probabilistic() && p.K != nil {
			k = p.K.Value
		}
		models = append(models, modelOf(item.File, set, k))
		out.Files = append(out.Files, fileError{Label: item.Label, K: k})
	}
	evaluations, err := t.evaluate(ctx, set, models, target, split)
	if err != nil {
		return nil, err
	}
	if evaluations[0].Rows == 0 {
		return nil, errors.New("no row has a label that these weights predict")
	}
	for i, e := range evaluations {
		out.Files[i].Metrics = e.Metrics(measure.Bootstrap{})
		if i == 0 {
			continue
		}
		if out.Files[i].Change, err = measure.Compare(evaluations[0], e, measure.Bootstrap{}); err != nil {
			return nil, err
		}
	}
	out.Note = t.Note
	return out, nil
}

// A matchOf is a match between two weights files, as far as it was played.
type matchOf struct {
	Label string `json:"label"`
	Games int    `json:"games"`
	Elo   string `json:"elo"` // of the new file against the old one
}

// matchesOf returns the open matches and pairings of tournaments between the two files of a comparison, by the names
// that match gives to their players.
func (s *Server) matchesOf(key compareKey) []matchOf {
	list := []matchOf{}
	old, new := key.old.player(), key.new.player()
	if old == "" || new == "" || old == new {
		return list
	}
	for _, item := range s.items {
		if item.Kind != Match {
			continue
		}
		_ = item.follow(func(f *following) error { // what is wrong with a match its own page says
			for _, p := range f.follower.Result().Pairings {
				e := p.Estimate.Elo
				switch {
				case p.Estimate.Games == 0:
					continue
				case p.First == old && p.Second == new:
					e = elo.Interval{Value: -e.Value, Low: -e.High, High: -e.Low}
				case p.First != new || p.Second != old:
					continue
				}
				list = append(list, matchOf{item.Label, p.Estimate.Games, e.Full()})
			}
			return nil
		})
	}
	return list
}

// player is the name of weights as a player of a match; of an iteration none, since all have the same.
func (item *Item) player() string {
	if item.name != "" {
		return ""
	}
	return weights.Label(item.path)
}
