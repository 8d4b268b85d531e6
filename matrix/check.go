package matrix

import (
	"context"
	"fmt"
	"hash/crc32"
	"slices"

	"example.org/centipawn/internal/memory"
)

// Check reads the whole matrix: values as [Matrix.ReadBlock] checks them, and, of a folder
// whose manifest has checksums, whether its arrays are those that were written. It
// reports whether there are checksums.
func (m *Matrix) Check(ctx context.Context) (sums bool, err error) {
	var b Block
	for i := range m.blocks {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if err := m.ReadBlock(i, &b); err != nil {
			return false, err
		}
	}
	s, onDisk := m.store.(*folderStore)
	if !onDisk || len(m.sums) == 0 {
		return false, nil
	}
	for a := range numArrays {
		if want, ok := m.sums[arrayTypes[a].name]; ok && a.present(&m.schema) {
			if err := s.checkSum(ctx, a, want); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// checkSum compares the checksum of an array.
func (s *folderStore) checkSum(ctx context.Context, a array, want uint32) error {
	var sum uint32
	err := memory.Guard(func() error {
		for part := range slices.Chunk(s.arrays[a].values, 1<<24) {
			if ctx.Err() != nil {
				break
			}
			sum = crc32.Update(sum, crc32.IEEETable, part)
		}
		return ctx.Err()
	})
	if err == nil && sum != want {
		err = fmt.Errorf("%s: checksum (CRC-32) %d, the manifest says %d: the file has changed since it was written", s.path(a), sum, want)
	}
	return err
}
