package filter

// Salts keep the random choices of filters apart.
const (
	saltGame    = 0x67616d65
	saltBalance = 0x6d6978
)

// rank returns the random number of a sample, which depends on its position, its
// game and the seed.
func (s *Selection) rank(d *Digest, salt uint64) uint64 {
	return mix(mix(s.seed^salt<<32) ^ mix(d.key^mix(uint64(d.game))))
}

// mix scatters x over all 64 bits.
//
// Source: the finaliser of SplitMix64, G. Steele, D. Lea, C. Flood, "Fast
// Splittable Pseudorandom Number Generators" (2014), figure 17.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
