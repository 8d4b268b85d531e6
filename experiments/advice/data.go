package advice

import (
	"context"
	"sync"

	"example.org/centipawn/features"
	"example.org/centipawn/fit"
	"example.org/centipawn/fit/advice"
	"example.org/centipawn/matrix"
	"example.org/centipawn/weights"
	"example.org/centipawn/weights/fitted"
	"example.org/centipawn/winprob"
)

// Data is counted positions. The columns of a study are those of its last [Data.Rows].
type Data struct {
	*matrix.Set
	kept []int32 // by row of the set, its number in the study or -1
}

// Label is lambda times the game's result, and for the rest what the score expects at a K. Mates are left out.
func Label(lambda, k float64) fit.Target {
	return fit.Target{Expected: true, ScoreShare: 1 - lambda, LabelK: []float64{k}, Mates: fit.MatesDrop}
}

// LabelK returns the K at which the scores are nearest to the results.
func (d *Data) LabelK() (float64, error) {
	var p winprob.Points
	var b matrix.Block
	for i := range d.Blocks() {
		if err := d.ReadBlock(i, &b); err != nil {
			return 0, err
		}
		for r, s := range b.Score {
			if b.Result[r] == matrix.ResultUnknown || s > matrix.MaxScore || s < -matrix.MaxScore {
				continue
			}
			p.Score = append(p.Score, float32(s))
			p.Expected = append(p.Expected, float32(b.Result[r]-matrix.ResultBlack)/2)
			p.Cluster = append(p.Cluster, b.Game[r])
		}
	}
	k, err := winprob.FitK(&p, winprob.KOptions{})
	return k.K, err
}

// Rows returns the rows of a part as advice takes them, evaluated with weights.
func (d *Data) Rows(ctx context.Context, f *weights.File, target fit.Target, split fit.Split, part fit.Part) (*advice.Rows, error) {
	rows := new(advice.Rows)
	d.kept = make([]int32, d.Set.Rows())
	for i := range d.kept {
		d.kept[i] = -1
	}
	m := fit.Model{Name: f.Set, Weights: fitted.Named(f)}
	for p, err := range fit.Predict(ctx, d.Set, m, fit.PredictOptions{Target: target, Split: split}) {
		if err != nil {
			return nil, err
		}
		if part != fit.AllRows && p.Part != part {
			continue
		}
		d.kept[p.Row] = int32(len(rows.Eval))
		rows.Eval, rows.Label = append(rows.Eval, float32(p.Predicted)), append(rows.Label, float32(p.Label))
		rows.Phase, rows.Game = append(rows.Phase, float32(p.MG)), append(rows.Game, p.Game)
	}
	return rows, nil
}

// Columns returns the columns of the study, by those of the set.
func (d *Data) Columns() ([]advice.Column, error) {
	schema := d.Schema()
	list := make([]advice.Column, len(schema.Columns))
	for i := range list {
		list[i].Name = schema.Columns[i].Name
	}
	var b matrix.Block
	before := 0
	for i := range d.Blocks() {
		if err := d.ReadBlock(i, &b); err != nil {
			return nil, err
		}
		for r := range b.Rows() {
			if at := d.kept[before+r]; at >= 0 {
				columns, counts := b.Row(r)
				for k, c := range columns {
					list[c].Rows = append(list[c].Rows, uint32(at))
					list[c].White = append(list[c].White, max(0, counts[k]))
					list[c].Black = append(list[c].Black, max(0, -counts[k]))
				}
			}
		}
		before += b.Rows()
	}
	return list, nil
}

// Families makes a candidate of each family. Their columns are made when one is first asked for.
func (d *Data) Families(families []features.Family) []advice.Candidate {
	columns := sync.OnceValue(func() map[string]advice.Column {
		byName := map[string]advice.Column{}
		list, err := d.Columns()
		if err != nil {
			panic(err) // the blocks have been read before
		}
		for _, c := range list {
			byName[c.Name] = c
		}
		return byName
	})
	var list []advice.Candidate
	for _, f := range families {
		list = append(list, advice.Candidate{Name: f.Name, Kind: "family", Columns: func() []advice.Column {
			var own []advice.Column
			for _, def := range f.Terms {
				own = append(own, columns()[def.Name])
			}
			return own
		}})
	}
	return list
}
