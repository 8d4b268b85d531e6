package regret

import (
	"example.org/centipawn/board"
	"example.org/centipawn/tapered"
	"example.org/centipawn/weights/predict"
)

// The middlegame's factor at which opening and endgame begin, as in weights/guard.
const (
	openingFrom = 0.75
	endgameTo   = 0.25
)

var phaseNames = [...]string{"opening", "middlegame", "endgame"}

func phaseOf(p *board.Position) int {
	switch phi := tapered.PeSTO.Of(p); {
	case phi >= openingFrom:
		return 0
	case phi > endgameTo:
		return 1
	}
	return 2
}

// result makes the figures.
func (r *run) result(j *judged) (*Result, error) {
	line, err := LineOf(r.Points, r.Conditions)
	if err != nil {
		return nil, err
	}
	res := &Result{Teacher: Judge{r.Teacher.Name, r.Teacher.Limit, r.K}, Line: line}
	for i := range r.Players {
		m := j.measured(i)
		m.Name, m.Limit = r.Players[i].Name, r.Players[i].Limit
		if r.Full {
			regret := j.regret(i)
			m.Regret = &regret
		}
		m.RootsFor10 = line.RootsFor(matters, m.Difference)
		if i > 0 {
			forecast := r.forecast(line.Step(&m))
			m.Elo, m.Forecast = line.Expect(m.Difference, forecast.Squared), &forecast
		}
		res.Players = append(res.Players, m)
	}
	res.Roots, res.Games = res.Players[1].Difference.Roots, res.Players[1].Difference.Games
	res.Faults = r.faulty()
	res.Warnings = r.warnings(res, j)
	warnFaults(&res.Warnings, res.Faults)
	return res, nil
}

// forecast is that of a step by what was measured, and by the guard's figures if they are given.
func (r *run) forecast(s predict.Step) predict.Forecast {
	if r.Guard != nil {
		return r.Guard.With(s)
	}
	return predict.Of(s)
}

// measured says how a player stands beside the baseline, at its roots.
func (j *judged) measured(player int) (m Measured) {
	var all, own sample
	var byPhase [len(phaseNames)]sample
	different := 0
	for _, i := range j.at(player) {
		x, mine, theirs := 0.0, j.moves[player][i], j.moves[0][i]
		if mine != theirs {
			x = j.values[i][theirs] - j.values[i][mine]
			different++
		}
		all.add(x, &j.roots[i])
		byPhase[phaseOf(&j.roots[i].Position)].add(x, &j.roots[i])
		if player > 0 && j.own[i] {
			own.add(x, &j.roots[i])
		}
	}
	m.Difference = all.mean()
	m.Different = float64(different) / float64(m.Difference.Roots)
	if mean := own.mean(); mean.Roots > 0 {
		m.Own = &mean
	}
	for k, name := range phaseNames {
		mean := byPhase[k].mean()
		m.Phases = append(m.Phases, Phase{name, mean, mean.Games > 1 && mean.Value > mean.Half95()})
	}
	return m
}

// regret is that of a player, all moves being judged.
func (j *judged) regret(player int) Mean {
	var s sample
	for _, i := range j.at(player) {
		best := 0.0
		for _, v := range j.values[i] {
			best = max(best, v)
		}
		s.add(best-j.values[i][j.moves[player][i]], &j.roots[i])
	}
	return s.mean()
}
