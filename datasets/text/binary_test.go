package text_test

import (
	"strings"
	"testing"

	"example.org/centipawn/datasets"
)

// first reads the first sample of a file.
func first(name, content string) (datasets.Sample, error) {
	for s, err := range datasets.NewReader(name, strings.NewReader(content), datasets.Options{}).All() {
		return s, err
	}
	return datasets.Sample{}, nil
}

// TestUnreadable: a file that is not text is named by what it is, and nothing of it is printed.
func TestUnreadable(t *testing.T) {
	zeros := strings.Repeat("\x00\x01\x02", 500)
	for content, want := range map[string]string{
		"\x7fELF\x02\x01" + zeros:    "a:1: cannot read: it is a program",
		"PK\x03\x04\x14" + zeros:     "a:1: cannot read: it is a zip archive: unpack it",
		"\x93NUMPY\x01\x00v{'descr'": "a:1: cannot read: it is an array of NumPy: pass the folder of the matrix",
		"secret" + zeros:             "a:1: cannot read: it is binary, and neither of [",
		"some,text\n1,2\n":           "a:1: no such column for the position: the header \"some, text\"",
	} {
		if _, err := first("a", content); err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%.12q: %v, want %s", content, err, want)
		}
	}
}

// TestResultsAlone: a header that names results and no other unknown column needs no score.
func TestResultsAlone(t *testing.T) {
	const fen = "8/8/4k3/8/4K3/4P3/8/8 w - - 0 60"
	s, err := first("a.csv", "fen,Result,game\n"+fen+",1-0,7\n")
	if err != nil || s.Result != datasets.WhiteWins {
		t.Errorf("results alone: %v, %v", s.Result, err)
	}
	_, err = first("a.csv", "fen,result,sf\n"+fen+",1-0,31\n")
	if err == nil || !strings.Contains(err.Error(), "or pass -score - if there are results alone") {
		t.Errorf("a column that may be the score: %v", err)
	}
}
