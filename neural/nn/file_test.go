package nn

import (
	"bytes"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"example.org/centipawn/internal/provenance"
)

// trained returns a file of a network that has made a step, so that its norms have means.
func trained(t testing.TB) *File {
	t.Helper()
	c := small(ByDense)
	n := newNetwork[float32](t, c)
	if _, err := NewTrainer(n).Step(newBatch[float32](c, 4), 0.01); err != nil {
		t.Fatal(err)
	}
	return &File{Encoding: "test", Tool: "test 1", Steps: 1, Settings: []provenance.Setting{{Name: "rate", Value: "0.01"}}, Network: n}
}

func encoded(t testing.TB, f *File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestFile: a network that was written and read is the same, bit by bit.
func TestFile(t *testing.T) {
	f := trained(t)
	path := filepath.Join(t.TempDir(), "n.network")
	if err := f.Write(path); err != nil {
		t.Fatal(err)
	}
	got, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(encoded(t, got), encoded(t, f)) || got.Encoding != "test" || got.Steps != 1 || len(got.Settings) != 1 {
		t.Errorf("read %+v", got)
	}
	b := newBatch[float32](f.Network.Config(), 3)
	want, out := f.Network.Forward(b.Planes, false), got.Network.Forward(b.Planes, false)
	for i, v := range want.Values {
		if out.Values[i] != v {
			t.Errorf("value %d: %g, before %g", i, out.Values[i], v)
		}
	}
}

// TestDecodeErrors: what is wrong with a file is said, and never a panic.
func TestDecodeErrors(t *testing.T) {
	good := encoded(t, trained(t))
	changed := bytes.Clone(good)
	changed[len(changed)-2] ^= 1
	nan := trained(t)
	nan.Network.Parameters()[0].Value[5] = float32(math.NaN())
	negative := trained(t)
	negative.Network.value.layers[1].(*norm[float32]).variance.Value[0] = -1
	for want, data := range map[string][]byte{
		"no network":                     []byte("PK\x03\x04"),
		"ends within its second line":    good[:40],
		"bytes of numbers":               good[:len(good)-1],
		"at least":                       good[:len(good)/2],
		"SHA-256 is another one":         changed,
		"stem.weight[5] is NaN":          encoded(t, nan),
		"does not write":                 bytes.Replace(good, []byte(`"tool"`), []byte(`"author"`), 1),
		"in another order":               bytes.Replace(good, []byte(`"tool"`), []byte(`"Tool"`), 1),
		"after top-level value":          bytes.Replace(good, []byte("}\n"), []byte("} 1\n"), 1),
		"0 planes":                       bytes.Replace(good, []byte(`"planes":3`), []byte(`"planes":0`), 1),
		"arrays are not those":           bytes.Replace(good, []byte(`"channels":4`), []byte(`"channels":3`), 1),
		"value.norm.variance has -1":     encoded(t, negative),
		"neither planes, dense nor conv": bytes.Replace(good, []byte(`"policy":"dense"`), []byte(`"policy":"flat"`), 1),
	} {
		if _, err := Decode("n.network", data); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "n.network: ") {
			t.Errorf("want %q, error %v", want, err)
		}
	}
}

// FuzzDecode: no bytes make it panic, and what is read can be written.
func FuzzDecode(f *testing.F) {
	good := encoded(f, trained(f))
	f.Add(good)
	f.Add(good[:300])
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := Decode("f", data); err == nil {
			encoded(t, n)
		}
	})
}
