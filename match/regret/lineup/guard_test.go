package lineup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReadGuard: the verdict of what weights diff -json prints is read, and what cannot be one says why.
func TestReadGuard(t *testing.T) {
	path := filepath.Join(t.TempDir(), "guard.json")
	read := func(text string) error {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := ReadGuard(path)
		return err
	}
	good := `"guard":{"k":1,"forecast":{"word":"a toss-up","prior":{"slope":9,"curve":60,"var":[[900,0],[0,400]]},"squared":0.001}}`
	if err := read("{" + good + "}"); err != nil {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"[]":                            "cannot unmarshal",
		"{}":                            "no verdict of the guard",
		`{"guard":{}}`:                  "no verdict of the guard",
		`{"predicted":{},` + good + "}": "has regret in it already",
		`{"guard":{"forecast":{"prior":{"curve":60}}}}`:               "mean squared change is 0",
		`{"guard":{"forecast":{"squared":9,"prior":{"curve":60}}}}`:   "mean squared change is 9",
		`{"guard":{"forecast":{"squared":1e-3,"prior":{"curve":0}}}}`: "mean squared change is 0.001",
	} {
		if err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
