package measures

import (
	"context"

	"example.org/centipawn/command/workbench/cache"
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/command/workbench/queue"
)

// mostBytes is how much memory the tests that are kept may take: one of 200,000 rows of a set like standard, or
// several smaller ones.
const mostBytes = 128 << 20

// WorstRows is how many badly predicted rows are listed.
const WorstRows = 12

// Tests keeps the test rows of weights.
type Tests struct {
	open func() []*items.Item // data files among them have the positions of rows
	kept *cache.Cache[[2]*items.Item, *Test]
}

// NewTests returns the tests of items; open returns those that are open.
func NewTests(open func() []*items.Item) *Tests {
	return &Tests{open, cache.Bytes[[2]*items.Item](mostBytes, (*Test).bytes)}
}

// LetGo lets go of the tests of items that are gone.
func (t *Tests) LetGo() {
	t.kept.Drop(func(key [2]*items.Item) bool { return key[0].Gone() || key[1].Gone() })
}

// A Test is the test rows of weights, with their positions where an open data file has them.
type Test struct {
	*testRows
	weights *items.Item
	places  map[uint64]places
}

// Of returns the test of weights on the rows of an item.
func (t *Tests) Of(ctx context.Context, weights, on *items.Item) (*Test, error) {
	key := [2]*items.Item{weights, on}
	if test, ok := t.kept.Kept(key); ok {
		return test, nil
	}
	set, err := on.Rows(ctx, weights.File.Set)
	if err != nil {
		return nil, err
	}
	t.kept.Room(expected(set.Set))
	queue.Free()
	return t.kept.Get(key, func() (*Test, error) {
		rows, err := newTestRows(ctx, weights.File, set.Set)
		if err != nil {
			return nil, err
		}
		found, err := positions(ctx, t.open(), on, rows.hash)
		return &Test{rows, weights, found}, err
	})
}

// Kept returns the test of weights on the rows of an item if it is kept.
func (t *Tests) Kept(weights, on *items.Item) (*Test, bool) {
	return t.kept.Kept([2]*items.Item{weights, on})
}

// Bytes returns how much memory the tests take that are kept.
func (t *Tests) Bytes() int64 { return t.kept.Size() }

// An Effect is what changes of weights do.
type Effect struct {
	Part    string   `json:"part"`
	Note    string   `json:"note"`
	Rows    int      `json:"rows"`
	Touched int      `json:"touched"` // rows that have a count of a changed weight
	K       float64  `json:"k"`       // 0: the loss is of centipawns
	Before  Losses   `json:"before"`
	After   Losses   `json:"after"`
	Share   float64  `json:"share"` // by which the mean squared error changes
	Half    *float64 `json:"half"`  // half of the 95 % interval of this share, from the same games; null: of too few games
	Worst   []BadRow `json:"worst"`
}

// Losses are means over rows.
type Losses struct {
	MSE     float64  `json:"mse"`
	LogLoss *float64 `json:"logloss,omitempty"`
}

// A BadRow is a row that is predicted badly.
type BadRow struct {
	Row    int     `json:"row"` // of the set, from 0
	FEN    string  `json:"fen"` // empty: unknown
	Line   int     `json:"line"`
	Label  float64 `json:"label"` // centipawns, or expected score
	Before float64 `json:"before"`
	After  float64 `json:"after"` // prediction
	CP     float64 `json:"cp"`    // evaluation after the change
	Loss   float64 `json:"loss"`
	Rise   float64 `json:"rise"` // of the loss
}

// With measures changes, and lists the rows with the largest losses or, if risen, with the largest rises of the loss.
func (t *Test) With(changes []Change, risen bool) (*Effect, error) {
	c, err := t.with(changes)
	if err != nil {
		return nil, err
	}
	of := c.lossOf
	if risen {
		of = func(i int) float64 { return c.lossOf(i) - t.loss[i] }
	}
	share, half := c.relative()
	return &Effect{
		Share: share, Half: half,
		Part: t.Part, Note: t.Note, Rows: len(t.row), Touched: len(c.touched), K: t.K, Before: t.means(t.sums), After: t.means(c.sums),
		Worst: t.badRows(c, c.worst(WorstRows, of)),
	}, nil
}

// badRows describes rows of a change, with their positions where these are known.
func (t *Test) badRows(c *changed, list []int) []BadRow {
	e, err := t.weights.Take()
	if err == nil {
		defer t.weights.Put(e)
	}
	out := []BadRow{}
	for _, i := range list {
		at := t.places[t.hash[i]].nearest(e, t.score[i])
		score := t.score[i] + c.moved[i]
		out = append(out, BadRow{
			Row: int(t.row[i]), FEN: at.FEN, Line: at.Line, Label: t.label[i], Before: t.predict(t.score[i]), After: t.predict(score),
			CP: score, Loss: c.lossOf(i), Rise: c.lossOf(i) - t.loss[i],
		})
	}
	return out
}

// means returns the means of sums.
func (t *testRows) means(s measured) Losses {
	l := Losses{MSE: s.squared / t.total}
	if t.entropy != nil {
		mean := s.entropy / t.total
		l.LogLoss = &mean
	}
	return l
}
