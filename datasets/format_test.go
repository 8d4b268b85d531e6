package datasets

import "testing"

// TestSurest: of equally sure formats the first that the file's ending names counts.
func TestSurest(t *testing.T) {
	format := func(name, ending string, sure float64) Format {
		return Format{Name: name, Endings: []string{ending}, Detect: func([]byte, bool) float64 { return sure }}
	}
	formats := []Format{format("other", ".o", 1), format("first", ".j", 1), format("second", ".j", 1), format("unsure", ".x", 0.5)}
	for ending, want := range map[string]string{".j": "first", ".o": "other", ".x": "other", "": "other"} {
		if got := surest(formats, ending, nil).Name; got != want {
			t.Errorf("%q: %s, want %s", ending, got, want)
		}
	}
}
