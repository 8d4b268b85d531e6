package matrix

// Entries returns the number of stored counts.
func (s *Set) Entries() (n int64) {
	for _, ref := range s.blocks {
		if ref.block == 0 {
			n += ref.matrix.entries
		}
	}
	return n
}
