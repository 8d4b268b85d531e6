package matrix

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"
)

// Floats of a folder that somebody else wrote are checked when they are read; NaN is an
// expected score that is not known.
func TestFloatsOnDisk(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, tt := range []struct {
		array array
		value float64
		want  string // "": it is right
	}{
		{arrExpected, 0, ""},
		{arrExpected, 1, ""},
		{arrExpected, 0.625, ""},
		{arrExpected, nan, ""},
		{arrExpected, 1.0001, "expected score 1.0001: want 0 to 1, or NaN for none"},
		{arrExpected, -0.5, "expected score -0.5: want 0 to 1, or NaN for none"},
		{arrExpected, inf, "expected score +Inf: want 0 to 1, or NaN for none"},
		{arrWeight, 0, ""},
		{arrWeight, -0.5, "weight -0.5: want a finite number, not negative"},
		{arrWeight, nan, "weight NaN: want a finite number, not negative"},
		{arrWeight, inf, "weight +Inf: want a finite number, not negative"},
		{arrOffset, -1e6, ""},
		{arrOffset, 1000001, "offset 1.000001e+06: want -1000000 to 1000000 centipawns"},
		{arrOffset, nan, "offset NaN: want -1000000 to 1000000 centipawns"},
		{arrData, 1e30, ""},
		{arrData, nan, `column "b": count NaN cannot be stored as float32`},
		{arrData, -inf, `column "b": count -Inf cannot be stored as float32`},
	} {
		t.Run(fmt.Sprint(tt.array.file(), tt.value), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "x.matrix")
			s := testSchema(2, Float32, WithExpected|WithWeight|WithOffset)
			s.Columns[1].Name = "b"
			b := new(Block)
			randomBlock(rand.New(rand.NewPCG(4, 1)), &s, 3, 1, b)
			b.Start, b.Columns, b.Counts = []int64{0, 0, 1, 1}, []uint16{1}, []float32{2}
			b.Expected, b.Weight, b.Offset = []float32{0.5, 0.25, 0.75}, []float32{1, 1, 1}, []float32{0, 0, 0}
			writeDir(t, dir, s, []*Block{b}, Shard{})
			at := npyHeader + 4
			if tt.array == arrData {
				at = npyHeader
			}
			apply(t, filepath.Join(dir, tt.array.file()), func(file []byte) []byte {
				binary.LittleEndian.PutUint32(file[at:], math.Float32bits(float32(tt.value)))
				return file
			})
			err := readAll(dir)
			if tt.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if want := filepath.Join(dir, tt.array.file()) + ": row 1: " + tt.want; err == nil || err.Error() != want {
				t.Errorf("got  %v\nwant %s", err, want)
			}
		})
	}
}
