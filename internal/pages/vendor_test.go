package pages

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"strings"
	"testing"
)

// A vendored package is one of assets/vendor/manifest.json.
type vendored struct {
	Name, Version, Licence, Author, Source, Package string
	Files                                           []struct{ Name, Hash, Licence, Author, From string }
}

// TestVendored: what is not ours is as it came, with its licence; nothing else is there.
func TestVendored(t *testing.T) {
	const dir = "assets/vendor/"
	text, err := fs.ReadFile(files, dir+"manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []vendored
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{dir + "manifest.json": true}
	for _, v := range list {
		if v.Name == "" || v.Version == "" || v.Licence != "MIT" || v.Author == "" || !strings.HasPrefix(v.Source, "https://") || !strings.HasPrefix(v.Package, "sha512-") {
			t.Errorf("%+v: incomplete, or of another licence", v)
		}
		for _, f := range v.Files {
			path := dir + v.Name + "/" + f.Name
			listed[path] = true
			text, err := fs.ReadFile(files, path)
			if err != nil {
				t.Error(err)
				continue
			}
			sum := sha256.Sum256(text)
			if got := "sha256-" + base64.StdEncoding.EncodeToString(sum[:]); got != f.Hash {
				t.Errorf("%s: hash %s, the manifest says %s", path, got, f.Hash)
			}
			if f.Licence != "" && (f.Licence != "CC BY-SA 3.0" || f.Author == "" || !strings.Contains(string(text), f.Licence)) {
				t.Errorf("%s: licence %q by %q", path, f.Licence, f.Author)
			}
		}
		if !listed[dir+v.Name+"/LICENSE"] {
			t.Errorf("%s: without its licence", v.Name)
		}
	}
	err = fs.WalkDir(files, "assets/vendor", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !listed[path] {
			t.Errorf("%s is not in the manifest", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
