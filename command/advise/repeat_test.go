package advise

import (
	"flag"
	"io"
	"slices"
	"testing"

	"example.org/centipawn/extract"
)

// TestDataFlags: the flags that say which rows are read are repeated as they were given, and no others.
func TestDataFlags(t *testing.T) {
	fs := flag.NewFlagSet("advise", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	extract.AddReadFlags(fs)
	new(call).addFlags(fs)
	args := []string{"-score", "my score", "-trust", "-engine", "-pov", "--unit=pawns", "-threads", "2", "games.csv", "-phase", "0.2..", "-json", "--", "-limit", "3"}
	want := []string{"-score 'my score'", "-trust", "--unit=pawns", "-phase 0.2.."}
	if got := dataFlags(fs, args); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestShellWord: words are quoted where a shell would read something else.
func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{"a.csv": "a.csv", "cmd:./e,Hash=1": "cmd:./e,Hash=1", "a b": "'a b'", "it's": `'it'\''s'`, "*": "'*'", "": "''"} {
		if got := shellWord(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}
