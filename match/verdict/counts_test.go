package verdict

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"example.org/centipawn/match/elo"
)

// TestCounts: counts say what the same games say from a file.
func TestCounts(t *testing.T) {
	test := &elo.SPRT{Elo0: 0, Elo1: 5}
	games := verdictOf(t, read(t, three...), Options{SPRT: test})
	penta, wdl := *games.Pentanomial, [3]int{4, 1, 1}
	for name, c := range map[string]Counts{"pairs": {Pentanomial: &penta}, "both": {WDL: &wdl, Pentanomial: &penta}} {
		v, err := OfCounts(c, "A", "B", test)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(v.Estimate, games.Estimate) || !reflect.DeepEqual(v.Test, games.Test) || v.Games != games.Games || v.Pairs != 3 || v.Unit != UnitPairs {
			t.Errorf("%s: %+v, %+v, want %+v, %+v", name, *v.Estimate, v.Test, *games.Estimate, games.Test)
		}
	}
	alone := verdictOf(t, read(t, text("A", "B", 0, 1, "1-0", ""), text("A", "B", 1, 2, "1/2-1/2", ""), text("B", "A", 2, 3, "1-0", "")), Options{SPRT: test})
	v, err := OfCounts(Counts{WDL: &[3]int{1, 1, 1}}, "A", "B", test)
	if err != nil || alone.Unit != UnitGames || !reflect.DeepEqual(v.Estimate, alone.Estimate) || !reflect.DeepEqual(v.Test, alone.Test) || !reflect.DeepEqual(v.Players, alone.Players) {
		t.Errorf("games: %+v, %v, want %+v", v, err, alone)
	}
}

// TestCountsField: the numbers that other programs printed of published matches.
func TestCountsField(t *testing.T) {
	v, err := OfCounts(Counts{WDL: &[3]int{36433, 68692, 36027}}, "", "", &elo.SPRT{Elo0: 0, Elo1: 2}) // fastchess, sprt_test.cpp
	if err != nil || math.Abs(v.Test.LLR-0.92) > 0.0051 || v.Players[0].Name != "the first" {
		t.Errorf("games: %+v, %v", v, err)
	}
	v, err = OfCounts(Counts{Pentanomial: &elo.Pentanomial{457, 4273, 9516, 4350, 467}}, "", "", &elo.SPRT{Elo0: -3, Elo1: 0}) // cinder PR 782
	if err != nil || math.Abs(v.Test.LLR-2.89) > 0.0051 || math.Abs(v.Estimate.Elo.Value-0.88) > 0.0051 || math.Abs(v.Estimate.LOS-0.8089) > 0.0005 || v.Estimate.Biased {
		t.Errorf("pairs: %+v, %v", v.Estimate, err)
	}
	wins, draws, losses := 520., 300., 480. // the textbook's: s = (W+D/2)/n, Elo = 400·log10(s/(1−s)), LOS = Φ((W−L)/√(W+L)) nearly
	v, err = OfCounts(Counts{WDL: &[3]int{520, 300, 480}}, "", "", nil)
	s := (wins + draws/2) / (wins + draws + losses)
	los := 0.5 * math.Erfc(-(wins-losses)/math.Sqrt(2*(wins+losses)))
	if err != nil || math.Abs(v.Estimate.Elo.Value-400*math.Log10(s/(1-s))) > 1e-9 || math.Abs(v.Estimate.LOS-los) > 0.002 || v.Test != nil {
		t.Errorf("Elo %v, LOS %v, want %v, %v", v.Estimate.Elo, v.Estimate.LOS, 400*math.Log10(s/(1-s)), los)
	}
	if v, _ = OfCounts(Counts{Pentanomial: &elo.Pentanomial{0, 100, 500, 400, 0}}, "", "", &elo.SPRT{Elo1: 5}); v.Test.Decision != elo.AcceptH1 || !v.Estimate.Biased {
		t.Errorf("a test that is over: %+v", v.Test)
	}
}

func TestCountsRefused(t *testing.T) {
	for want, c := range map[string]Counts{
		"no counts":                    {},
		"-1 games: want 0 to":          {WDL: &[3]int{-1, 2, 3}},
		"9223372036854775807 games: ":  {WDL: &[3]int{math.MaxInt, 1, 1}},
		"4611686018427387904 pairs: ":  {Pentanomial: &elo.Pentanomial{4: 1 << 62}},
		"-2 pairs: want 0 to":          {Pentanomial: &elo.Pentanomial{1, -2}},
		"no game":                      {WDL: &[3]int{}},
		"these are not the same games": {WDL: &[3]int{2, 0, 0}, Pentanomial: &elo.Pentanomial{0, 0, 1}},
	} {
		if _, err := OfCounts(c, "", "", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", c, err, want)
		}
	}
	if _, err := OfCounts(Counts{WDL: &[3]int{1, 1, 1}}, "", "", &elo.SPRT{Elo0: 5}); err == nil {
		t.Error("bounds in the wrong order are taken")
	}
}

// TestLeftOut: where many games could not be read or are not finished, the others measure nothing.
func TestLeftOut(t *testing.T) {
	bad := "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e5 1-0\n\n"
	open := "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 *\n\n"
	for _, tt := range []struct {
		name, more string
		n          int
		want       string
	}{
		{"one bad game", bad, 1, ""},
		{"eighteen", bad, 18, "18 of 24 games could not be read"},
		{"two of eight", bad, 2, "2 of 8 games could not be read"},
		{"some unfinished", open, 5, ""},
		{"most unfinished", open, 18, "18 of 24 games are not finished"},
	} {
		v := verdictOf(t, read(t, append(append([]string{}, three...), strings.Repeat(tt.more, tt.n))...), Options{})
		if v.LeftOut != tt.want || v.Spoilt != (tt.want != "") || !v.Warnings.Has("V05") {
			t.Errorf("%s: %q, spoilt %v, %v", tt.name, v.LeftOut, v.Spoilt, v.Warnings)
		}
	}
	if _, err := read(t, bad, bad).Verdict(Options{}); err == nil || !strings.Contains(err.Error(), "2 that could not be read") {
		t.Errorf("no game that can be read: %v", err)
	}
}

// named is a game of two players of one name.
func named(opening int, round, result, tags string) string {
	g := strings.Replace(text("A", "A", opening, 1, result, ""), "[Round \"1\"]", "[Round \""+round+"\"]", 1)
	return tags + g
}

// TestSameName: players of one name are told apart as it is asked for, or by tags.
func TestSameName(t *testing.T) {
	alternate := []string{
		named(0, "1.2", "0-1", ""), named(0, "1.1", "1-0", ""), // written in another order
		named(1, "2", "1-0", ""), named(1, "2", "0-1", ""),
		named(2, "?", "1/2-1/2", ""), named(2, "?", "0-1", ""),
	}
	tagged := []string{
		named(0, "1", "1-0", "[WhiteCommand \"./new\"]\n[BlackCommand \"./old\"]\n"),
		named(0, "1", "0-1", "[WhiteCommand \"./old\"]\n[BlackCommand \"./new\"]\n"),
	}
	for _, tt := range []struct {
		name  string
		how   SameName
		games []string
		want  Player
	}{
		{"alternate", Alternate, alternate, Player{"A", 5, 1, 0}},
		{"by colour", ByColor, alternate[2:4], Player{"A", 1, 0, 1}},
		{"by tags that are there", "", tagged, Player{"A (./new)", 2, 0, 0}},
		{"by a tag", "Command", tagged, Player{"A (./new)", 2, 0, 0}},
	} {
		s := new(Games)
		s.Tell(tt.how)
		if err := s.Read("x.pgn", strings.NewReader(strings.Join(tt.games, ""))); err != nil {
			t.Fatal(err)
		}
		v := verdictOf(t, s, Options{A: tt.want.Name})
		if v.Players[0] != tt.want || v.Itself != 0 || len(v.Players) != 2 {
			t.Errorf("%s: %+v, %d of one player; want %+v", tt.name, v.Players, v.Itself, tt.want)
		}
	}
	if _, err := read(t, alternate...).Verdict(Options{}); err == nil || !strings.Contains(err.Error(), `in 6 games both are called "A": tell them apart by -same-name`) {
		t.Errorf("not told apart: %v", err)
	}
}
