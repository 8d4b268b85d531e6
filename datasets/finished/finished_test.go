package finished_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/datasets/finished"
)

type report struct{ Rows int }

// A file is its run's own if settings, report and bytes are; all else is refused.
func TestLoad(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.epd")
	settings := []byte(`{"nodes":100}`)
	if ok, err := finished.Load(path, settings, new(report), nil); ok || err != nil {
		t.Fatalf("without a file: %v, %v", ok, err)
	}
	write(t, path, "a row\n")
	if err := finished.Store(path, settings, report{Rows: 1}); err != nil {
		t.Fatal(err)
	}
	var r report
	if ok, err := finished.Load(path, settings, &r, nil); !ok || err != nil || r.Rows != 1 {
		t.Fatalf("%v, %v, %+v", ok, err, r)
	}
	rows := func() []string { return []string{"rows: 1 before, 2 now"} }
	refused(t, path, `{"nodes":90}`, nil, "made with other settings: nodes: 100 before, 90 now")
	refused(t, path, `{"nodes":100}`, rows, "made with other settings: rows: 1 before, 2 now")
	write(t, path, "another row\n")
	refused(t, path, `{"nodes":100}`, nil, "changed since it was made")
	write(t, path+finished.ReportEnding, "notes")
	refused(t, path, `{"nodes":100}`, nil, "no report of this program")
}

func refused(t *testing.T, path, settings string, differ func() []string, why string) {
	t.Helper()
	ok, err := finished.Load(path, []byte(settings), new(report), differ)
	if ok || !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), why) {
		t.Errorf("%v, error %v, want one with %q", ok, err, why)
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
