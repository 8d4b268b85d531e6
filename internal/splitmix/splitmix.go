// Package splitmix scatters numbers over 64 bits: for samples, folds and keys that depend on
// nothing but a number and a seed.
package splitmix

// Mix is a bijection in which every bit of x changes half of the result's.
//
// Source: the finaliser of SplitMix64, G. Steele, D. Lea and C. Flood, "Fast Splittable
// Pseudorandom Number Generators" (2014), figure 17, with the constants of D. Stafford's
// variant 13.
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
