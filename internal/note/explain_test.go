package note_test

import (
	"testing"

	"example.org/centipawn/internal/note"
)

// TestExplain: every code has something to do, and what explains it is the registry's own text.
func TestExplain(t *testing.T) {
	for _, e := range note.Registry {
		text := note.New(e.Code, "found").String()
		got, ok := note.Explain([]string{"no code", "X99: unknown"}, []string{text})[e.Code]
		if !ok || got.Means != e.Means || got.Remedy != e.Remedy || got.Action == "" {
			t.Errorf("%s is explained as %+v", e.Code, got)
		}
	}
	if got := note.Explain([]string{"no code", "X99: unknown"}); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}
