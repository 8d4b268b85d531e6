package datasets

import (
	"strings"
	"testing"
)

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

// TestUnknownFormat: from Go, too, the error lists the names.
func TestUnknownFormat(t *testing.T) {
	err := NewReader("t.epd", strings.NewReader("x"), Options{Format: "plian"}).Next(new(Chunk))
	if err == nil || !strings.HasPrefix(err.Error(), `t.epd:1: format: "plian" is neither auto, `) || !strings.HasSuffix(err.Error(), "marlinformat") {
		t.Error(err)
	}
}
