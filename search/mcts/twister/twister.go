// Package twister makes what a Mersenne twister makes when it is seeded: for a fault of a published program, which did
// that at every level of its tree.
package twister

// Generator is the state of a Mersenne twister, made again at every level: what that costs, not
// what it draws.
//
// Source: M. Matsumoto, T. Nishimura, "Mersenne Twister" (ACM Transactions on Modeling and Computer
// Simulation 8, 1998).
type Generator [624]uint32

// Seed fills the state, and makes the first batch of numbers.
func (g *Generator) Seed(seed uint32) {
	g[0] = seed
	for i := 1; i < len(g); i++ {
		g[i] = 1812433253*(g[i-1]^g[i-1]>>30) + uint32(i)
	}
	for i := range g {
		y := g[i]&(1<<31) | g[(i+1)%len(g)]&(1<<31-1)
		g[i] = g[(i+397)%len(g)] ^ y>>1 ^ -(y&1)&0x9908b0df
	}
}
