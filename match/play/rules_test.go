package play

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"example.org/centipawn/board"
	"example.org/centipawn/pgn"
	"example.org/centipawn/search"
)

// asked is what the judge is asked about a move.
type asked struct {
	score search.Score
	mute  bool
	fresh bool // a capture or a pawn's move
}

func TestJudge(t *testing.T) {
	const mate, mated = search.Mate - 3, 4 - search.Mate
	cp := func(scores ...search.Score) (all []asked) {
		for _, s := range scores {
			all = append(all, asked{score: s})
		}
		return all
	}
	draw := Rules{DrawFrom: 3, DrawMoves: 2, DrawScore: 10}
	resign := Rules{ResignMoves: 2, ResignScore: 500}
	both := Rules{ResignMoves: 2, ResignScore: 500, ResignTwoSided: true}
	tests := []struct {
		name   string
		rules  Rules
		moves  []asked // White's first
		after  int     // half-moves when it ends; 0: it does not
		end    End
		result pgn.Result
	}{
		{"no rules", Rules{}, cp(0, 0, 0, 0, mate, mated, mate, mated), 0, Unfinished, pgn.Unknown},
		{"draw not before its move", draw, cp(0, 0, 0, 0, 0, 0), 6, DrawAgreed, pgn.Draw},
		{"draw by edges of the window", draw, cp(0, 0, 90, -10, 10, -10, 10), 7, DrawAgreed, pgn.Draw},
		{"draw broken", draw, cp(0, 0, 10, 11, 0, 0, 0, -11), 0, Unfinished, pgn.Unknown},
		{"draw not by mates", Rules{DrawMoves: 1, DrawScore: highestScore}, cp(mate, mate, 0, mated, 0, 0), 6, DrawAgreed, pgn.Draw},
		{"draw starts again with a capture", Rules{DrawMoves: 2}, []asked{{}, {}, {}, {fresh: true}, {}, {}, {}}, 7, DrawAgreed, pgn.Draw},
		{"draw not by silence", Rules{DrawMoves: 1}, []asked{{}, {mute: true}, {}, {mute: true}}, 0, Unfinished, pgn.Unknown},
		{"White resigns", resign, cp(-500, 0, -501, 0), 3, Resigned, pgn.BlackWins},
		{"Black resigns", resign, cp(0, -500, 0, -500), 4, Resigned, pgn.WhiteWins},
		{"a mate is bad enough", resign, cp(0, -500, 0, mated), 4, Resigned, pgn.WhiteWins},
		{"hope", resign, cp(0, -500, 0, -499, 0, -500, 0), 0, Unfinished, pgn.Unknown},
		{"silence is hope", resign, []asked{{score: -500}, {}, {score: -500, mute: true}, {}, {score: -500}}, 0, Unfinished, pgn.Unknown},
		{"two-sided, no consent", both, cp(499, -500, 499, -500, 499, -900), 0, Unfinished, pgn.Unknown},
		{"two-sided, both see themselves win", both, cp(900, 900, 900, 900, 900, 900), 0, Unfinished, pgn.Unknown},
		{"two-sided, consent", both, cp(500, 0, 500, -500, mate, -500), 6, Resigned, pgn.WhiteWins},
		{"two-sided, the loser speaks last", both, cp(-500, 500, -500, 500, -500), 5, Resigned, pgn.BlackWins},
		{"mates, the loser last", Rules{MateMoves: 1}, cp(0, mate, mated), 3, MateAgreed, pgn.BlackWins},
		{"mates, the winner last", Rules{MateMoves: 2}, cp(0, mated, mate, mated, mate), 5, MateAgreed, pgn.WhiteWins},
		{"mates, no consent", Rules{MateMoves: 1}, cp(mate, -31000, mate, 31000, mate, mate), 0, Unfinished, pgn.Unknown},
		{"length", Rules{MaxPlies: 3}, cp(0, 900, -900, 4), 3, MaxPlies, pgn.Draw},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := test.rules.Validate(); err != nil {
				t.Fatal(err)
			}
			after, end, result := judged(test.rules, test.moves)
			if after != test.after || end != test.end || result != test.result {
				t.Errorf("after %d half-moves: %v, %v; want after %d: %v, %v", after, end, result, test.after, test.end, test.result)
			}
		})
	}
}

// judged asks the judge after every move until the game is over.
func judged(r Rules, moves []asked) (after int, end End, result pgn.Result) {
	j := judge{rules: r}
	for i, m := range moves {
		side := board.Color(i % 2)
		j.add(side, &Move{Score: m.score, Scored: !m.mute}, m.fresh)
		if end, result = j.verdict(side, (i+1)/2, i+1); end != Unfinished {
			return i + 1, end, result
		}
	}
	return 0, Unfinished, pgn.Unknown
}

// TestJudgeTwin compares the judge, which counts on, with one that looks back over all moves.
func TestJudgeTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	scores := []search.Score{0, 5, -5, 60, -60, 300, -300, search.Mate - 3, 4 - search.Mate}
	var seen [ends]int
	for range 3000 {
		r := Rules{
			DrawFrom: random.IntN(4), DrawMoves: random.IntN(3), DrawScore: random.IntN(8),
			ResignMoves: random.IntN(3), ResignScore: 50 + random.IntN(20), ResignTwoSided: random.IntN(2) == 0, MateMoves: random.IntN(3),
		}
		moves := make([]asked, 30)
		for i := range moves {
			moves[i] = asked{score: scores[random.IntN(len(scores))], mute: random.IntN(8) == 0, fresh: random.IntN(6) == 0}
			if i > 2 && random.IntN(2) == 0 {
				moves[i].score = moves[i-2].score
			}
		}
		after, end, result := judged(r, moves)
		wantAfter, wantEnd, wantResult := lookedBack(r, moves)
		if after != wantAfter || end != wantEnd || result != wantResult {
			t.Fatalf("%+v\n%+v\nafter %d: %v, %v; want after %d: %v, %v", r, moves, after, end, result, wantAfter, wantEnd, wantResult)
		}
		seen[end]++
	}
	for _, end := range []End{Unfinished, DrawAgreed, Resigned, MateAgreed} {
		if seen[end] < 50 {
			t.Errorf("%v was seen %d times only", end, seen[end])
		}
	}
}

// lookedBack is the slow twin of judged.
func lookedBack(r Rules, moves []asked) (after int, end End, result pgn.Result) {
	for n := 1; n <= len(moves); n++ {
		if end, result := lookBack(r, moves[:n]); end != Unfinished {
			return n, end, result
		}
	}
	return 0, Unfinished, pgn.Unknown
}

// lookBack judges the game by its last moves.
func lookBack(r Rules, moves []asked) (End, pgn.Result) {
	n := len(moves)
	side := board.Color((n - 1) % 2)
	resign := search.Score(r.ResignScore)
	loses := func(m asked) bool { return m.score <= -resign }
	wins := func(m asked) bool { return m.score >= resign }
	mates := func(m asked) bool { return m.score >= search.Mate-search.MaxPly }
	mated := func(m asked) bool { return m.score <= search.MaxPly-search.Mate }
	even := func(m asked) bool { return max(m.score, -m.score) <= search.Score(r.DrawScore) }
	fresh := func(m asked) bool { return m.fresh }
	switch {
	case every(moves[:n], 2, r.ResignMoves, loses) && (!r.ResignTwoSided || every(moves[:n-1], 2, r.ResignMoves, wins)):
		return Resigned, wonBy(side.Other())
	case every(moves[:n], 2, r.MateMoves, mated) && every(moves[:n-1], 2, r.MateMoves, mates):
		return MateAgreed, wonBy(side.Other())
	case every(moves[:n], 2, r.MateMoves, mates) && every(moves[:n-1], 2, r.MateMoves, mated):
		return MateAgreed, wonBy(side)
	case every(moves, 1, 2*r.DrawMoves, even) && !slices.ContainsFunc(moves[n+1-2*r.DrawMoves:], fresh) && n/2 >= r.DrawFrom:
		return DrawAgreed, pgn.Draw
	}
	return Unfinished, pgn.Unknown
}

// every reports whether something is true of so many moves, of every step-th from the last back,
// and told by a score.
func every(moves []asked, step, many int, is func(asked) bool) bool {
	for k := range many {
		if i := len(moves) - 1 - k*step; i < 0 || moves[i].mute || !is(moves[i]) {
			return false
		}
	}
	return many > 0
}

func TestRulesValidate(t *testing.T) {
	wrong := map[string]Rules{
		"below 0":              {DrawMoves: 1, DrawScore: -1},
		"time below 0":         {TimeMargin: -1},
		"resigning at once":    {ResignMoves: 1},
		"resigning never":      {ResignMoves: 1, ResignScore: 32000},
		"two-sided of nothing": {ResignTwoSided: true},
		"draw of nothing":      {DrawScore: 5},
		"draw within any":      {DrawMoves: 1, DrawScore: 1<<32 - 1}, // −1 as a search.Score
	}
	for name, r := range wrong {
		if r.Validate() == nil {
			t.Errorf("%s: %+v is taken", name, r)
		}
	}
	fine := Rules{DrawMoves: 1, ResignMoves: 1, ResignScore: highestScore, MateMoves: 1, MaxPlies: 1, TimeMargin: 1}
	if err := fine.Validate(); err != nil {
		t.Error(err)
	}
}

func TestRulesString(t *testing.T) {
	for want, r := range map[string]Rules{
		"": {TimeMargin: time.Second},
		"draw from move 40 after 8 moves each within 10 centipawns; resignation after 4 moves of the loser at 600 centipawns": {
			DrawFrom: 40, DrawMoves: 8, DrawScore: 10, ResignMoves: 4, ResignScore: 600,
		},
		"resignation after 3 moves of both at 900 centipawns; a win after 2 moves of both that announce the same mate; a draw after 400 half-moves": {
			ResignMoves: 3, ResignScore: 900, ResignTwoSided: true, MateMoves: 2, MaxPlies: 400,
		},
	} {
		if got := r.String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
