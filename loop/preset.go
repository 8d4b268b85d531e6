package loop

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"example.org/centipawn/features"
	"example.org/centipawn/winprob"
)

// presets are what published loops do; all else is as for any run.
var presets = map[string]Options{
	// Values of pieces beside PeSTO's tables, from 10,000 games an iteration in the paper's mix of results.
	"lishex": {Set: features.Lishex, Games: 10_000, Balance: winprob.Balance{Results: [3]float64{30, 40, 30}}},
}

// PresetNames are the names that [Preset] knows.
func PresetNames() []string { return slices.Sorted(maps.Keys(presets)) }

// Preset returns the options of a published loop, without their defaults. The empty name is that of no preset.
func Preset(name string) (Options, error) {
	o, ok := presets[name]
	if !ok && name != "" {
		return o, fmt.Errorf("unknown preset %q: want %s", name, strings.Join(PresetNames(), ", "))
	}
	return o, nil
}
