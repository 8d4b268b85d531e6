package matrix

import (
	"errors"

	"example.org/centipawn/internal/memory"
)

// Copy writes the blocks of a set to w, without closing it.
func Copy(w Writer, s *Set) error {
	var b Block
	return memory.Guard(func() error {
		for i := range s.Blocks() {
			if err := s.ReadBlock(i, &b); err != nil {
				return err
			}
			if err := w.Write(&b); err != nil {
				return err
			}
		}
		return nil
	})
}

// Merge writes matrices, joined by [Join], as one folder. That of the shards of an
// extraction has the bytes that the extraction in one piece would have written.
func Merge(dir string, ms ...*Matrix) error {
	s, err := Join(ms...)
	if err != nil {
		return err
	}
	w, err := Create(dir, s.Schema(), Shard{})
	if err != nil {
		return err
	}
	if err := Copy(w, s); err != nil {
		return errors.Join(err, w.Abort())
	}
	return w.Close(s.Provenance())
}
