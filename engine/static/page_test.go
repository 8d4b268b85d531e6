package static

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

const page = "../../docs/advise_engines.md"

// TestPage: the page's table of presets is what the code has.
func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if want := presetTable(); !strings.Contains(string(text), want) {
		t.Errorf("%s does not have the presets of the code: want\n%s", page, want)
	}
}

// presetTable writes N for a number.
func presetTable() string {
	var b strings.Builder
	b.WriteString("| preset | engines | command | pattern | view, unit |\n|---|---|---|---|---|\n")
	for _, p := range Presets {
		var patterns []string
		for _, pattern := range p.Patterns {
			pattern = strings.ReplaceAll(strings.ReplaceAll(pattern, number, "N"), "|", `\|`)
			patterns = append(patterns, "`"+pattern+"`")
		}
		kind := "measured"
		switch {
		case p.View != ViewAuto:
			kind = fmt.Sprintf("%s, %s", p.View, p.Unit)
		case p.Unit != UnitAuto:
			kind = fmt.Sprintf("measured, %s", p.Unit)
		}
		name := p.Name
		if p.Chosen {
			name += " ¹"
		}
		fmt.Fprintf(&b, "| %s | %s | `%s` | %s | %s |\n", name, p.Engines, p.Command, strings.Join(patterns, "<br>"), kind)
	}
	return b.String()
}
