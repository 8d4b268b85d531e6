package loop

import (
	"path/filepath"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/weights"
)

// settings are what the bytes of a run depend on: all options but the number of
// iterations and of threads.
type settings struct {
	Format    string   `json:"format"`
	Set       string   `json:"set"`
	SetHash   string   `json:"set_hash"`
	Init      string   `json:"init"` // base name of a file
	InitSum   string   `json:"init_sha256,omitempty"`
	From      []string `json:"from,omitempty"` // base names and hashes
	Games     int      `json:"games"`
	Limit     string   `json:"limit"`
	Search    string   `json:"search,omitempty"` // none: the default
	Opening   Opening  `json:"opening"`
	Rules     any      `json:"rules"`
	Scores    int      `json:"scores_from"`
	PerGame   int      `json:"per_game"`
	Quiet     string   `json:"quiet"`
	Bound     int      `json:"quiet_bound"`
	Window    int      `json:"window"`
	Balance   string   `json:"balance"`
	Method    string   `json:"method"`
	K         float64  `json:"k"`
	Freeze    []string `json:"freeze"`
	PriorRows float64  `json:"prior_rows"`
	Share     float64  `json:"test_share"`
	Gate      any      `json:"gate"`
	GatePairs int      `json:"gate_pairs"`
	Seed      uint64   `json:"seed"`
	Predict   int      `json:"predict,omitempty"`

	Objectives []string        `json:"objectives,omitempty"` // none: results
	Lambda     float64         `json:"lambda,omitempty"`
	Trees      *lessonSettings `json:"trees,omitempty"`
	Choice     *lessonSettings `json:"choice,omitempty"`
}

// settingsFormat changes with what a run means.
const settingsFormat = "centipawn loop 2"

func settingsOf(o *Options) (s settings, err error) {
	s = settings{
		Format: settingsFormat, Set: o.Set.Name(), SetHash: o.Set.Hash(), Init: filepath.Base(o.Init),
		Games: o.Games, Limit: o.Limit.String(), Search: o.Search, Opening: o.Opening, Rules: o.Rules, Scores: o.ScoresFrom, PerGame: o.PerGame,
		Quiet: o.Quiet.String(), Bound: o.Bound, Window: o.Window, Balance: o.Balance.String(), Method: o.Method.String(),
		K: o.K, Freeze: o.Freeze, PriorRows: o.PriorRows, Share: o.Share, GatePairs: o.GatePairs, Seed: o.Seed, Predict: o.Predict,
	}
	if err := s.add(o); err != nil {
		return s, err
	}
	if o.Gate != nil {
		s.Gate = o.Gate.WithDefaults()
	}
	if weights.IsFile(o.Init) {
		if s.InitSum, err = input.HashFile(o.Init); err != nil {
			return s, err
		}
	}
	for _, name := range o.From {
		sum, err := input.HashFile(name)
		if err != nil {
			return s, err
		}
		s.From = append(s.From, filepath.Base(name)+" "+sum)
	}
	if o.Opening.Book != "" {
		sum, err := input.HashFile(o.Opening.Book)
		if err != nil {
			return s, err
		}
		s.Opening.Book = filepath.Base(o.Opening.Book) + " " + sum
	}
	return s, nil
}
