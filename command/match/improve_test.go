package match

import (
	"slices"
	"testing"

	"example.org/centipawn/match/entrants"
)

// TestBuiltPlayer: the program of a build takes the place of the engine's, however that is written.
func TestBuiltPlayer(t *testing.T) {
	const build = "/home/me/my run/engine"
	for _, tt := range []struct {
		engine string
		args   []string
	}{
		{"engine", nil},
		{"./engine,Hash=4", nil},
		{"cmd:bin/engine -x,Hash=4,nodes=10", []string{"-x"}},
		{`cmd:"bin/my engine" -x,Hash=4`, []string{"-x"}},
	} {
		was, err := entrants.Parse(tt.engine)
		if err != nil {
			t.Fatal(err)
		}
		was.Command = build
		text, err := builtPlayer(tt.engine, &was)
		if err != nil {
			t.Fatal(err)
		}
		now, err := entrants.Parse(text)
		if err != nil || now.Command != build || !slices.Equal(now.Args, tt.args) || len(now.Options) != len(was.Options) || now.Limit != was.Limit {
			t.Errorf("%s: %s: %+v, %v", tt.engine, text, now, err)
		}
	}
}
