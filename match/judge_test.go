package match

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"example.org/centipawn/match/elo"
	"example.org/centipawn/match/openings"
	"example.org/centipawn/pgn"
)

// drawn returns the games of a plan with results by lot, every thirtieth broken.
func drawn(p *Plan, seed uint64) (games []*Game) {
	s := newSchedule(p)
	lots := rand.New(rand.NewPCG(seed, 1))
	for n := range s.games() {
		at := s.slot(n)
		g := &Game{
			Number: n + 1, White: p.Entrants[at.white].Name, Black: p.Entrants[at.black].Name,
			Result: []string{"1-0", "1-0", "1/2-1/2", "0-1"}[lots.IntN(4)], Moves: fmt.Sprint(lots.IntN(40)),
		}
		switch lots.IntN(60) {
		case 0:
			g.Result, g.Guilty = pgn.Unknown.String(), Harness
		case 1:
			g.Result, g.Guilty = "0-1", g.White
		}
		games = append(games, g)
	}
	return games
}

// TestOrder has games end in any order: a match stands the same after them, and stops after the
// same pair.
func TestOrder(t *testing.T) {
	for _, entrants := range []int{2, 3} {
		p := quick(150, make([]mover, entrants)...)
		p.MaxFaults = 1
		if entrants == 2 {
			p.SPRT = &elo.SPRT{Elo0: 0, Elo1: 20}
		}
		p, err := p.withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		games := drawn(&p, 1)
		var want *judge
		for seed := range uint64(5) {
			var counted []int
			j := newJudge(&p, func(g *Game) error { counted = append(counted, g.Number); return nil })
			order := slices.Clone(games)
			if seed > 0 {
				rand.New(rand.NewPCG(seed, 2)).Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
			}
			for _, g := range order {
				if err := j.add(g); err != nil {
					t.Fatal(err)
				}
			}
			if !slices.IsSorted(counted) || len(counted) != j.stand.Games {
				t.Errorf("%d entrants, order %d: counted %v", entrants, seed, counted)
			}
			if want == nil {
				want = j
			}
			if j.stand.Repeated == 0 || j.stand.Pairs+j.stand.Repeated+j.stand.Voided != j.next {
				t.Errorf("%d pairs omitted, %d void, %d counted of %d", j.stand.Repeated, j.stand.Voided, j.stand.Pairs, j.next)
			}
			if !reflect.DeepEqual(j.stand, want.stand) {
				t.Errorf("%d entrants, order %d: %+v, want %+v", entrants, seed, j.stand, want.stand)
			}
		}
	}
}

// TestTables adds the results up another way.
func TestTables(t *testing.T) {
	p := quick(100, make([]mover, 4)...)
	p, err := p.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	p.MaxFaults = 1
	j := newJudge(&p, nil)
	games := drawn(&p, 3)
	for _, g := range games {
		g.Moves = fmt.Sprint(g.Number) // none that is omitted
		if err := j.add(g); err != nil {
			t.Fatal(err)
		}
	}
	points := map[string]float64{}
	count, void := 0, 0
	for n := 0; n < len(games); n += 2 {
		pair := games[n : n+2]
		if pair[0].Result == "*" || pair[1].Result == "*" {
			void++
			continue
		}
		for _, g := range pair {
			white := map[string]float64{"1-0": 1, "1/2-1/2": 0.5}[g.Result]
			points[g.White] += white
			points[g.Black] += 1 - white
			count++
		}
	}
	if j.stand.Games != count || j.stand.Voided != void || void == 0 {
		t.Errorf("%d games, %d pairs void; want %d, %d", j.stand.Games, j.stand.Voided, count, void)
	}
	for _, player := range j.stand.Players {
		if player.Points() != points[player.Name] {
			t.Errorf("%s: %v points, want %v", player.Name, player.Points(), points[player.Name])
		}
	}
	for _, q := range j.stand.Pairings {
		score := (float64(q.Wins) + float64(q.Draws)/2) / float64(q.Wins+q.Draws+q.Losses)
		if byPairs := elo.Of(q.Pentanomial).Score; math.Abs(score-byPairs) > 1e-12 {
			t.Errorf("%s against %s: score %v, by the pairs %v", q.First, q.Second, score, byPairs)
		}
	}
}

// TestEcho: both games of an echo have the same moves and result. A player who forfeits them before
// a move has lost twice, and plays like no other.
func TestEcho(t *testing.T) {
	for _, tt := range []struct {
		second string // the result of the second game of each pair
		stop   Stop
	}{{"1-0", Alike}, {"0-1", AllPlayed}} {
		p, err := quick(3, mover{}, mover{}).withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		j := newJudge(&p, nil)
		for _, g := range drawn(&p, 1) {
			g.Moves, g.Guilty, g.Result = fmt.Sprint("opening ", (g.Number+1)/2), "", "1-0"
			if g.Number%2 == 0 {
				g.Result = tt.second
			}
			if err := j.add(g); err != nil {
				t.Fatal(err)
			}
		}
		if stop, _ := j.stopped(); stop != tt.stop || j.stand.Pairs != 3 {
			t.Errorf("1-0 and %s: %v after %d pairs, want %v", tt.second, stop, j.stand.Pairs, tt.stop)
		}
	}
}

// TestFaultShare stops at the right game: at the second fault of fewer than 400 games, later above
// 0.5 %.
func TestFaultShare(t *testing.T) {
	for _, tt := range []struct {
		faults []int // games, from 1
		stops  int   // after so many games; 0: never
	}{
		{nil, 0},
		{[]int{1}, 0},
		{[]int{1, 2}, 2},
		{[]int{5, 300}, 300},
		{[]int{5, 399}, 0},
		{[]int{5, 450, 451}, 452},
		{[]int{5, 450, 650}, 0},
	} {
		p := quick(400, mover{}, mover{})
		p, err := p.withDefaults()
		if err != nil {
			t.Fatal(err)
		}
		j := newJudge(&p, nil)
		stops := 0
		for _, g := range drawn(&p, 5) {
			g.Guilty, g.Result, g.Moves = "", "1-0", fmt.Sprint(g.Number)
			if slices.Contains(tt.faults, g.Number) {
				g.Guilty = g.Black
			}
			if err := j.add(g); err != nil {
				t.Fatal(err)
			}
			if why, _ := j.stopped(); why == Faulty && stops == 0 {
				stops = g.Number
			}
		}
		if stops != tt.stops {
			t.Errorf("faults %v: stopped after game %d, want %d", tt.faults, stops, tt.stops)
		}
	}
}

// TestSchedule checks what makes a schedule fair, and that a longer one begins with a shorter one.
func TestSchedule(t *testing.T) {
	for _, tt := range []struct {
		format   Format
		entrants int
		pairings int
	}{{RoundRobin, 2, 1}, {RoundRobin, 5, 10}, {Gauntlet, 2, 1}, {Gauntlet, 5, 4}} {
		p := quick(7, make([]mover, tt.entrants)...)
		p.Format = tt.format
		s := newSchedule(&p)
		p.Pairs = 9
		longer := newSchedule(&p)
		if len(s.pairings) != tt.pairings || s.games() != 2*7*tt.pairings {
			t.Errorf("%v of %d: %d pairings, %d games", tt.format, tt.entrants, len(s.pairings), s.games())
		}
		colors := map[[2]int]int{}
		for n := range s.games() {
			at := s.slot(n)
			colors[[2]int{at.white, at.black}]++
			first := s.slot(n &^ 1)
			if at != longer.slot(n) || at.round != first.round || n%2 == 1 && (at.white != first.black || at.black != first.white) {
				t.Errorf("%v of %d: game %d: %+v, its pair's first %+v", tt.format, tt.entrants, n, at, first)
			}
			if tt.format == Gauntlet && at.white != 0 && at.black != 0 || at.white == at.black {
				t.Errorf("%v of %d: game %d: %+v", tt.format, tt.entrants, n, at)
			}
		}
		for pairing, n := range colors {
			if n != 7 {
				t.Errorf("%v of %d: %v play %d games", tt.format, tt.entrants, pairing, n)
			}
		}
	}
}

// A book is short for the pairs that are played: all that are planned, or as many as a test takes.
func TestShortBook(t *testing.T) {
	tests := []struct {
		name string
		sprt *elo.SPRT
		done int
		want bool
	}{
		{"fewer openings than pairs", nil, 0, true},
		{"a test that has not come so far", &elo.SPRT{Elo1: 5}, 1, false},
		{"a test that has used them up", &elo.SPRT{Elo1: 5}, 3, true},
	}
	for _, tt := range tests {
		j := judge{plan: &Plan{Openings: book(2), SPRT: tt.sprt}, schedule: schedule{rounds: 1000}}
		j.stand.Pairs = tt.done
		if got := j.shortBook() != ""; got != tt.want {
			t.Errorf("%s: warned %v", tt.name, got)
		}
	}
}

// book is a source of so many openings.
type book int

func (b book) Len() int                              { return int(b) }
func (b book) Opening(int) (openings.Opening, error) { return openings.Opening{}, nil }

func TestStopText(t *testing.T) {
	for stop := AllPlayed; stop <= Interrupted; stop++ {
		var back Stop
		if text, err := stop.MarshalText(); err != nil || back.UnmarshalText(text) != nil || back != stop {
			t.Errorf("%v came back as %v", stop, back)
		}
	}
	if new(Stop).UnmarshalText([]byte("tired")) == nil {
		t.Error("an unknown reason was taken")
	}
}
