package cli

import (
	"bytes"
	"testing"
)

// TestWriteJSON: every object has its version, and what is not an object has none.
func TestWriteJSON(t *testing.T) {
	for _, tt := range []struct {
		object any
		want   string
	}{
		{struct {
			A string `json:"a"`
		}{"<b>"}, `{"version":1,"a":"\u003cb\u003e"}` + "\n"},
		{struct{}{}, `{"version":1}` + "\n"},
		{[]int{1}, ""},
		{(*struct{})(nil), ""},
		{func() {}, ""},
	} {
		var b bytes.Buffer
		if err := WriteJSON(&b, tt.object); b.String() != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("WriteJSON(%T) = %q, %v, want %q", tt.object, b.String(), err, tt.want)
		}
	}
}
