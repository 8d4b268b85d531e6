package advise

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.org/centipawn/fit/advice"
	"example.org/centipawn/winprob"
)

// fewGames is how many games make a list that can be relied on.
const fewGames = 200

// staleClock is the half-move clock from which a position is left out: its game may be drawn soon for no reason that
// stands on the board, and it has had its say before.
const staleClock = 40

// makeLabels makes the label of each row: Lambda times White's points and the rest the expected score of
// the score. Rows that lack what it is made of are dropped.
func (s *session) makeLabels(context.Context) error {
	results, scores, both := 0, 0, 0
	for i := range s.samples {
		result, score := !math.IsNaN(s.samples[i].Points()), s.samples[i].Score != winprob.NoScore
		if result {
			results++
		}
		if score {
			scores++
		}
		if result && score {
			both++
		}
	}
	l := &s.report.Label
	l.Results, l.Scores = results, scores
	if l.Lambda = s.lambda; l.Lambda < 0 {
		l.Lambda = usualLambda(results, scores, both)
	}
	needs := map[bool]string{true: "-score, or -lambda 1 for results alone", false: "-result, or -lambda 0 for scores alone"}
	switch {
	case results == 0 && scores == 0:
		return fmt.Errorf("%s: no row has a result or a score, with which evaluations are compared: pass -result or -score with the column; where there is none, match selfplay makes such data: docs/advise.md", s.call.files[0])
	case l.Lambda > 0 && results == 0:
		return fmt.Errorf("%s: no row has a result, and labels need them: pass %s", s.call.files[0], needs[false])
	case l.Lambda < 1 && scores == 0:
		return fmt.Errorf("%s: no row has a score, and labels need them: pass %s", s.call.files[0], needs[true])
	}
	if l.Lambda < 1 {
		if err := s.labelScale(both); err != nil {
			return err
		}
	}
	s.label = make([]float32, len(s.samples))
	for i := range s.label {
		s.label[i] = s.labelOf(i)
	}
	const none = "no result or no score, of which the label is made"
	stale := fmt.Sprintf("after %d half-moves without a capture or a pawn move", staleClock)
	s.drop([]string{none, stale}, func(i int) string {
		switch {
		case s.label[i] != s.label[i]:
			return none
		case !s.bare && s.samples[i].Position.HalfmoveClock() >= staleClock:
			return stale
		}
		return ""
	})
	return nil
}

// mixedLambda is the share of the result where there is a score, too. A score of a search has less noise than a result;
// measured/advise.md has what other shares found.
const mixedLambda = 0.25

// usualLambda is mixedLambda where most rows with a label have both a result and a score, else 1 or 0 for what
// more rows have.
func usualLambda(results, scores, both int) float64 {
	switch {
	case 2*both > max(results, scores):
		return mixedLambda
	case results >= scores:
		return 1
	}
	return 0
}

// labelScale finds K of the scores.
func (s *session) labelScale(both int) error {
	l := &s.report.Label
	if l.K = s.labelK; l.K > 0 {
		return nil
	}
	if both == 0 {
		l.K = 1
		s.warn("no row has both a result and a score: K of the scores is taken for 1: pass -label-k with that of the engine whose scores they are, if it is known")
		return nil
	}
	p := &winprob.Points{}
	for i := range s.samples {
		if x := &s.samples[i]; x.Score != winprob.NoScore {
			p.Score, p.Expected, p.Cluster = append(p.Score, float32(x.Score)), append(p.Expected, float32(x.Points())), append(p.Cluster, x.Game)
		}
	}
	fit, err := winprob.FitK(p, winprob.KOptions{Threads: s.opt.Threads})
	if err != nil {
		return fmt.Errorf("the K of the scores, by the results: %w; or pass -lambda 1 for results alone, or -label-k", err)
	}
	l.K = fit.K
	return nil
}

// labelOf returns the label of a row; not a number if what it is made of is missing.
func (s *session) labelOf(i int) float32 {
	x, l := &s.samples[i], &s.report.Label
	y := 0.0
	if l.Lambda > 0 {
		y = l.Lambda * x.Points()
	}
	if l.Lambda < 1 {
		if x.Score == winprob.NoScore {
			return float32(math.NaN())
		}
		y += (1 - l.Lambda) * winprob.Expected(l.K, float64(x.Score))
	}
	return float32(y)
}

// calibrate fits K of the evaluation to the labels. Labels that do not follow it are refused.
func (s *session) calibrate(context.Context) error {
	d := &s.report.Data
	if d.Rows, d.Games = len(s.samples), s.games(); d.Games < advice.MinGames {
		return fmt.Errorf("%s: %d rows of %d games are left, and at least %d games are needed, some %d to rely on: pass more data%s",
			s.call.files[0], d.Rows, d.Games, advice.MinGames, fewGames, s.lostMost())
	}
	if d.Games < fewGames {
		s.warn("%d games are few: what is recommended is a hint, and what is not may be missing all the same; pass %d or more", d.Games, fewGames)
	}
	if !d.Named && !s.bare {
		s.warn("rows do not name their games: rows with one pawn skeleton are taken for a game, and intervals are too narrow if games have several: name a column with -game")
	}
	p := s.points()
	fit, err := winprob.FitK(p, winprob.KOptions{Threads: s.opt.Threads})
	var lack *winprob.LackError
	if errors.As(err, &lack) && (lack.Lack == winprob.WrongSide || lack.Lack == winprob.NoRelation) {
		return fmt.Errorf("the labels do not follow the evaluation, so one of the two is not what it is said to be: %w; %s", err, s.remedy())
	}
	if err != nil {
		return fmt.Errorf("the K of the evaluation, by the labels: %w", err)
	}
	s.report.K = fit.K
	s.expected = make([]float64, len(s.eval))
	sum := 0.0
	for i, e := range s.eval {
		s.expected[i] = winprob.Expected(fit.K, float64(e))
		r := float64(s.label[i]) - s.expected[i]
		sum += r * r
	}
	s.report.Loss = sum / float64(len(s.eval))
	return s.reliability(p)
}

// lostMost names what dropped most rows.
func (s *session) lostMost() string {
	most := Dropped{}
	for _, d := range s.report.Data.Dropped {
		if d.Rows > most.Rows {
			most = d
		}
	}
	if most.Rows == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d rows were dropped for %q)", most.Rows, most.Why)
}

// moreGames says what to pass where games are few, or one has too many rows.
func (s *session) moreGames() string {
	if s.traces {
		return "trace more games, and fewer positions of each; qid: says which game a row is of"
	}
	return "pass more data, or name the column of games with -game, or pass -per-game 50"
}

// remedy says what to pass for labels that do not follow the evaluation.
func (s *session) remedy() string {
	switch {
	case s.engine != "" || s.opt.Read.Eval != "":
		return fmt.Sprintf("evaluations were read as %s view, in %s: pass -eval-pov if that is wrong, -pov or -result-pov for the labels, or another -eval; doctor examines the labels",
			viewOf(s.report.Evaluation.View), s.report.Evaluation.Unit)
	case s.traces:
		return "eval: must be White's view, whichever side is to move, and the rows must be of the positions in their order"
	}
	return "pass -pov or -result-pov for the labels; doctor examines them"
}
