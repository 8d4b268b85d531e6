package client

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	if os.PathSeparator == '\\' {
		t.Skip("here a backslash stands between folders")
	}
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"gnuchess -u", []string{"gnuchess", "-u"}},
		{`"/opt/my engines/sf 17" --threads 2`, []string{"/opt/my engines/sf 17", "--threads", "2"}},
		{`'/opt/my engines/sf 17' -c 'a b'`, []string{"/opt/my engines/sf 17", "-c", "a b"}},
		{`/opt/my\ engines/sf\ \(17\) x`, []string{"/opt/my engines/sf (17)", "x"}},
		{`/opt/"my engines"/'sf 17' --net="a b"`, []string{"/opt/my engines/sf 17", "--net=a b"}},
		{`a" "b`, []string{"a b"}},
		{`""`, []string{""}},
		{`bob's -x`, []string{"bob's", "-x"}},
		{`C:\sf\engine`, []string{`C:\sf\engine`}},
		{`a\\b`, []string{`a\b`}},
		{`"a \"b\" \\ \c"`, []string{`a "b" \ \c`}},
		{`'a\b"'`, []string{`a\b"`}},
		{"  \t", nil},
		{`x\`, []string{`x\`}},
	} {
		if got, err := Words(tt.text); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, %v, want %q", tt.text, got, err, tt.want)
		}
	}
	if _, err := Words(`a "b c`); err == nil || !strings.Contains(err.Error(), `begin with "b c do not end`) {
		t.Errorf("quotes without an end: %v", err)
	}
	for _, word := range []string{"", "plain", "a b", `a"b`, `a\b`, `a\ b`, "a,b", "it's", "'x'", "é ü"} {
		if got, err := Words(QuoteWord(word)); err != nil || len(got) != 1 || got[0] != word {
			t.Errorf("%q is written %s, and read %q, %v", word, QuoteWord(word), got, err)
		}
	}
}

func TestSplitOutside(t *testing.T) {
	for text, want := range map[string][]string{
		"a,b=c,d":                {"a", "b=c", "d"},
		`"a,b",c="d,e" f,g='h,'`: {`"a,b"`, `c="d,e" f`, `g='h,'`},
		"":                       {""},
		"a,":                     {"a", ""},
		"it's,Bob's":             {"it's", "Bob's"},
	} {
		if got, err := SplitOutside(text, ','); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v, want %q", text, got, err, want)
		}
	}
}
