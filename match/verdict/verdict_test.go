package verdict

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/note"
	"example.org/centipawn/match/elo"
)

// openings are starts that differ, for games that only they distinguish.
var openings = []string{
	"rnbqkb1r/pp2pppp/2p2n2/3p4/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq - 2 4",
	"r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
	"rnbqkb1r/pp1ppppp/5n2/2p5/2P5/5N2/PP1PPPPP/RNBQKB1R w KQkq - 2 3",
}

// text is a game in PGN, of a move that depends on White and two that depend on the
// round; how goes into Termination.
func text(white, black string, opening, round int, result, how string) string {
	move := map[string]string{"A": "a3", "B": "a4", "C": "h3"}[white]
	return fmt.Sprintf("[White %q]\n[Black %q]\n[Round \"%d\"]\n[Result %q]\n[SetUp \"1\"]\n[FEN %q]\n[Termination %q]\n\n%s %s\n\n",
		white, black, round, result, openings[opening], how, line(opening, move, round), result)
}

// line returns a move from an opening and two more, or more than two, by a number.
func line(opening int, move string, number int) string {
	p, err := board.ParseFEN(openings[opening])
	if err != nil {
		panic(err)
	}
	first, err := p.ParseSAN(move)
	if err != nil {
		panic(err)
	}
	for p.Make(first); number >= 0; number -= 400 {
		moves := p.LegalMoves(nil)
		m := moves[number%20%len(moves)]
		move += " " + p.SAN(m)
		p.Make(m)
		moves = p.LegalMoves(nil)
		m = moves[number/20%20%len(moves)]
		move += " " + p.SAN(m)
		p.Make(m)
	}
	return move
}

func read(t *testing.T, games ...string) *Games {
	t.Helper()
	s := new(Games)
	if err := s.Read("test.pgn", strings.NewReader(strings.Join(games, ""))); err != nil {
		t.Fatal(err)
	}
	return s
}

func verdictOf(t *testing.T, s *Games, opt Options) *Verdict {
	t.Helper()
	v, err := s.Verdict(opt)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// three pairs of A and B, of which A takes 1½, 1 and 2 points.
var three = []string{
	text("A", "B", 0, 1, "1-0", "normal"), text("B", "A", 0, 1, "1/2-1/2", "normal"),
	text("A", "B", 1, 2, "1-0", "adjudication"), text("B", "A", 1, 2, "1-0", "normal"),
	text("A", "B", 2, 3, "1-0", "normal"), text("B", "A", 2, 3, "0-1", "time forfeit"),
}

func TestPairsOfTwoPlayers(t *testing.T) {
	v := verdictOf(t, read(t, three...), Options{})
	if want := (elo.Pentanomial{0, 0, 1, 1, 1}); *v.Pentanomial != want || v.Pairs != 3 || v.Unpaired != 0 || v.Unit != UnitPairs {
		t.Errorf("pairs %v, %d and %d alone by %s; want %v, 3, 0, pairs", *v.Pentanomial, v.Pairs, v.Unpaired, v.Unit, want)
	}
	if got, want := *v.Estimate, elo.Of(*v.Pentanomial); got != want {
		t.Errorf("estimate %v, want %v", got, want)
	}
	if got, want := v.Players, []Player{{"A", 4, 1, 1}, {"B", 1, 1, 4}}; got[0] != want[0] || got[1] != want[1] {
		t.Errorf("players %v, want %v", got, want)
	}
	if want := (Forfeit{"B", "time forfeit", 1}); len(v.Forfeits) != 1 || v.Forfeits[0] != want {
		t.Errorf("forfeits %v, want %v", v.Forfeits, want)
	}
	if want := elo.Of(elo.Pentanomial{0, 0, 1, 1, 0}); v.Clean == nil || *v.Clean != want {
		t.Errorf("without the forfeit %v, want %v", v.Clean, want)
	}
}

// TestView: the other player's view is the mirror image.
func TestView(t *testing.T) {
	v := verdictOf(t, read(t, three...), Options{A: "B"})
	if want := (elo.Pentanomial{1, 1, 1, 0, 0}); *v.Pentanomial != want || v.Players[0].Name != "B" {
		t.Errorf("pairs %v, first %s; want %v, B", *v.Pentanomial, v.Players[0].Name, want)
	}
}

func TestWhatIsNoGame(t *testing.T) {
	s := read(t, append([]string{
		text("A", "B", 0, 9, "*", "unterminated"),
		text("A", "A", 0, 9, "1-0", "normal"),
		"[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e5 1-0\n\n",
	}, three...)...)
	v := verdictOf(t, s, Options{})
	if v.Games != 6 || v.Unfinished != 1 || v.Itself != 1 || v.Faulty != 1 {
		t.Errorf("%d games, %d unfinished, %d of one player, %d faulty; want 6, 1, 1, 1", v.Games, v.Unfinished, v.Itself, v.Faulty)
	}
	if faults, n := s.Faults(); n != 1 || len(faults) != 1 || !strings.Contains(faults[0].Error(), "test.pgn:") {
		t.Errorf("faults %v of %d, want one that names the line", faults, n)
	}
}

// TestSPRT: a test ends where the bound is crossed, and what comes after does not
// count.
func TestSPRT(t *testing.T) {
	sprt := elo.SPRT{Elo0: 0, Elo1: 100}
	var games []string
	for i := range 40 {
		games = append(games, text("A", "B", 0, i, "1-0", "normal"), text("B", "A", 0, i, "1/2-1/2", "normal"),
			text("A", "B", 2, i, "1-0", "normal"), text("B", "A", 2, i, "0-1", "normal"))
	}
	long := read(t, games...)
	v := verdictOf(t, long, Options{SPRT: &sprt})
	if v.Test.Decision != elo.AcceptH1 || v.Test.Games >= v.Games || v.Test.Games%2 != 0 || v.Estimate.Biased {
		t.Fatalf("%v after %d of %d games, biased %t; want H1 before the end, and all games unbiased", v.Test.Decision, v.Test.Games, v.Games, v.Estimate.Biased)
	}
	short := new(Games)
	*short = *long
	short.games = long.games[:v.Test.Games]
	if v := verdictOf(t, short, Options{SPRT: &sprt}); v.Test.Decision != elo.AcceptH1 || !v.Estimate.Biased {
		t.Errorf("up to the end of the test: %v, biased %t; want H1, biased", v.Test.Decision, v.Estimate.Biased)
	}
	short.games = long.games[:v.Test.Games-2]
	if v := verdictOf(t, short, Options{SPRT: &sprt}); v.Test.Decision != elo.Undecided || !v.Warnings.Has(note.V06) {
		t.Errorf("a pair less: %v, warnings %v; want undecided, V06", v.Test.Decision, v.Warnings)
	}
}

func TestUnpaired(t *testing.T) {
	var games []string
	for i := range 60 {
		games = append(games, text("A", "B", i%3, i, []string{"1-0", "1/2-1/2", "0-1", "1-0"}[i%4], "normal"))
	}
	v := verdictOf(t, read(t, games...), Options{SPRT: &elo.SPRT{Elo0: 0, Elo1: 50}})
	if v.Unit != UnitGames || v.Unpaired != 60 || !v.Warnings.Has(note.V03) {
		t.Errorf("by %s, %d alone, warnings %v; want games, 60, V03", v.Unit, v.Unpaired, v.Warnings)
	}
	if want := elo.OfGames(30, 15, 15); math.Abs(v.Estimate.Elo.Value-want.Elo.Value) > 1e-9 {
		t.Errorf("Elo %v, want %v", v.Estimate.Elo, want.Elo)
	}
	if v.Test.Games > 60 || v.Test.LLR <= 0 {
		t.Errorf("LLR %v after %d games, want above 0", v.Test.LLR, v.Test.Games)
	}
}

// TestWarnings: what spoils a result is said.
func TestWarnings(t *testing.T) {
	tests := []struct {
		name  string
		games []string
		codes string
	}{
		{"nothing but the width", three[:4], "V01"},
		{"a forfeit of six games", three, "V01 V05"},
		{"a forfeit of very many", append(hundred(), three[4:]...), "V01"},
		{"two of one side", append(hundred(), three[4], three[5], text("A", "B", 2, 4, "1-0", ""), text("B", "A", 2, 4, "0-1", "time forfeit")), "V01 V05"},
		{"one of either side", append(hundred(), three[4], three[5], text("A", "B", 2, 4, "1-0", ""), text("B", "A", 2, 4, "1-0", "time forfeit")), "V01"},
		{"the same games twice", append(three[:4:4], three[:4]...), "V01 V02"},
		{"two even pairs", even(2), "V01"},
		{"ten even pairs", even(10), "V01"},
		{"two pairs of the same moves", sameMoves(2), "V01 V02 V02"},
		{"one alone among many", append(hundred(), text("A", "B", 0, 300, "1-0", "")), "V01 V03"},
		{"an unfinished one", append(three[:4:4], text("A", "B", 2, 9, "*", "")), "V01 V05"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := verdictOf(t, read(t, tt.games...), Options{})
			var codes []string
			for _, w := range v.Warnings {
				codes = append(codes, string(w.Code))
			}
			if got := strings.Join(codes, " "); got != tt.codes {
				t.Errorf("warnings %v, want %s", v.Warnings, tt.codes)
			}
		})
	}
}

// hundred are 220 pairs of two players, as different as can be.
func hundred() (games []string) {
	for i := range 220 {
		results := [...]string{"1-0", "0-1", "1/2-1/2"}
		games = append(games, text("A", "B", i%3, 10+i, results[i%3], ""), text("B", "A", i%3, 10+i, results[i/3%3], ""))
	}
	return games
}

// even are pairs that White has won.
func even(n int) (games []string) {
	for i := range n {
		games = append(games, text("A", "B", 0, i, "1-0", ""), text("B", "A", 0, i, "1-0", ""))
	}
	return games
}

// sameMoves are pairs of players who play alike.
func sameMoves(n int) (games []string) {
	for _, g := range even(n) {
		games = append(games, strings.Replace(g, "\n\na4 ", "\n\na3 ", 1))
	}
	return games
}

// TestRepeatedPairs: a pair that is known already counts nowhere, and where most are the
// verdict says so.
func TestRepeatedPairs(t *testing.T) {
	once := verdictOf(t, read(t, three...), Options{})
	var games []string
	for range 3 {
		games = append(games, three...)
	}
	v := verdictOf(t, read(t, games...), Options{SPRT: &elo.SPRT{Elo1: 5}})
	if *v.Pentanomial != *once.Pentanomial || *v.Estimate != *once.Estimate || *v.Judged != *once.Judged || v.Repeated != 6 || v.Games != 18 {
		t.Errorf("pairs %v, %v, %v, %d repeated of %d games; want those of three pairs, and 6 of 18", *v.Pentanomial, *v.Estimate, *v.Judged, v.Repeated, v.Games)
	}
	if v.Test.LLR != (elo.SPRT{Elo1: 5}).LLR(*once.Pentanomial) {
		t.Errorf("LLR %v is not that of three pairs", v.Test.LLR)
	}
	if !v.Repeats() || once.Repeats() {
		t.Errorf("repeats %t, and once %t; want true, false", v.Repeats(), once.Repeats())
	}
}

// TestJudgedRecord: the record beside the estimate is that of its games.
func TestJudgedRecord(t *testing.T) {
	v := verdictOf(t, read(t, append(hundred(), text("A", "B", 0, 300, "1-0", ""))...), Options{})
	j := v.Judged
	if v.Unit != UnitPairs || v.Games != 441 || j.Wins+j.Draws+j.Losses != v.Estimate.Games || j.Wins != v.Players[0].Wins-1 {
		t.Errorf("judged %+v of %+v, %d games, by %s; want the pairs' alone", *j, v.Players[0], v.Estimate.Games, v.Unit)
	}
}

// TestSpoilt: forfeits that decide leave no measurement.
func TestSpoilt(t *testing.T) {
	var decided []string
	for i := range 20 {
		decided = append(decided, text("A", "B", 0, i, "1-0", "time forfeit"), text("B", "A", 0, i, "1/2-1/2", ""))
	}
	tests := []struct {
		name  string
		games []string
		want  bool
	}{
		{"none", hundred(), false},
		{"one", three, false},
		{"few of many", append(hundred(), three[4], three[5], text("A", "B", 2, 4, "1-0", ""), text("B", "A", 2, 4, "0-1", "time forfeit")), false},
		{"half", decided, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if v := verdictOf(t, read(t, tt.games...), Options{}); v.Spoilt != tt.want {
				t.Errorf("spoilt %t by %v, want %t", v.Spoilt, v.Forfeits, tt.want)
			}
		})
	}
}

// TestPool: more than two players are rated together, an anchor as it is given.
func TestPool(t *testing.T) {
	var games []string
	for i, two := range [][2]string{{"A", "B"}, {"B", "C"}, {"C", "A"}} {
		for _, result := range []string{"1-0", "0-1", "1/2-1/2", "1-0"} {
			round := len(games)
			games = append(games, text(two[0], two[1], i, round, result, "normal"), text(two[1], two[0], i, round, result, "normal"))
		}
	}
	v := verdictOf(t, read(t, games...), Options{Anchors: map[string]float64{"C": 100}})
	if v.Estimate != nil || v.Ratings == nil || len(v.Ratings.Players) != 3 || v.Pairs != 12 {
		t.Fatalf("estimate %v, ratings %v, %d pairs; want none, three, 12", v.Estimate, v.Ratings, v.Pairs)
	}
	if c := v.Ratings.Players[2]; math.Abs(c.Elo.Value-100) > 1e-6 {
		t.Errorf("C has %v, want 100", c.Elo)
	}
	for i, name := range []string{"A", "B", "C"} {
		if v.Names()[i] != name || v.Ratings.Players[i].Games != 16 {
			t.Errorf("player %d is %s with %d games, want %s with 16", i, v.Names()[i], v.Ratings.Players[i].Games, name)
		}
	}
}

// TestPoolsApart: players who are not connected by games are not rated, and it is said.
func TestPoolsApart(t *testing.T) {
	v := verdictOf(t, read(t, text("A", "B", 0, 1, "1-0", ""), text("C", "D", 0, 1, "1/2-1/2", "")), Options{})
	if v.Ratings != nil || !strings.Contains(v.Unrated, "A, B") || len(v.Players) != 4 {
		t.Errorf("ratings %v, unrated %q, %d players; want none, why, 4", v.Ratings, v.Unrated, len(v.Players))
	}
}

func TestRefused(t *testing.T) {
	tests := []struct {
		name  string
		games []string
		opt   Options
		want  string
	}{
		{"no game", nil, Options{}, "no finished game"},
		{"one player", []string{text("A", "A", 0, 1, "1-0", "")}, Options{}, "no game between two"},
		{"an unknown player", three, Options{A: "C"}, `"C" does not play`},
		{"an unknown anchor", three, Options{Anchors: map[string]float64{"C": 1}}, `anchor "C"`},
		{"an anchor that is not a number", three, Options{Anchors: map[string]float64{"A": math.NaN()}}, `anchor "A" of NaN: pass a number`},
		{"an anchor of two", three, Options{Anchors: map[string]float64{"A": 1}}, "anchors of two players"},
		{"a view of three", append([]string{text("C", "A", 0, 1, "1-0", "")}, three...), Options{A: "C"}, `the view of "C": of 3 players`},
		{"a test of three", append([]string{text("C", "A", 0, 1, "1-0", "")}, three...), Options{SPRT: &elo.SPRT{Elo1: 5}}, "here are 3"},
		{"bounds that are none", three, Options{SPRT: &elo.SPRT{Elo0: 5}}, "below"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := read(t, tt.games...).Verdict(tt.opt); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one with %q", err, tt.want)
			}
		})
	}
}
