package cli

import (
	"slices"
	"testing"
)

// TestForm: a form has the flags of a command and of its verbs, in the groups of their help, and checks values as the
// command does.
func TestForm(t *testing.T) {
	f, err := FormOf(t.Context(), program())
	if err != nil || f.Synopsis != "prog [-loss loss]" || f.Flag("loss") == nil || f.Flag("brief") != nil {
		t.Fatalf("%+v, %v", f, err)
	}
	if f, err = FormOf(t.Context(), program(), "run", "texel"); err != nil || f.Flag("brief") == nil || !IsBool(f.Flag("brief")) {
		t.Fatalf("%+v, %v", f, err)
	}
	if f.Flags.Set("brief", "perhaps") == nil || f.Flags.Set("brief", "true") != nil {
		t.Error("a value is not checked as the command does")
	}
	if _, err := FormOf(t.Context(), program(), "sing"); err == nil {
		t.Error("a verb that there is not has a form")
	}
}

// TestSections: each flag stands in one section, those of no group in the first.
func TestSections(t *testing.T) {
	fs := NewFlags("prog", "", Streams{})
	for _, name := range []string{"a", "b", "c"} {
		fs.String(name, "", "")
	}
	f := &Form{Flags: fs, Groups: []Group{{"One", []string{"c", "x"}}, {"Two", []string{"c", "b"}}, {"Three", []string{"x"}}}}
	var got []string
	for _, g := range f.Sections() {
		got = append(append(got, g.Title), g.Flags...)
	}
	if want := []string{"", "a", "One", "c", "Two", "b"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
