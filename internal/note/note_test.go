package note_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"example.org/centipawn/internal/note"
)

// TestJSON: a file holds code, text and columns, as before notes had levels.
func TestJSON(t *testing.T) {
	var list note.List
	list.Add(note.F03, "%s: 0 in %d rows", "x", 7).Columns = []string{"x"}
	list = append(list, note.Refuse(note.D21, "none"))
	text, err := json.Marshal(list)
	if want := `[{"code":"F03","text":"x: 0 in 7 rows","columns":["x"]},{"code":"D21","text":"none"}]`; err != nil || string(text) != want {
		t.Errorf("%s, %v, want %s", text, err, want)
	}
	if !list.Has(note.D21) || list.Has(note.D22) || len(list[0].Args) != 2 || list[0].Args[1] != 7 {
		t.Errorf("%+v", list)
	}
}

func TestParse(t *testing.T) {
	for _, n := range []note.Note{{Code: note.D02, Text: "a: b"}, {Text: "no code"}, {Text: "X99: not registered"}} {
		text := n.String()
		if n.Code == "" {
			text = n.Text
		}
		if got := note.Parse(text); got.Code != n.Code || got.Text != n.Text {
			t.Errorf("%q is %+v, want %+v", text, got, n)
		}
	}
}

// TestLevels: levels are ordered, have names in JSON, and errors can be found by their code.
func TestLevels(t *testing.T) {
	text, err := json.Marshal([]note.Level{note.Remark, note.Warning, note.Error})
	if want := `["note","warning","error"]`; err != nil || string(text) != want {
		t.Errorf("levels are %s, %v, want %s", text, err, want)
	}
	if note.Mention(note.D09, "").Level >= note.New(note.D09, "").Level {
		t.Error("levels")
	}
	var n note.Note
	if err := fmt.Errorf("x: %w", note.Refuse(note.M02, "both")); !errors.As(err, &n) || n.Code != note.M02 || n.Level != note.Error || err.Error() != "x: M02: both" {
		t.Errorf("%v holds %+v", err, n)
	}
}
