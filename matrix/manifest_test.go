package matrix

import (
	"strings"
	"testing"
)

// TestManyBlocks: a manifest with more blocks than a matrix can have is refused; one with as many is not for that.
func TestManyBlocks(t *testing.T) {
	m, err := Open(smallFolder(t))
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for _, tt := range []struct {
		blocks int
		want   string
	}{
		{maxBlocks + 1, "524289 blocks: at most 524288"},
		{maxBlocks, "the blocks have 0 rows, the matrix 3"},
	} {
		m.blocks = make([]int, tt.blocks)
		text, err := encodeManifest(m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = decodeManifest(text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%d blocks: %v, want %s", tt.blocks, err, tt.want)
		}
	}
}
