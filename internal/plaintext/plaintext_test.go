package plaintext_test

import (
	"bytes"
	"testing"

	"example.org/centipawn/internal/plaintext"
)

func TestTable(t *testing.T) {
	for _, tt := range []struct {
		name string
		left []bool
		want string
	}{
		{"the first column flush left", nil, "term        ±\nväterlich   1  2\nb          10\n"},
		{"the second", []bool{false, true}, "     term  ±\nväterlich  1   2\n        b  10\n"},
	} {
		table := plaintext.Table{Header: []string{"term", "±"}, Left: tt.left}
		table.Add("väterlich", "1", "2")
		table.Add("b", "10")
		var b bytes.Buffer
		if err := table.Write(&b); err != nil {
			t.Fatal(err)
		}
		if b.String() != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, b.String(), tt.want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1_002_003: "1,002,003", -123: "-123", -1234: "-1,234", -1_000_001: "-1,000,001"} {
		if got := plaintext.Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 games", 1: "1 game", 2: "2 games", 1234: "1,234 games"} {
		if got := plaintext.Count(n, "game"); got != want {
			t.Errorf("Count(%d) = %s, want %s", n, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	if got := plaintext.Percent(0.125); got != "12.5 %" {
		t.Error(got)
	}
	if got := plaintext.PercentOf(1, 8); got != 12.5 {
		t.Error(got)
	}
	if got := plaintext.PercentOf(0, 0); got != 0 {
		t.Error(got)
	}
}
