package harness

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/centipawn/internal/cli"
	"example.org/centipawn/internal/report"
)

// newCommand returns a command with a number, a share and a time, and what it prints.
func newCommand() (c *Command, n *int, out, messages *strings.Builder) {
	out, messages = new(strings.Builder), new(strings.Builder)
	c = New("some", "some [flags]", "About it.", "one game", cli.Streams{In: strings.NewReader(""), Out: out, Err: messages})
	n = c.Flags.Int("n", 5, "play `n` games")
	c.Flags.Float64("share", 0, "a `share`")
	c.Flags.Duration("time", time.Second, "a `time`")
	c.Least(1, "n")
	c.Least(0, "share", "time")
	return c, n, out, messages
}

// TestParse: bounds hold for numbers of all types and for times; files are refused where none are read.
func TestParse(t *testing.T) {
	for args, want := range map[string]string{
		"-n 1 -share 0 -time 0s": "",
		"-n 0":                   "-n 0: want 1 or more",
		"-share -0.5":            "-share -0.5: want 0 or more",
		"-share NaN":             "-share NaN: want 0 or more",
		"-time -1s":              "-time -1s: want 0 or more",
		"FILE":                   "some reads no FILE: pass flags only",
	} {
		c, _, _, messages := newCommand()
		err := c.ParseFlags(strings.Fields(args))
		if (err == nil) != (want == "") || !strings.Contains(messages.String(), want) || err != nil && !errors.Is(err, cli.ErrUsage) {
			t.Errorf("%s: error %v, %q, want %q", args, err, messages, want)
		}
	}
}

// TestPublish: tables are printed and written, those that are not there are left out, pictures are drawn into
// the folder only, and the error of a run that failed is returned after that.
func TestPublish(t *testing.T) {
	dir, failed := filepath.Join(t.TempDir(), "out"), errors.New("stopped")
	drawn := ""
	f := Finding{
		Title: "Something", Summary: "It was found.", Numbers: map[string]int{"n": 3},
		Tables: []Table{
			func() (*report.Table, error) { return report.NewTable("First", []string{"a"}, [][]string{{"17"}}) },
			func() (*report.Table, error) { return nil, nil },
		},
		Draw: func(_ *report.Page, folder string) error { drawn = folder; return nil },
	}
	for _, args := range [][]string{nil, {"-quick", "-o", dir}} {
		c, n, out, messages := newCommand()
		if err := c.ParseFlags(args); err != nil {
			t.Fatal(err)
		}
		Shorten(c.Quick, n, 2)
		if err := c.Publish(f, failed); err != failed || !strings.Contains(out.String(), "17") {
			t.Errorf("%v: error %v, %s%s", args, err, out, messages)
		}
		if want := map[bool]int{false: 5, true: 2}[c.Quick]; *n != want || drawn != c.Out {
			t.Errorf("%v: %d games, want %d, drawn into %q", args, *n, want, drawn)
		}
	}
	for _, name := range []string{"index.html", "tables.md", "result.json"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	f.Tables[0] = func() (*report.Table, error) { return nil, failed }
	c, _, out, _ := newCommand()
	if err := c.Publish(f, nil); err != failed || out.Len() > 0 {
		t.Errorf("error %v, printed %q", err, out)
	}
}

// TestParts: -table names a part, the first is the default, and what is not there is refused with all names.
func TestParts(t *testing.T) {
	var ran string
	part := func(name string) cli.Command {
		return func(_ context.Context, args []string, _ cli.Streams) error {
			ran = name + strings.Join(args, "")
			return nil
		}
	}
	run := Parts(Part{[]string{"1", "2"}, "numbers", part("one")}, Part{[]string{"x"}, "others", part("x")})
	for args, want := range map[string]string{"-q": "one-q", "-table 2 -q": "one-q", "-table=x": "x"} {
		if err := run(t.Context(), strings.Fields(args), cli.Streams{}); err != nil || ran != want {
			t.Errorf("%s: error %v, %s, want %s", args, err, ran, want)
		}
	}
	var messages strings.Builder
	err := run(t.Context(), []string{"-table", "3"}, cli.Streams{Err: &messages})
	if !errors.Is(err, cli.ErrUsage) || messages.String() != "-table 3: want 1 or 2 (numbers), x (others)\n" {
		t.Errorf("error %v, %q", err, &messages)
	}
}
