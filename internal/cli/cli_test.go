package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func streams() (Streams, *bytes.Buffer, *bytes.Buffer) {
	var out, err bytes.Buffer
	return Streams{strings.NewReader(""), &out, &err}, &out, &err
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, args string
		rest       []string
		n          int
		err        error
		out, diag  string // what stdout and stderr must contain
	}{
		{"flags first", "-n 3 a b", []string{"a", "b"}, 3, nil, "", ""},
		{"flags last", "a b -n 3", []string{"a", "b"}, 3, nil, "", ""},
		{"flags between", "a -n 3 b", []string{"a", "b"}, 3, nil, "", ""},
		{"after --", "a -- -n 3", []string{"a", "-n", "3"}, 1, nil, "", ""},
		{"standard input", "-n 3 -", []string{"-"}, 3, nil, "", ""},
		{"unknown flag", "a -m", nil, 1, ErrUsage, "", "cmd: flag provided but not defined: -m\nsee -h"},
		{"bad value", "-n x", nil, 0, ErrUsage, "", `cmd: invalid value "x"`},
		{"help", "-h", nil, 1, flag.ErrHelp, "usage: cmd [-n n] FILE", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			std, out, diag := streams()
			fs := NewFlags("cmd [-n n] FILE...", "", std)
			n := fs.Int("n", 1, "a `number`")
			rest, err := Parse(fs, strings.Fields(tt.args), std)
			if !errors.Is(err, tt.err) || !slices.Equal(rest, tt.rest) || *n != tt.n {
				t.Errorf("Parse = %q, %v with n = %d, want %q, %v, %d", rest, err, *n, tt.rest, tt.err, tt.n)
			}
			if !strings.Contains(out.String(), tt.out) || !strings.Contains(diag.String(), tt.diag) {
				t.Errorf("stdout %q, stderr %q; want %q, %q in them", out, diag, tt.out, tt.diag)
			}
		})
	}
}

func TestStatus(t *testing.T) {
	tests := []struct {
		err  error
		want int
	}{
		{nil, StatusDone},
		{flag.ErrHelp, StatusDone},
		{ErrUsage, StatusUsage},
		{fmt.Errorf("reading: %w", context.Canceled), StatusInterrupted},
		{errors.New("no such file"), StatusFailed},
		{ErrRejected, StatusRejected},
		{fmt.Errorf("a test: %w", ErrUndecided), StatusUndecided},
		{errors.Join(ErrUndecided, context.Canceled), StatusInterrupted},
	}
	for _, tt := range tests {
		if got := Status(tt.err); got != tt.want {
			t.Errorf("Status(%v) = %d, want %d", tt.err, got, tt.want)
		}
	}
}

func TestVerbs(t *testing.T) {
	var got []string
	run := Verbs("cmd", Verb{"show", "prints", func(ctx context.Context, args []string, std Streams) error {
		got = args
		return nil
	}})
	std, out, diag := streams()
	if err := run(t.Context(), []string{"show", "-x", "a"}, std); err != nil || !slices.Equal(got, []string{"-x", "a"}) {
		t.Errorf("show got %q, error %v", got, err)
	}
	if err := run(t.Context(), []string{"shwo"}, std); !errors.Is(err, ErrUsage) || !strings.Contains(diag.String(), `unknown verb "shwo"`) {
		t.Errorf("a wrong verb: error %v, stderr %q", err, diag)
	}
	if err := run(t.Context(), []string{"-h"}, std); !errors.Is(err, flag.ErrHelp) || !strings.Contains(out.String(), "prints") {
		t.Errorf("-h: error %v, stdout %q", err, out)
	}
}

func TestCheckOutputs(t *testing.T) {
	dir := t.TempDir()
	data, link := filepath.Join(dir, "data.csv"), filepath.Join(dir, "link.csv")
	if err := os.WriteFile(data, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(data, link); err != nil {
		t.Skip("no links here: ", err)
	}
	tests := []struct {
		name    string
		inputs  []string
		outputs []string
		refused bool
	}{
		{"all different", []string{data}, []string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}, false},
		{"no outputs", []string{data}, []string{"", ""}, false},
		{"an input", []string{data}, []string{data}, true},
		{"an input by another path", []string{data}, []string{dir + "/./data.csv"}, true},
		{"an input by another name", []string{data}, []string{link}, true},
		{"two outputs", nil, []string{filepath.Join(dir, "a"), filepath.Join(dir, "a")}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			std, _, diag := streams()
			err := CheckOutputs(std, tt.inputs, tt.outputs...)
			if refused := errors.Is(err, ErrUsage); refused != tt.refused || refused != strings.Contains(diag.String(), "named twice") {
				t.Errorf("error %v, stderr %q; refused should be %t", err, diag, tt.refused)
			}
		})
	}
}
