package resume

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func TestDifferences(t *testing.T) {
	for _, tt := range []struct {
		name, before, now string
		want              []string
	}{
		{"none", `{"a": 1, "b": [true, "x"]}`, `{"b":[true,"x"],"a":1}`, nil},
		{"a value", `{"a": 1}`, `{"a": 1.5}`, []string{"a: 1 before, 1.5 now"}},
		{"a large number", `{"seed": 18446744073709551615}`, `{"seed": 18446744073709551614}`, []string{"seed: 18446744073709551615 before, 18446744073709551614 now"}},
		{"deep", `{"rules": {"draw": 10}}`, `{"rules": {"draw": 20}}`, []string{"rules.draw: 10 before, 20 now"}},
		{"of a list", `{"l": [1, 2]}`, `{"l": [1, 3, 4]}`, []string{"l.2: 2 before, 3 now", "l.3: none before, 4 now"}},
		{"gone", `{"from": ["x"], "n": 1}`, `{"n": 1}`, []string{`from.1: "x" before, none now`}},
		{"null is none", `{"gate": null}`, `{"gate": {"elo1": 5}}`, []string{"gate.elo1: none before, 5 now"}},
		{"empty text is a value", `{"a": ""}`, `{}`, []string{`a: "" before, none now`}},
		{"sorted", `{"b": 1, "a": 1}`, `{"b": 2, "a": 2}`, []string{"a: 1 before, 2 now", "b: 1 before, 2 now"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Differences([]byte(tt.before), []byte(tt.now))
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("got %q, error %v, want %q", got, err, tt.want)
			}
		})
	}
	for _, bad := range []string{"", "{", "no JSON"} {
		if list, err := Differences([]byte(bad), []byte("{}")); err == nil {
			t.Errorf("%q: %q and no error", bad, list)
		}
	}
}

func TestOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	first, err := Open(path, os.O_APPEND)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.WriteString("kept"); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		if second, err := Open(path, 0); err == nil {
			t.Error("opened twice", second.Close())
		}
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(path, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "kept" {
		t.Errorf("content %q, error %v", text, err)
	}
	if _, err := Open(filepath.Join(path, "below"), 0); err == nil {
		t.Error("a file below a file was opened")
	}
}

// TestTry: a lock says whether its run is at work, and by which command; looking at it changes nothing.
func TestTry(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.lock")
	if h, err := Try(path); err != nil || h.Known {
		t.Errorf("no lock: %+v, %v", h, err)
	}
	lock, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	want := append([]string{filepath.Base(os.Args[0])}, os.Args[1:]...)
	held, err := Try(path)
	if err != nil {
		t.Fatal(err)
	}
	if !held.Known {
		t.Skip("needs locks: this system has none")
	}
	if !held.Held || !slices.Equal(held.Command, want) {
		t.Errorf("held: %+v", held)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if h, err := Try(path); err != nil || h.Held || !slices.Equal(h.Command, want) {
			t.Errorf("free: %+v, %v", h, err)
		}
	}
	if err := os.WriteFile(path, nil, 0o644); err != nil { // of an older version
		t.Fatal(err)
	}
	if h, err := Try(path); err != nil || !h.Known || h.Held || h.Command != nil {
		t.Errorf("empty: %+v, %v", h, err)
	}
}
