package verdict

import (
	"reflect"
	"testing"
)

func TestPairs(t *testing.T) {
	tests := []struct {
		name  string
		games []game
		want  []pair
		alone []int
	}{
		{"none", nil, nil, nil},
		{"one opening, colours reversed", []game{{white: 0, black: 1, opening: 7}, {white: 1, black: 0, opening: 7}}, []pair{{0, 1}}, nil},
		{"one opening, the same colours", []game{{white: 0, black: 1, opening: 7}, {white: 0, black: 1, opening: 7}}, nil, []int{0, 1}},
		{"two openings", []game{{white: 0, black: 1, opening: 7}, {white: 1, black: 0, opening: 8}}, nil, []int{0, 1}},
		{"other players", []game{{white: 0, black: 1, opening: 7}, {white: 1, black: 2, opening: 7}}, nil, []int{0, 1}},
		{
			"the round decides between equal openings",
			[]game{
				{white: 0, black: 1, opening: 7, round: "1"}, {white: 0, black: 1, opening: 7, round: "2"},
				{white: 1, black: 0, opening: 7, round: "2"}, {white: 1, black: 0, opening: 7, round: "1"},
			},
			[]pair{{1, 2}, {0, 3}}, nil,
		},
		{
			"the opening is enough where rounds differ",
			[]game{{white: 0, black: 1, opening: 7, round: "1"}, {white: 1, black: 0, opening: 7, round: "2"}},
			[]pair{{0, 1}}, nil,
		},
		{
			"an opening that comes again, in the order of the games",
			[]game{
				{white: 0, black: 1, opening: 7}, {white: 0, black: 1, opening: 7},
				{white: 1, black: 0, opening: 7}, {white: 1, black: 0, opening: 7}, {white: 1, black: 0, opening: 7},
			},
			[]pair{{0, 2}, {1, 3}}, []int{4},
		},
		{
			"no opening known: by the round",
			[]game{{white: 0, black: 1, round: "4"}, {white: 1, black: 0, round: "5"}, {white: 1, black: 0, round: "4"}},
			[]pair{{0, 2}}, []int{1},
		},
		{"neither known", []game{{white: 0, black: 1}, {white: 1, black: 0}}, nil, []int{0, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, alone := pairs(tt.games)
			if !reflect.DeepEqual(got, tt.want) || !reflect.DeepEqual(alone, tt.alone) {
				t.Errorf("pairs %v, alone %v; want %v, %v", got, alone, tt.want, tt.alone)
			}
		})
	}
}

// TestAlike: both games of every pair must have the same moves and result. A player who
// forfeits them before a move plays like no other.
func TestAlike(t *testing.T) {
	for _, tt := range []struct {
		name  string
		other game // the second game of each pair; in the first White wins
		want  bool
	}{
		{"the same", game{whole: 7, halves: 2}, true},
		{"other moves", game{whole: 8, halves: 2}, false},
		{"the same moves, and lost by the same player", game{whole: 7, halves: 0}, false},
	} {
		first := game{whole: 7, halves: 2}
		s := Games{games: []game{first, tt.other, first, tt.other}}
		if got := s.alike([]pair{{0, 1}, {2, 3}}); got != tt.want {
			t.Errorf("%s: alike %t, want %t", tt.name, got, tt.want)
		}
	}
}

func TestRoundOf(t *testing.T) {
	for tag, want := range map[string]string{"3": "3", "3.2": "3", "?": "", "-": "", "": ""} {
		if got := roundOf(tag); got != want {
			t.Errorf("roundOf(%q) = %q, want %q", tag, got, want)
		}
	}
}
