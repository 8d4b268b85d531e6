package cli

import (
	"os/exec"
	"testing"
)

// TestQuote: a shell takes a quoted text for the text, and a plain one has no quotes.
func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"dir/new-1.2.json": "dir/new-1.2.json", "a,b": "a,b", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "a=b": "'a=b'", "~": "'~'",
	} {
		if got := Quote(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("needs a shell")
	}
	for _, text := range []string{"new.json", "", "a b", "it's", `$(touch x) "y" \n`, "<script>alert(1)</script>", "a\nb", "`id`", "ä", "{a,b}", "!", "'", "a\tb", "*"} {
		got, err := exec.Command(sh, "-c", "printf %s "+Quote(text)).Output()
		if err != nil || string(got) != text {
			t.Errorf("%q became %q: %v", text, got, err)
		}
	}
}
