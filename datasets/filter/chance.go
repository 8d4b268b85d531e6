package filter

import "example.org/centipawn/internal/splitmix"

// Salts keep the random choices of filters apart.
const (
	saltGame    = 0x67616d65
	saltBalance = 0x6d6978
)

// rank returns the random number of a sample, which depends on its position, its
// game and the seed.
func (s *Selection) rank(d *Digest, salt uint64) uint64 {
	return splitmix.Mix(splitmix.Mix(s.seed^salt<<32) ^ splitmix.Mix(d.key^splitmix.Mix(uint64(d.game))))
}
