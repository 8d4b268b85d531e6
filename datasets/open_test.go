package datasets_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/input"
	"example.org/centipawn/datasets/text"
)

// A text comes out decompressed, with the hash of what went in.
func TestOpenText(t *testing.T) {
	for name, raw := range map[string][]byte{
		"plain": []byte(twoRows), "zstd": zstdOf(t, []byte(twoRows)), "gzip": gzipOf(t, []byte(twoRows)), "bzip2": bzip2Of(t),
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, raw, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, from := range []string{path, "-"} {
			text, err := input.OpenText(from, bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(text)
			if err != nil || string(got) != twoRows {
				t.Errorf("%s, %s: %q, %v", name, from, got, err)
			}
			want := sha256.Sum256(raw)
			if sum, err := text.Sum(); err != nil || sum != hex.EncodeToString(want[:]) {
				t.Errorf("%s, %s: sum %s, %v", name, from, sum, err)
			}
			if text.Raw() != int64(len(raw)) {
				t.Errorf("%s, %s: %d raw bytes of %d", name, from, text.Raw(), len(raw))
			}
			if err := text.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// The hash of a file that was left early is of all of it; of a stream there is
// none.
func TestOpenTextLeftEarly(t *testing.T) {
	raw := []byte(strings.Repeat(twoRows, 20_000))
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, raw, 0o666); err != nil {
		t.Fatal(err)
	}
	whole := sha256.Sum256(raw)
	for from, want := range map[string]string{path: hex.EncodeToString(whole[:]), "-": ""} {
		text, err := input.OpenText(from, bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(text, make([]byte, 10)); err != nil {
			t.Fatal(err)
		}
		if sum, err := text.Sum(); err != nil || sum != want {
			t.Errorf("%s: sum %q, %v, want %q", from, sum, err, want)
		}
		text.Close()
	}
}

func TestOpenTextErrors(t *testing.T) {
	var line *datasets.LineError
	_, err := input.OpenText("no-such-file", nil)
	if !errors.As(err, &line) || line.File != "no-such-file" || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	raw := zstdOf(t, []byte(strings.Repeat(twoRows, 1000)))
	text, err := input.OpenText("-", bytes.NewReader(raw[:len(raw)-5]))
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	if _, err := io.ReadAll(text); !errors.Is(err, datasets.ErrTruncated) {
		t.Errorf("a truncated archive: %v", err)
	}
}

// What other readers parse is what this package's do.
func TestParseForOthers(t *testing.T) {
	if r, e, err := text.ParseTarget([]byte("1/2-1/2")); r != datasets.Draw || e == e || err != nil {
		t.Errorf("%v %v %v", r, e, err)
	}
	if r, e, err := text.ParseTarget([]byte("0.25")); r != datasets.Unknown || e != 0.25 || err != nil {
		t.Errorf("%v %v %v", r, e, err)
	}
	if _, _, err := text.ParseTarget([]byte("-1")); !errors.Is(err, datasets.ErrResult) {
		t.Errorf("%v", err)
	}
	for in, want := range map[string]int{"-56": -56, "#3": 31997, "#-2": -31998} {
		if s, err := text.ParseScore([]byte(in)); int(s) != want || err != nil {
			t.Errorf("%s: %d, %v", in, s, err)
		}
	}
	for _, in := range []string{"#0", "#-0", "x"} {
		if s, err := text.ParseScore([]byte(in)); !errors.Is(err, datasets.ErrScore) {
			t.Errorf("%s: %v, %v", in, s, err)
		}
	}
	csv := "fen,eval,game\n" + white + ",1,g7\n" + black + ",2,12\n"
	samples := datasets.NewReader("folder/a.csv", strings.NewReader(csv), datasets.Options{}).All()
	var games []uint32
	for s, err := range samples {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, s.Game)
	}
	if games[0] != game.Hash([]byte("g7"), "b.csv") || games[1] != game.Hash([]byte("12"), "a.csv") ||
		games[1] == game.Hash([]byte("12"), "b.csv") {
		t.Errorf("games %v", games)
	}
}
