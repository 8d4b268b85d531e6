package match

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"

	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/play"
)

// A judge takes finished games in any order and counts their pairs in the order of the schedule,
// until the match is to stop.
type judge struct {
	plan     *Plan
	schedule schedule
	values   *values           // that a tuner gives the players
	counts   func(*Game) error // gets each game that counts, in order; may be nil
	paired   func(pairing int) // is called for each pair that counts; may be nil

	waiting  map[int][2]*Game // by pair: finished, but not yet their turn
	next     int              // pair
	finished map[int]bool     // games, by number from 0
	decision elo.Decision
	faulty   int // games

	seen   map[uint64]bool  // games that count
	known  map[meeting]bool // they too, with who plays
	stale  int              // pairs since the last that brought a new game
	echoes int              // pairs whose two games have the same moves and result
	rated  []elo.Game       // that count
	stand  Progress

	changes []string // of the match's end, since the first game
	byHand  bool     // ended before its end, and not by an error
}

func newJudge(p *Plan, counts func(*Game) error) *judge {
	j := &judge{
		plan: p, schedule: newSchedule(p), counts: counts, values: newValues(p.Tuner),
		waiting: map[int][2]*Game{}, finished: map[int]bool{}, seen: map[uint64]bool{}, known: map[meeting]bool{},
	}
	j.stand.Planned = j.games()
	for _, e := range p.Entrants {
		j.stand.Players = append(j.stand.Players, Player{Name: e.Name, Limit: e.Limit.String()})
	}
	for _, pair := range j.schedule.pairings {
		j.stand.Pairings = append(j.stand.Pairings, Pairing{
			First: p.Entrants[pair[0]].Name, Second: p.Entrants[pair[1]].Name, Estimate: elo.Of(elo.Pentanomial{}),
		})
	}
	if p.SPRT != nil {
		state := p.SPRT.State(elo.Pentanomial{})
		j.stand.SPRT = &state
	}
	return j
}

// add takes a finished game. A game of the schedule that is known already changes nothing, nor does
// one after the end of the schedule: the match was to be longer when it was played.
func (j *judge) add(g *Game) error {
	n := g.Number - 1
	if n < 0 {
		return fmt.Errorf("the number %d", g.Number)
	}
	s := j.schedule.slot(n)
	if white, black := j.plan.Entrants[s.white].Name, j.plan.Entrants[s.black].Name; g.White != white || g.Black != black {
		return fmt.Errorf("game %d is %s against %s, not %s against %s", g.Number, white, black, g.White, g.Black)
	}
	if j.finished[n] || n >= j.schedule.games() || !j.plan.Shard.Holds(n/2) {
		return nil
	}
	j.finished[n] = true
	j.stand.Finished++
	pair := j.waiting[s.pair]
	pair[n%2] = g
	if j.plan.Shard.Whole() {
		j.waiting[s.pair] = pair
	}
	return j.countPairs()
}

// games is the number of games that are to be played here.
func (j *judge) games() int { return 2 * j.plan.Shard.Pieces(j.schedule.pairs()) }

// missing yields the places of the games that are not finished, as they were when it was called.
func (j *judge) missing() iter.Seq[slot] {
	finished := maps.Clone(j.finished)
	return func(yield func(slot) bool) {
		for n := range j.schedule.games() {
			if !finished[n] && j.plan.Shard.Holds(n/2) && !yield(j.schedule.slot(n)) {
				return
			}
		}
	}
}

// countPairs counts the pairs whose turn it is.
func (j *judge) countPairs() error {
	if !j.plan.Shard.Whole() {
		return nil
	}
	for _, stop := j.stopped(); !stop; _, stop = j.stopped() {
		pair := j.waiting[j.next]
		if pair[0] == nil || pair[1] == nil {
			return nil
		}
		if err := j.countPair(pair); err != nil {
			return err
		}
		delete(j.waiting, j.next)
		j.next++
	}
	return nil
}

func (j *judge) countPair(pair [2]*Game) error {
	first, ok1 := pair[0].whiteHalves()
	second, ok2 := pair[1].whiteHalves()
	evidence := ok1 && ok2 && !j.repeats(pair)
	if evidence && j.counts != nil {
		// Before the tables: what fails here comes again with the next game, and must not be
		// counted twice.
		if err := errors.Join(j.counts(pair[0]), j.counts(pair[1])); err != nil {
			return err
		}
	}
	points := 0
	if ok1 && ok2 {
		points = first - second // wins less losses: first − 1 in the first game, (2 − second) − 1 in the second
	}
	if err := j.values.report(j.schedule.slot(2*j.next), pair, points); err != nil {
		return err
	}
	for _, g := range pair {
		j.noteFault(g)
	}
	switch {
	case !ok1 || !ok2:
		j.stand.Voided++
		return nil
	case !evidence:
		j.stale++
		j.stand.Repeated++
		return nil
	}
	j.stale = 0
	s := j.schedule.slot(2 * j.next)
	for i, g := range pair {
		j.countGame(g, [2]int{first, second}[i], [2]int{s.white, s.black}, i)
	}
	if pair[0].key() == pair[1].key() && pair[0].Result == pair[1].Result {
		j.echoes++
	}
	j.stand.Pairs++
	p := &j.stand.Pairings[s.pairing]
	p.Pentanomial.Add(first + 2 - second)
	if t := j.plan.SPRT; t != nil {
		state := t.State(p.Pentanomial)
		j.decision = state.Decision
		j.stand.SPRT = &state
	}
	if j.paired != nil {
		j.paired(s.pairing)
	}
	return nil
}

// A meeting is a game, its result, and who has played it: of two players that are alike in a
// tournament each has games of his own.
type meeting struct {
	game    uint64
	result  string
	pairing int
	turned  bool // the pairing's second had White
}

func (j *judge) meeting(g *Game, game int) meeting {
	return meeting{g.key(), g.Result, j.next % len(j.schedule.pairings), game == 1}
}

// repeats reports whether both games of a pair are known: players that always play alike from one
// opening bring nothing new, and counting it would make a few games look like many.
func (j *judge) repeats(pair [2]*Game) bool {
	return j.known[j.meeting(pair[0], 0)] && j.known[j.meeting(pair[1], 1)]
}

// countGame adds a game to the tables: White's half points, the pair's entrants, of which the first
// has White in its game 0.
func (j *judge) countGame(g *Game, whiteHalves int, players [2]int, game int) {
	white, black := players[game], players[1-game]
	j.stand.Games++
	key := g.key()
	j.known[j.meeting(g, game)] = true
	if !j.seen[key] {
		j.seen[key] = true
		j.stand.Unique++
	}
	if g.End == play.TableWin.String() || g.End == play.TableDraw.String() {
		j.stand.Tables++
	}
	for color, player := range [2]int{white, black} {
		p := &j.stand.Players[player]
		p.Used.Add(g.Used[color])
		count(whiteHalves, color == 0, &p.Wins, &p.Draws, &p.Losses)
	}
	p := &j.stand.Pairings[j.next%len(j.schedule.pairings)]
	count(whiteHalves, game == 0, &p.Wins, &p.Draws, &p.Losses)
	j.rated = append(j.rated, elo.Game{White: white, Black: black, Points: float64(whiteHalves) / 2, Pair: j.next})
}

// count adds a result to the table of who had White, or of who had not.
func count(whiteHalves int, hadWhite bool, wins, draws, losses *int) {
	switch {
	case whiteHalves == 1:
		*draws++
	case (whiteHalves == 2) == hadWhite:
		*wins++
	default:
		*losses++
	}
}

func (j *judge) noteFault(g *Game) {
	if g.Guilty == "" {
		return
	}
	j.faulty++
	j.stand.Panic = cmp.Or(j.stand.Panic, g.Stack)
	f := Fault{Game: g.Number, End: g.End, Reason: g.Reason}
	for i := range j.stand.Players {
		if p := &j.stand.Players[i]; g.Guilty == p.Name {
			f.Player = p.Name
			p.Faults++
		}
	}
	j.stand.Faults = append(j.stand.Faults, f)
}

const (
	// alikePairs is how many pairs, from the first on, must be echoes for the match to end: in an
	// echo both games have the same moves and result. Of players who differ in one pair of twenty,
	// 8 % are alike for so long.
	alikePairs = 50

	// staleRounds is after how many rounds without a new game no more are expected.
	staleRounds = 20
)

// stopped reports whether the match is at its end, and why.
func (j *judge) stopped() (why Stop, stop bool) {
	judged := 2 * j.next
	switch {
	case !j.plan.Shard.Whole():
		if j.stand.Finished >= j.games() {
			return PartPlayed, true
		}
		return Interrupted, false
	case j.tooFaulty():
		return Faulty, true
	case j.decision != elo.Undecided:
		return Decided, true
	case j.alike() && j.stand.Pairs == alikePairs:
		return Alike, true
	case j.stale >= staleRounds*len(j.schedule.pairings):
		return Repeating, true
	case judged >= j.schedule.games() && j.alike() && len(j.schedule.pairings) == 1:
		return Alike, true
	case judged >= j.schedule.games():
		return AllPlayed, true
	case j.plan.Enough != nil && j.plan.Enough(&j.stand):
		return Enough, true
	}
	return Interrupted, false
}

// alike reports whether every pair so far is an echo, and there are several.
func (j *judge) alike() bool { return j.echoes == j.stand.Pairs && j.stand.Pairs > 1 }

// tooFaulty reports whether too many games had faults for the others to mean anything. A single fault
// is not a share.
func (j *judge) tooFaulty() bool {
	return float64(j.faulty) > max(1, j.plan.MaxFaults*float64(2*j.next))
}
