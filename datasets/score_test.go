package datasets

import (
	"errors"
	"math"
	"testing"

	"centipawn/winprob"
)

func TestParseScore(t *testing.T) {
	tests := []struct {
		name, in string
		unit     Unit
		want     string // as winprob writes it; empty: an error
		kind     labelKind
	}{
		{"plus", "+56", UnitCentipawns, "+56", labelNumber},
		{"minus", "-54", UnitCentipawns, "-54", labelNumber},
		{"no sign", "128", UnitCentipawns, "+128", labelNumber},
		{"zero", "0", UnitCentipawns, "0", labelNumber},
		{"negative zero", "-0", UnitCentipawns, "0", labelNumber},
		{"leading zeros", "007", UnitCentipawns, "+7", labelNumber},
		{"decimals round", "12.4", UnitCentipawns, "+12", labelNumber},
		{"halves away from zero", "-12.5", UnitCentipawns, "-13", labelNumber},
		{"point first", "-.5", UnitCentipawns, "-1", labelNumber},
		{"point last", "12.", UnitCentipawns, "+12", labelNumber},
		{"exponent", "1.2e2", UnitCentipawns, "+120", labelNumber},
		{"small exponent", "1e-05", UnitCentipawns, "0", labelNumber},
		{"long decimals", "-33.3333333333333333333", UnitCentipawns, "-33", labelNumber},
		{"decimal comma", "12,6", UnitCentipawns, "+13", labelNumber},
		{"ambiguous comma", "1,234", UnitCentipawns, "", 0},
		{"two points", "1.2.3", UnitCentipawns, "", 0},
		{"point alone", ".", UnitCentipawns, "", 0},

		{"pawns", "+0.56", UnitPawns, "+56", labelNumber},
		{"pawns, half a centipawn", "0.285", UnitPawns, "+29", labelNumber},
		{"pawns, half a centipawn down", "-0.285", UnitPawns, "-29", labelNumber},
		{"pawns, whole", "-3", UnitPawns, "-300", labelNumber},
		{"pawns, exponent", "5e-1", UnitPawns, "+50", labelNumber},
		{"pawns, a code", "327.67", UnitPawns, "#+", labelCode},

		{"largest evaluation", "9998", UnitCentipawns, "+9998", labelNumber},
		{"code 9999", "9999", UnitCentipawns, "#+", labelCode},
		{"code 15265", "-15265", UnitCentipawns, "#-", labelCode},
		{"code beyond 32 bits", "-99999999999999999999", UnitCentipawns, "#-", labelCode},

		{"mate", "#+3", UnitCentipawns, "#+3", labelMate},
		{"mate without sign", "#3", UnitCentipawns, "#+3", labelMate},
		{"mated", "#-12", UnitCentipawns, "#-12", labelMate},
		{"sign first", "-#5", UnitCentipawns, "#-5", labelMate},
		{"M5", "M5", UnitCentipawns, "#+5", labelMate},
		{"-M5", "-M5", UnitCentipawns, "#-5", labelMate},
		{"+m5", "+m5", UnitCentipawns, "#+5", labelMate},
		{"mate 3", "mate 3", UnitCentipawns, "#+3", labelMate},
		{"mate -3", "mate -3", UnitCentipawns, "#-3", labelMate},
		{"Mate", "Mate+2", UnitCentipawns, "#+2", labelMate},
		{"no distance", "#-", UnitCentipawns, "#-", labelMate},
		{"long mate", "#+1000", UnitCentipawns, "#+", labelMate},
		{"pawns have mates, too", "#-2", UnitPawns, "#-2", labelMate},
		{"on the board, White wins", "#+0", UnitCentipawns, "#+0", labelMated},
		{"on the board, Black wins", "#-0", UnitCentipawns, "#-0", labelMated},
		{"mark alone", "#", UnitCentipawns, "", 0},
		{"two signs", "+#-3", UnitCentipawns, "", 0},
		{"no number of moves", "#+x", UnitCentipawns, "", 0},
		{"moves with a point", "#+3.5", UnitCentipawns, "", 0},

		{"empty", "", UnitCentipawns, "?", labelNone},
		{"question mark", "?", UnitCentipawns, "?", labelNone},
		{"none", "None", UnitCentipawns, "?", labelNone},
		{"null", "NULL", UnitCentipawns, "?", labelNone},
		{"sign alone", "+", UnitCentipawns, "", 0},
		{"nan", "nan", UnitCentipawns, "", 0},
		{"NaN", "NaN", UnitCentipawns, "", 0},
		{"inf", "-inf", UnitCentipawns, "", 0},
		{"too large for a float", "1e999", UnitCentipawns, "", 0},
		{"hexadecimal", "0x1p4", UnitCentipawns, "", 0},
		{"underscore", "1_000", UnitCentipawns, "", 0},
		{"a move", "d3g6", UnitCentipawns, "", 0},
		{"a result", "1-0", UnitCentipawns, "", 0},
		{"half", "1/2", UnitCentipawns, "", 0},
		{"two signs on a number", "+-5", UnitCentipawns, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, err := parseScore([]byte(tt.in), tt.unit)
			if tt.want == "" {
				want := "bad score " + quote([]byte(tt.in)) + ": want a number such as +56 or a mate such as #+3"
				if !errors.Is(err, ErrScore) || err.Error() != want {
					t.Errorf("parseScore(%q): error %v, want %s", tt.in, err, want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := l.score.String(); got != tt.want || l.kind != tt.kind {
				t.Errorf("parseScore(%q) = %s of kind %d, want %s of kind %d", tt.in, got, l.kind, tt.want, tt.kind)
			}
		})
	}
}

// TestGrouped: 1.234 is a thousand and some or one and a bit, and nobody's 1 centipawn.
func TestGrouped(t *testing.T) {
	for _, in := range []string{"1.234", "-1.234", "+12.000", "123.456"} {
		want := "bad score " + quote([]byte(in)) + ": a thousand and some, or one and a bit? write 1234, or pass -unit pawns"
		if _, err := parseScore([]byte(in), UnitCentipawns); !errors.Is(err, ErrScore) || err.Error() != want {
			t.Errorf("parseScore(%q): error %v, want %s", in, err, want)
		}
	}
	if l, err := parseScore([]byte("-1.234"), UnitPawns); err != nil || l.score != -123 {
		t.Errorf("-1.234 pawns: %v, %v", l.score, err)
	}
	for in, want := range map[string]winprob.Score{"0.285": 0, "1234.567": 1235, "1.25": 1, "1.2345": 1} {
		if l, err := parseScore([]byte(in), UnitCentipawns); err != nil || l.score != want {
			t.Errorf("parseScore(%q) = %v, %v; want %v", in, l.score, err, want)
		}
	}
	// Most scores of a file in pawns are found, so that its unit is: it is refused with the flag to pass.
	if f, err := detectFormat([][]byte{[]byte(whitePawn + ",1.234"), []byte(blackPawn + ",-2.125")}, Options{}); err != nil || f.column[roleScore] != 1 {
		t.Errorf("scores in pawns, the unit not said: %v", err)
	}
}

// TestParseUnsignedMate: nobody's sign is on the label, so the board decides.
func TestParseUnsignedMate(t *testing.T) {
	for _, in := range []string{"#0", "M0", "mate 0"} {
		if l, err := parseScore([]byte(in), UnitCentipawns); err != nil || l.kind != labelUnsigned {
			t.Errorf("parseScore(%q): kind %d, error %v", in, l.kind, err)
		}
	}
}

func TestParseTarget(t *testing.T) {
	tests := []struct {
		in   string
		want Result
	}{
		{"1-0", WhiteWins}, {"1", WhiteWins}, {"1.0", WhiteWins}, {"1.000", WhiteWins},
		{"0-1", BlackWins}, {"0", BlackWins}, {"0.0", BlackWins}, {"0.00", BlackWins},
		{"1/2-1/2", Draw}, {"1/2", Draw}, {"½", Draw}, {"½-½", Draw}, {"0.5", Draw}, {".5", Draw}, {"0.50", Draw},
		{"*", Unknown}, {"?", Unknown}, {"", Unknown},
	}
	for _, tt := range tests {
		if got, e, err := parseTarget([]byte(tt.in)); got != tt.want || err != nil || !math.IsNaN(float64(e)) {
			t.Errorf("parseTarget(%q) = %v, %v, %v; want %v", tt.in, got, e, err, tt.want)
		}
	}
	for in, want := range map[string]float32{"0.63": 0.63, "0.25": 0.25, ".001": 0.001, "9e-1": 0.9, "0.4999": 0.4999} {
		if got, e, err := parseTarget([]byte(in)); got != Unknown || err != nil || e != want {
			t.Errorf("parseTarget(%q) = %v, %v, %v; want %v", in, got, e, err, want)
		}
	}
	for _, in := range []string{"-1", "2", "win", "1-1", "1.01", "-0.5", "NaN", "inf", "0x1p-1", "0_1", "1-0 ", "11.04"} {
		if got, e, err := parseTarget([]byte(in)); !errors.Is(err, ErrResult) {
			t.Errorf("parseTarget(%q) = %v, %v, %v; want %v", in, got, e, err, ErrResult)
		}
	}
}
