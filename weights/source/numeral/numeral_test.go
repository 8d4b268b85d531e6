package numeral_test

import (
	"testing"

	"example.org/centipawn/weights/source/numeral"
)

// A number is written in the form of the one that it replaces, and read again as what it is there.
func TestWrite(t *testing.T) {
	for _, tt := range []struct {
		like  string
		value float64
		want  string
	}{
		{"12", -7.6, "-8"}, {"+12", 7, "+7"}, {"0x1F", 18, "0x12"}, {"1'000", 12345, "12'345"}, {"1.50f", 2.257, "2.26f"}, {"2.", 3, "3."},
		{".5", 0.25, ".2"}, {"1e2", 300, "3e+02"}, {"5i16", -9, "-9i16"}, {"-3", 0.2, "0"},
	} {
		got, err := numeral.Write(tt.like, tt.value)
		if err != nil || got != tt.want {
			t.Errorf("%g like %s is %q, %v, want %q", tt.value, tt.like, got, err, tt.want)
		}
	}
	if _, err := numeral.Write("5u8", 300); err == nil {
		t.Error("300 fits u8")
	}
	if err := numeral.Fits("const int8_t", 200); err == nil || !numeral.Limited("int8_t") || numeral.Limited("int") {
		t.Errorf("200 fits int8_t: %v", err)
	}
	for _, text := range []string{"012", "1e999", "0b1", "5x"} {
		if v, ok := numeral.Parse(text); ok {
			t.Errorf("%s is read as %g", text, v)
		}
	}
}
