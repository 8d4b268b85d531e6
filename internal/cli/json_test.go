package cli

import (
	"bytes"
	"math"
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
		}{"<b>"}, `{"version":2,"a":"\u003cb\u003e"}` + "\n"},
		{struct{}{}, `{"version":2}` + "\n"},
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

// TestNotFinite: what JSON cannot hold is null, wherever it stands, and the object stays as it was.
func TestNotFinite(t *testing.T) {
	type inner struct {
		V    float64 `json:"v"`
		list []float64
	}
	inf := math.Inf(1)
	object := &struct {
		inner
		Of   *inner             `json:"of"`
		None *inner             `json:"none"`
		List []float64          `json:"list"`
		Map  map[string]float32 `json:"map"`
		Any  any                `json:"any"`
		Two  [2]float64         `json:"two"`
		Text string             `json:"text"`
	}{inner{inf, nil}, &inner{-inf, nil}, nil, []float64{1, math.NaN()}, map[string]float32{"a": float32(inf), "b": 2}, []inner{{V: inf}}, [2]float64{3, inf}, "t"}
	var b bytes.Buffer
	want := `{"version":2,"v":null,"of":{"v":null},"none":null,"list":[1,null],"map":{"a":null,"b":2},"any":[{"v":null}],"two":[3,null],"text":"t"}` + "\n"
	if err := WriteJSON(&b, object); err != nil || b.String() != want {
		t.Errorf("%q, %v, want %q", b.String(), err, want)
	}
	if object.V != inf || object.Of.V != -inf || !math.IsNaN(object.List[1]) || object.Map["a"] != float32(inf) {
		t.Errorf("the object was changed: %+v", object)
	}
}
