package text

import (
	"errors"
	"math"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/winprob"
)

func TestParseScore(t *testing.T) {
	tests := []struct {
		name, in string
		unit     datasets.Unit
		want     string // as winprob writes it; empty: an error
		kind     datasets.LabelKind
	}{
		{"plus", "+56", datasets.UnitCentipawns, "+56", datasets.LabelNumber},
		{"minus", "-54", datasets.UnitCentipawns, "-54", datasets.LabelNumber},
		{"no sign", "128", datasets.UnitCentipawns, "+128", datasets.LabelNumber},
		{"zero", "0", datasets.UnitCentipawns, "0", datasets.LabelNumber},
		{"negative zero", "-0", datasets.UnitCentipawns, "0", datasets.LabelNumber},
		{"leading zeros", "007", datasets.UnitCentipawns, "+7", datasets.LabelNumber},
		{"decimals round", "12.4", datasets.UnitCentipawns, "+12", datasets.LabelNumber},
		{"halves away from zero", "-12.5", datasets.UnitCentipawns, "-13", datasets.LabelNumber},
		{"point first", "-.5", datasets.UnitCentipawns, "-1", datasets.LabelNumber},
		{"point last", "12.", datasets.UnitCentipawns, "+12", datasets.LabelNumber},
		{"exponent", "1.2e2", datasets.UnitCentipawns, "+120", datasets.LabelNumber},
		{"small exponent", "1e-05", datasets.UnitCentipawns, "0", datasets.LabelNumber},
		{"long decimals", "-33.3333333333333333333", datasets.UnitCentipawns, "-33", datasets.LabelNumber},
		{"decimal comma", "12,6", datasets.UnitCentipawns, "+13", datasets.LabelNumber},
		{"ambiguous comma", "1,234", datasets.UnitCentipawns, "", 0},
		{"two points", "1.2.3", datasets.UnitCentipawns, "", 0},
		{"point alone", ".", datasets.UnitCentipawns, "", 0},

		{"pawns", "+0.56", datasets.UnitPawns, "+56", datasets.LabelNumber},
		{"pawns, half a centipawn", "0.285", datasets.UnitPawns, "+29", datasets.LabelNumber},
		{"pawns, half a centipawn down", "-0.285", datasets.UnitPawns, "-29", datasets.LabelNumber},
		{"pawns, whole", "-3", datasets.UnitPawns, "-300", datasets.LabelNumber},
		{"pawns, exponent", "5e-1", datasets.UnitPawns, "+50", datasets.LabelNumber},
		{"pawns, a code", "327.67", datasets.UnitPawns, "#+", datasets.LabelCode},

		{"largest evaluation", "9998", datasets.UnitCentipawns, "+9998", datasets.LabelNumber},
		{"code 9999", "9999", datasets.UnitCentipawns, "#+", datasets.LabelCode},
		{"code 15265", "-15265", datasets.UnitCentipawns, "#-", datasets.LabelCode},
		{"code beyond 32 bits", "-99999999999999999999", datasets.UnitCentipawns, "#-", datasets.LabelCode},

		{"mate", "#+3", datasets.UnitCentipawns, "#+3", datasets.LabelMate},
		{"mate without sign", "#3", datasets.UnitCentipawns, "#+3", datasets.LabelMate},
		{"mated", "#-12", datasets.UnitCentipawns, "#-12", datasets.LabelMate},
		{"sign first", "-#5", datasets.UnitCentipawns, "#-5", datasets.LabelMate},
		{"M5", "M5", datasets.UnitCentipawns, "#+5", datasets.LabelMate},
		{"-M5", "-M5", datasets.UnitCentipawns, "#-5", datasets.LabelMate},
		{"+m5", "+m5", datasets.UnitCentipawns, "#+5", datasets.LabelMate},
		{"mate 3", "mate 3", datasets.UnitCentipawns, "#+3", datasets.LabelMate},
		{"mate -3", "mate -3", datasets.UnitCentipawns, "#-3", datasets.LabelMate},
		{"Mate", "Mate+2", datasets.UnitCentipawns, "#+2", datasets.LabelMate},
		{"no distance", "#-", datasets.UnitCentipawns, "#-", datasets.LabelMate},
		{"long mate", "#+1000", datasets.UnitCentipawns, "#+", datasets.LabelMate},
		{"pawns have mates, too", "#-2", datasets.UnitPawns, "#-2", datasets.LabelMate},
		{"on the board, White wins", "#+0", datasets.UnitCentipawns, "#+0", datasets.LabelMated},
		{"on the board, Black wins", "#-0", datasets.UnitCentipawns, "#-0", datasets.LabelMated},
		{"mark alone", "#", datasets.UnitCentipawns, "", 0},
		{"two signs", "+#-3", datasets.UnitCentipawns, "", 0},
		{"no number of moves", "#+x", datasets.UnitCentipawns, "", 0},
		{"moves with a point", "#+3.5", datasets.UnitCentipawns, "", 0},

		{"empty", "", datasets.UnitCentipawns, "?", datasets.LabelNone},
		{"question mark", "?", datasets.UnitCentipawns, "?", datasets.LabelNone},
		{"none", "None", datasets.UnitCentipawns, "?", datasets.LabelNone},
		{"null", "NULL", datasets.UnitCentipawns, "?", datasets.LabelNone},
		{"sign alone", "+", datasets.UnitCentipawns, "", 0},
		{"nan", "nan", datasets.UnitCentipawns, "", 0},
		{"NaN", "NaN", datasets.UnitCentipawns, "", 0},
		{"inf", "-inf", datasets.UnitCentipawns, "", 0},
		{"too large for a float", "1e999", datasets.UnitCentipawns, "", 0},
		{"hexadecimal", "0x1p4", datasets.UnitCentipawns, "", 0},
		{"underscore", "1_000", datasets.UnitCentipawns, "", 0},
		{"a move", "d3g6", datasets.UnitCentipawns, "", 0},
		{"a result", "1-0", datasets.UnitCentipawns, "", 0},
		{"half", "1/2", datasets.UnitCentipawns, "", 0},
		{"two signs on a number", "+-5", datasets.UnitCentipawns, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, err := parseScore([]byte(tt.in), tt.unit)
			if tt.want == "" {
				want := "bad score " + cut.Quote([]byte(tt.in)) + ": want a number such as +56 or a mate such as #+3"
				if !errors.Is(err, datasets.ErrScore) || err.Error() != want {
					t.Errorf("parseScore(%q): error %v, want %s", tt.in, err, want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := l.Score.String(); got != tt.want || l.Kind != tt.kind {
				t.Errorf("parseScore(%q) = %s of kind %d, want %s of kind %d", tt.in, got, l.Kind, tt.want, tt.kind)
			}
		})
	}
}

// TestGrouped: 1.234 is a thousand and some or one and a bit, and never 1 centipawn.
func TestGrouped(t *testing.T) {
	for _, in := range []string{"1.234", "-1.234", "+12.000", "123.456"} {
		want := "bad score " + cut.Quote([]byte(in)) + ": thousands, or a decimal comma? write 1234, or pass -unit pawns"
		if _, err := parseScore([]byte(in), datasets.UnitCentipawns); !errors.Is(err, datasets.ErrScore) || err.Error() != want {
			t.Errorf("parseScore(%q): error %v, want %s", in, err, want)
		}
	}
	if l, err := parseScore([]byte("-1.234"), datasets.UnitPawns); err != nil || l.Score != -123 {
		t.Errorf("-1.234 pawns: %v, %v", l.Score, err)
	}
	for in, want := range map[string]winprob.Score{"0.285": 0, "1234.567": 1235, "1.25": 1, "1.2345": 1} {
		if l, err := parseScore([]byte(in), datasets.UnitCentipawns); err != nil || l.Score != want {
			t.Errorf("parseScore(%q) = %v, %v; want %v", in, l.Score, err, want)
		}
	}
	// Most scores of a file in pawns are found, so that its unit is: it is refused with the flag to pass.
	if f, err := detectFormat([][]byte{[]byte(whitePawn + ",1.234"), []byte(blackPawn + ",-2.125")}, datasets.Options{}); err != nil || f.column[roleScore] != 1 {
		t.Errorf("scores in pawns, the unit not said: %v", err)
	}
}

// TestParseUnsignedMate: no sign is on the label, so the board decides.
func TestParseUnsignedMate(t *testing.T) {
	for _, in := range []string{"#0", "M0", "mate 0"} {
		if l, err := parseScore([]byte(in), datasets.UnitCentipawns); err != nil || l.Kind != datasets.LabelUnsigned {
			t.Errorf("parseScore(%q): kind %d, error %v", in, l.Kind, err)
		}
	}
}

func TestParseTarget(t *testing.T) {
	tests := []struct {
		in   string
		want datasets.Result
	}{
		{"1-0", datasets.WhiteWins}, {"1", datasets.WhiteWins}, {"1.0", datasets.WhiteWins}, {"1.000", datasets.WhiteWins},
		{"0-1", datasets.BlackWins}, {"0", datasets.BlackWins}, {"0.0", datasets.BlackWins}, {"0.00", datasets.BlackWins},
		{"1/2-1/2", datasets.Draw}, {"1/2", datasets.Draw}, {"½", datasets.Draw}, {"½-½", datasets.Draw}, {"0.5", datasets.Draw}, {".5", datasets.Draw}, {"0.50", datasets.Draw},
		{"*", datasets.Unknown}, {"?", datasets.Unknown}, {"", datasets.Unknown},
	}
	for _, tt := range tests {
		if got, e, err := ParseTarget([]byte(tt.in)); got != tt.want || err != nil || !math.IsNaN(float64(e)) {
			t.Errorf("ParseTarget(%q) = %v, %v, %v; want %v", tt.in, got, e, err, tt.want)
		}
	}
	for in, want := range map[string]float32{"0.63": 0.63, "0.25": 0.25, ".001": 0.001, "9e-1": 0.9, "0.4999": 0.4999} {
		if got, e, err := ParseTarget([]byte(in)); got != datasets.Unknown || err != nil || e != want {
			t.Errorf("ParseTarget(%q) = %v, %v, %v; want %v", in, got, e, err, want)
		}
	}
	for _, in := range []string{"-1", "2", "winner", "1-1", "1.01", "-0.5", "NaN", "inf", "0x1p-1", "0_1", "1-0 ", "11.04"} {
		if got, e, err := ParseTarget([]byte(in)); !errors.Is(err, datasets.ErrResult) {
			t.Errorf("ParseTarget(%q) = %v, %v, %v; want %v", in, got, e, err, datasets.ErrResult)
		}
	}
}
