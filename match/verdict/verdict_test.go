package verdict

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"centipawn/match/elo"
)

// openings are starts that differ, for games that are told apart by them alone.
var openings = []string{
	"rnbqkb1r/pp2pppp/2p2n2/3p4/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq - 2 4",
	"r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
	"rnbqkb1r/pp1ppppp/5n2/2p5/2P5/5N2/PP1PPPPP/RNBQKB1R w KQkq - 2 3",
}

// text is a game in PGN, of one move that depends on White; how goes into Termination.
func text(white, black string, opening, round int, result, how string) string {
	move := map[string]string{"A": "a3", "B": "a4", "C": "h3"}[white]
	return fmt.Sprintf("[White %q]\n[Black %q]\n[Round \"%d\"]\n[Result %q]\n[SetUp \"1\"]\n[FEN %q]\n[Termination %q]\n\n%s %s\n\n",
		white, black, round, result, openings[opening], how, move, result)
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

// TestSPRT: a test ends where the bound is crossed, and what comes behind does not
// count.
func TestSPRT(t *testing.T) {
	sprt := elo.SPRT{Elo0: 0, Elo1: 100}
	var games []string
	for range 40 {
		games = append(games, three[0], three[1], three[4], three[5])
	}
	long := read(t, games...)
	v := verdictOf(t, long, Options{SPRT: &sprt})
	if v.Test.Decision != elo.AcceptH1 || v.Test.Games >= v.Games || v.Test.Games%2 != 0 || !v.Estimate.Biased {
		t.Fatalf("%v after %d of %d games, biased %t; want H1 before the end, biased", v.Test.Decision, v.Test.Games, v.Games, v.Estimate.Biased)
	}
	short := new(Games)
	*short = *long
	short.games = long.games[:v.Test.Games-2]
	if v := verdictOf(t, short, Options{SPRT: &sprt}); v.Test.Decision != elo.Undecided || !warned(v, "V06") {
		t.Errorf("a pair less: %v, warnings %v; want undecided, V06", v.Test.Decision, v.Warnings)
	}
}

func TestUnpaired(t *testing.T) {
	var games []string
	for i := range 60 {
		games = append(games, text("A", "B", i%3, i, []string{"1-0", "1/2-1/2", "0-1", "1-0"}[i%4], "normal"))
	}
	v := verdictOf(t, read(t, games...), Options{SPRT: &elo.SPRT{Elo0: 0, Elo1: 50}})
	if v.Unit != UnitGames || v.Unpaired != 60 || !warned(v, "V03") {
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
		{"the same games twice", append(three[:4:4], three[:4]...), "V01 V02"},
		{"nothing but even pairs", []string{three[2], three[3], text("A", "B", 0, 1, "0-1", ""), text("B", "A", 0, 1, "0-1", "")}, "V01 V02"},
		{"an unfinished one", append(three[:4:4], text("A", "B", 2, 9, "*", "")), "V01 V05"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := verdictOf(t, read(t, tt.games...), Options{})
			var codes []string
			for _, w := range v.Warnings {
				codes = append(codes, w.Code)
			}
			if got := strings.Join(codes, " "); got != tt.codes {
				t.Errorf("warnings %v, want %s", v.Warnings, tt.codes)
			}
		})
	}
}

func warned(v *Verdict, code string) bool {
	for _, w := range v.Warnings {
		if w.Code == code {
			return true
		}
	}
	return false
}

// TestPool: more than two players are rated together, an anchor as it is given.
func TestPool(t *testing.T) {
	var games []string
	for i, two := range [][2]string{{"A", "B"}, {"B", "C"}, {"C", "A"}} {
		for _, result := range []string{"1-0", "0-1", "1/2-1/2", "1-0"} {
			games = append(games, text(two[0], two[1], i, 1, result, "normal"), text(two[1], two[0], i, 1, result, "normal"))
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
