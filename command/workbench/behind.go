package workbench

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
)

// behindPoint are the rows behind a point of a calibration curve.
type behindPoint struct {
	Rows      int      `json:"rows"`
	Exact     bool     `json:"exact"` // there are as many rows of the phase as the curve is of
	Part      string   `json:"part"`
	Note      string   `json:"note"`
	K         float64  `json:"k"`
	Label     float64  `json:"label"`     // mean
	Predicted float64  `json:"predicted"` // mean
	Worst     []badRow `json:"worst"`     // farthest from their labels
}

// A pointOf says which rows are behind a point: those of a phase, by rising expected score from the first
// on. All is of how many rows the curve is; of others, rows have the same places in proportion.
type pointOf struct {
	from, to      float64 // phase; to is excluded but for 1
	first, n, all int
}

func pointOfRequest(r *http.Request) (p pointOf, err error) {
	for name, into := range map[string]*float64{"from": &p.from, "to": &p.to} {
		v, err := strconv.ParseFloat(r.URL.Query().Get(name), 64)
		if err != nil || !(v >= 0 && v <= 1) {
			return p, bad(errors.New(name + ": want a phase from 0 to 1"))
		}
		*into = v
	}
	for name, into := range map[string]*int{"first": &p.first, "n": &p.n, "all": &p.all} {
		if *into, err = number(r, name, 0, math.MaxInt32, 0); err != nil {
			return p, err
		}
	}
	if p.all < 1 || p.first+p.n > p.all {
		return p, bad(errors.New("first and n: want rows of all"))
	}
	return p, nil
}

// behind answers with the rows behind a point of a calibration curve, by weights and rows that are open.
func (s *Server) behind(r *http.Request) (any, error) {
	item, err := s.item(r, "weights", Weights)
	if err != nil {
		return nil, err
	}
	on, err := s.rowsItem(r)
	if err != nil {
		return nil, err
	}
	p, err := pointOfRequest(r)
	if err != nil {
		return nil, err
	}
	m, err := s.measureOf(context.WithoutCancel(r.Context()), item, on)
	if err != nil {
		return nil, bad(err)
	}
	if m.K == 0 {
		return nil, bad(errors.New("these weights predict centipawns: they have no calibration"))
	}
	return m.behind(item, p), nil
}

func (b *bench) behind(item *Item, p pointOf) *behindPoint {
	var list []int
	for i, phase := range b.mg {
		if phase >= p.from && (phase < p.to || p.to == 1) {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(b.score[i], b.score[j]) })
	out := &behindPoint{Exact: len(list) == p.all, Part: b.Part, Note: b.Note, K: b.K, Worst: []badRow{}}
	share := float64(len(list)) / float64(p.all)
	list = list[int(float64(p.first)*share):min(len(list), int(math.Round(float64(p.first+p.n)*share)))]
	out.Rows = len(list)
	total := 0.0
	for _, i := range list {
		total += b.weight[i]
		out.Label += b.weight[i] * b.label[i]
		out.Predicted += b.weight[i] * b.predict(b.score[i])
	}
	if total > 0 {
		out.Label /= total
		out.Predicted /= total
	}
	slices.SortStableFunc(list, func(i, j int) int { return cmp.Compare(b.loss[j], b.loss[i]) })
	out.Worst = b.badRows(item, b.with(nil), list[:min(len(list), worstRows)])
	return out
}
