package cli

import "testing"

// TestPrintable: names and texts of files cannot steer the terminal.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"plain, größer, ½\n\ttab": "plain, größer, ½\n\ttab",
		"\x1b[2Ja.csv":            `\x1b[2Ja.csv`,
		"a\rb\x7f\x00":            `a\x0db\x7f\x00`,
		"C1: \u009b31m":           `C1: \xc2\x9b31m`,
		"no UTF-8: \xff":          `no UTF-8: \xff`,
	} {
		if got := Printable(text); got != want {
			t.Errorf("Printable(%q) = %q, want %q", text, got, want)
		}
	}
}
