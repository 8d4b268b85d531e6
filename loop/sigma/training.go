package sigma

import (
	"cmp"
	"fmt"
	"math"
)

// A Training says how a network is trained.
type Training struct {
	Steps    int     `json:"steps"`    // zero means one pass over the lessons, or those of the stages of the rate
	Batch    int     `json:"batch"`    // lessons of a step; zero means 128
	Part     int     `json:"part"`     // lessons of a part of it, see nn.Trainer; zero means 64
	Rate     Rate    `json:"rate"`     // zero means cosine:0.004
	Warmup   int     `json:"warmup"`   // steps over which the rate rises; zero means 100, below 0 none
	Decay    float64 `json:"decay"`    // factor of the squares of the weights in the loss; zero means 1e-4, below 0 none
	Legality float64 `json:"legality"` // weight of the probability on illegal moves in the loss, see nn.Trainer; zero means 4, below 0 none: the network learns nothing of them
	Measure  int     `json:"measure"`  // steps from one measurement on what was held out to the next; zero means 250
	Measured int     `json:"measured"` // lessons of a measurement at most; zero means 2,000
	Save     int     `json:"save"`     // steps from one checkpoint to the next; zero means 100
}

// PublishedTraining is the paper's: batches of 128, and two stages.
func PublishedTraining() Training {
	rate, err := ParseRate("0.02x40000,0.002x100000")
	if err != nil {
		panic("sigma: " + err.Error())
	}
	return Training{Batch: 128, Part: 128, Rate: rate, Warmup: -1, Legality: 1}
}

func (t Training) withDefaults() Training {
	t.Batch = cmp.Or(t.Batch, 128)
	t.Part = cmp.Or(t.Part, 64)
	t.Warmup = cmp.Or(t.Warmup, 100)
	t.Decay = cmp.Or(t.Decay, 1e-4)
	t.Legality = cmp.Or(t.Legality, 4)
	t.Measure = cmp.Or(t.Measure, 250)
	t.Measured = cmp.Or(t.Measured, 2000)
	t.Save = cmp.Or(t.Save, 100)
	if t.Rate.stages == nil {
		t.Rate = Rate{stages: []stage{{rate: 0.004}}, cosine: true}
	}
	t.Steps = cmp.Or(t.Steps, t.Rate.Steps())
	return t
}

func (t *Training) validate() error {
	switch {
	case t.Steps < 0 || t.Batch < 2 || t.Part < 2:
		return fmt.Errorf("%d steps, batches of %d, parts of %d: want steps from 0, and 2 or more", t.Steps, t.Batch, t.Part)
	case t.Batch%t.Part == 1:
		return fmt.Errorf("batches of %d in parts of %d: the last part has one lesson, want 2 or more", t.Batch, t.Part)
	case math.IsNaN(t.Decay) || t.Decay >= 1:
		return fmt.Errorf("a decay of %g: want less than 1", t.Decay)
	case !(t.Legality < 1000):
		return fmt.Errorf("a legality of %g: want less than 1,000", t.Legality)
	case t.Measure < 1 || t.Measured < 1 || t.Save < 1:
		return fmt.Errorf("measured every %d steps on %d lessons, saved every %d: want at least 1", t.Measure, t.Measured, t.Save)
	}
	return nil
}
