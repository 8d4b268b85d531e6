package extract

import (
	"context"

	"example.org/centipawn/datasets"
)

// LookAt looks at the inputs of an extraction for its shards. What is doubtful is remarked here, and not
// by the shards. Nil: each shard is to look for itself.
func LookAt(ctx context.Context, files []string, opt Options) (*Look, error) {
	x, err := newRun(files, opt)
	if err != nil || x.Filter.WholeSet() {
		return nil, err
	}
	if err := x.CheckLaws(); err != nil {
		return nil, err
	}
	if err := x.prepareInput(ctx, files); err != nil {
		return nil, err
	}
	r, inspections, err := x.read(files)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if err := x.inspect(inspections); err != nil {
		return nil, err
	}
	look := &Look{Optional: x.optional}
	_, look.Terms, _ = x.Terms()
	for i, name := range files {
		look.Whole = append(look.Whole, inspections[i].Results.Fractions == 0)
		var index *datasets.Index
		if x.Limit == 0 && x.plans[i].limit == 0 { // else it is not read to its end
			if index, err = datasets.MakeIndex(name, x.plans[i].read); err != nil {
				return nil, err
			}
		}
		look.Index = append(look.Index, index)
	}
	return look, nil
}
