package campaign

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSettings: fields are named by their tags; a field without a name is refused, so that none is forgotten.
func TestSettings(t *testing.T) {
	book := filepath.Join(t.TempDir(), "book")
	if err := os.WriteFile(book, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	const sum = "book e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" // of no bytes
	type within struct {
		Book string `resume:"Book,files"`
		Free int    `resume:"-"`
	}
	for _, tt := range []struct {
		options any
		want    string
	}{
		{struct {
			A int           `resume:"a"`
			B time.Duration `resume:"b,text"`
			C int           `json:"c"`
			D int           `resume:"-"`
			E int           `resume:"e,omitempty"`
			F []string      `resume:"f,files"`
		}{A: 1, B: time.Second, F: []string{book}}, `{"format":"x 1","a":1,"b":"1s","c":0,"f":["` + sum + `"]}`},
		{struct {
			W within `json:"w"`
		}{within{book, 3}}, `{"format":"x 1","w":{"Book":"` + sum + `"}}`},
		{struct {
			W within `json:"w"`
		}{}, `{"format":"x 1","w":{"Book":""}}`},
		{struct{ Forgotten int }{}, "Forgotten: no tag says"},
		{struct {
			A []string `resume:"a,file"`
		}{}, `A: tag resume: "file": want omitempty, text, files`},
		{struct {
			A int `resume:"-,omitzero"`
		}{}, `"omitzero": want`},
		{struct {
			F string `resume:"f,files"`
		}{"absent"}, "absent"},
	} {
		s, err := SettingsOf("x 1", tt.options)
		text, failed := json.Marshal(s)
		if got := string(text); failed != nil || got != tt.want && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %s, %v, want %s", fmt.Sprintf("%T", tt.options), got, err, tt.want)
		}
	}
}
