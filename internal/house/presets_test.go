package house_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	_ "example.org/centipawn/experiments/engines" // the searches of papers, by name
	"example.org/centipawn/search/mcts"
	"example.org/centipawn/search/mcts/settings"
)

const (
	presetsPage  = "docs/mcts_options.md"
	presetsBegin = "<!-- go test ./internal/house -run TestPresetsTable -update -->\n"
	presetsEnd   = "<!-- the end of what that makes -->\n"
)

// presetColumns are the presets that have a column; the others differ from one of them in a few settings.
var presetColumns = []string{"modern", "alphaone", "lishex", "bubot", "mcc-solver", "mcc-sr", "sigmazero"}

// TestPresetsTable: docs/mcts_options.md says which value each setting has in each preset.
func TestPresetsTable(t *testing.T) {
	page, err := os.ReadFile(presetsPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), presetsBegin)
	_, after, closed := strings.Cut(rest, presetsEnd)
	if !ok || !closed {
		t.Fatalf("%s has no place for the table: %q, %q", presetsPage, presetsBegin, presetsEnd)
	}
	golden(t, presetsPage, before+presetsBegin+presetTable()+presetsEnd+after)
}

// presetTable has a row for each setting and a column for each of the first presets, then a line for each
// of the others.
func presetTable() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| option | default | %s |\n| :--- | :--- |%s\n", strings.Join(presetColumns, " | "), strings.Repeat(" :--- |", len(presetColumns)))
	standard := filled(mcts.Options{})
	for _, s := range settings.All() {
		fmt.Fprintf(&b, "| %s | %s |", s.Name, s.Value(&standard))
		for _, name := range presetColumns {
			cell := ""
			if opt := named(name); s.Value(&opt) != s.Value(&standard) {
				cell = s.Value(&opt)
			}
			fmt.Fprintf(&b, " %s |", cell)
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
	for _, name := range mcts.Presets() {
		if base, changes := nearest(name); len(changes) > 0 {
			fmt.Fprintf(&b, "- `%s`: `%s` with %s\n", name, base, strings.Join(changes, ", "))
		}
	}
	return b.String()
}

// nearest returns the column from which a preset differs least, and in what; of one as published or printed that of the
// corrected one.
func nearest(name string) (base string, changes []string) {
	corrected, published := strings.CutSuffix(name, "-published")
	if !published {
		corrected, published = strings.CutSuffix(name, "-printed")
	}
	if published {
		for !slices.Contains(mcts.Presets(), corrected) { // a fault of its own: bubot-backup is bubot
			corrected = corrected[:strings.LastIndex(corrected, "-")]
		}
		return corrected, differences(named(corrected), named(name))
	}
	for _, column := range presetColumns {
		if list := differences(named(column), named(name)); base == "" || len(list) < len(changes) {
			base, changes = column, list
		}
	}
	return base, changes
}

// differences returns the settings of b that a has otherwise, and its faults.
func differences(a, b mcts.Options) (list []string) {
	for _, s := range settings.All() {
		if s.Value(&a) != s.Value(&b) {
			list = append(list, fmt.Sprintf("`%s=%s`", s.Name, s.Value(&b)))
		}
	}
	if b.Faults != 0 {
		list = append(list, "the faults: "+b.Faults.String())
	}
	return list
}

// named returns the options of a preset, filled.
func named(name string) mcts.Options {
	opt, _ := mcts.Preset(name)
	return filled(opt)
}

// filled puts numbers in place of the zeros that stand for defaults.
func filled(opt mcts.Options) mcts.Options {
	opt.NewPolicy = func() mcts.Policy { return nil } // there is one: the built-in policy
	return mcts.New(nil, opt).Options()
}
