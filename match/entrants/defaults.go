package entrants

import (
	"example.org/centipawn/match/play"
)

// DefaultLimit is that of a player without a limit: some
// milliseconds a move, and the same games on every machine.
var DefaultLimit = play.Limit{Nodes: 5000}

// DefaultOpenings are those of matches that say nothing of them.
var DefaultOpenings = Openings{Random: 8, Balance: 150}

// complete fills in what the file leaves open; given reports whether it has a key.
func (f *File) complete(given func(key ...string) bool) {
	if !given("seed") {
		f.Seed = 1
	}
	if !given("rules", "time-margin") {
		f.Rules.TimeMargin = play.DefaultMargin
	}
	if f.Limit == (play.Limit{}) {
		f.Limit = DefaultLimit
	}
	for i := range f.Entrants {
		if f.Entrants[i].Limit == (play.Limit{}) {
			f.Entrants[i].Limit = f.Limit
		}
	}
	o := &f.Openings
	if o.Book == "" && !given("openings", "random") {
		o.Random = DefaultOpenings.Random
	}
	if o.Random > 0 && !given("openings", "balance") {
		o.Balance = DefaultOpenings.Balance
	}
}
