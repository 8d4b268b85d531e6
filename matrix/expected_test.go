package matrix

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// Expected scores of a folder that somebody else wrote are checked when they are
// read; NaN is one that is not known.
func TestExpectedOnDisk(t *testing.T) {
	for _, tt := range []struct {
		value float32
		bad   bool
	}{{0, false}, {1, false}, {0.63, false}, {none, false}, {1.0001, true}, {-0.5, true}, {float32(math.Inf(1)), true}} {
		t.Run(fmt.Sprint(tt.value), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "x.matrix")
			s := testSchema(2, Int8, WithExpected)
			b := new(Block)
			randomBlock(rand.New(rand.NewPCG(4, 1)), &s, 3, 1, b)
			b.Expected = []float32{0.5, 0.25, 0.75}
			writeDir(t, dir, s, []*Block{b}, Shard{})
			apply(t, filepath.Join(dir, "expected.npy"), func(file []byte) []byte {
				binary.LittleEndian.PutUint32(file[npyHeader+4:], math.Float32bits(tt.value))
				return file
			})
			err := readAll(dir)
			want := fmt.Sprintf("%s: block 0: expected.npy: expected score %v: want 0 to 1, or NaN for none", dir, tt.value)
			if tt.bad && (err == nil || err.Error() != want) {
				t.Errorf("got  %v\nwant %s", err, want)
			}
			if !tt.bad && err != nil {
				t.Error(err)
			}
		})
	}
}
