package penalty

import "gonum.org/v1/gonum/mat"

// Chains are weights that do not fall in the order in which they stand. A search moves a point in
// place of them: the lowest of a chain and the steps from each to the next, which bounds keep from
// falling.
type Chains [][]int

// Weights appends to w what a point stands for.
func (c Chains) Weights(point, w []float64) []float64 {
	w = append(w, point...)
	for _, chain := range c {
		for k, j := range chain[1:] {
			w[j] += w[chain[k]]
		}
	}
	return w
}

// Point is the inverse of Weights; steps that fall become 0.
func (c Chains) Point(w []float64) []float64 {
	p := append([]float64(nil), w...)
	for _, chain := range c {
		at := w[chain[0]]
		for _, j := range chain[1:] {
			p[j] = max(0, w[j]-at)
			at += p[j]
		}
	}
	return p
}

// Pull turns derivatives by weights into those by the point.
func (c Chains) Pull(g []float64) {
	for _, chain := range c {
		for k := len(chain) - 1; k > 0; k-- {
			g[chain[k-1]] += g[chain[k]]
		}
	}
}

// PullSym is Pull for second derivatives: the rows, then the columns.
func (c Chains) PullSym(h *mat.SymDense) {
	if len(c) == 0 {
		return
	}
	n := h.SymmetricDim()
	full := mat.NewDense(n, n, nil)
	full.Copy(h)
	for range 2 {
		for _, chain := range c {
			for k := len(chain) - 1; k > 0; k-- {
				to := full.RawRowView(chain[k-1])
				for i, v := range full.RawRowView(chain[k]) {
					to[i] += v
				}
			}
		}
		full.CloneFrom(full.T())
	}
	for i := range n {
		for j := i; j < n; j++ {
			h.SetSym(i, j, full.At(i, j))
		}
	}
}
