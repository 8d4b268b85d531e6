package mcts_test

import (
	"strconv"
	"testing"

	_ "example.org/centipawn/experiments/engines" // tests try the presets of papers, too
	"example.org/centipawn/search/mcts"
	"example.org/centipawn/search/mcts/settings"
)

func init() {
	mcts.AnyParts = func(t *testing.T, opt mcts.Options, parts []byte) mcts.Options {
		var c settings.Changes
		all := settings.All()
		for ; len(parts) >= 2; parts = parts[2:] {
			s := &all[int(parts[0])%len(all)]
			if err := c.Set(s.Name, anyValue(s, parts[1])); err != nil {
				t.Fatal(err)
			}
		}
		return c.Apply(opt)
	}
}

// anyValue returns some value of a setting.
func anyValue(s *settings.Setting, by byte) string {
	if s.Values != nil {
		return s.Values[int(by)%len(s.Values)]
	}
	return strconv.Itoa(min(s.Min+int(by)*int(by), s.Max))
}
