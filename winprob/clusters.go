package winprob

// clusterSums are the sums of vectors over the rows of each cluster. The
// standard errors are those of the sandwich: whatever the rows of a game have to
// do with one another, games have to be independent.
//
// Source: K.-Y. Liang, S. Zeger, "Longitudinal Data Analysis Using Generalized
// Linear Models" (1986).
type clusterSums struct {
	width int
	index clusterIndex
	sum   []float64 // a vector for each cluster, in the order of their first rows
}

// sumClusters sums vectors of the given width over clusters; score writes those
// of rows lo to hi, on several goroutines.
func (p *Points) sumClusters(width, threads int, score func(lo, hi int, u []float64)) *clusterSums {
	const window = 32 * chunkRows // bounds the memory
	t := &clusterSums{width: width}
	u := make([]float64, width*min(p.Rows(), window))
	for at := 0; at < p.Rows(); at += window {
		rows := min(window, p.Rows()-at)
		forChunks(rows, threads, func(_, lo, hi int) { score(at+lo, at+hi, u[lo*width:hi*width]) })
		if p.Cluster == nil {
			t.sum = append(t.sum, u[:rows*width]...)
			continue
		}
		t.add(p.Cluster[at:at+rows], u)
	}
	return t
}

// add adds a vector of u for each row.
func (t *clusterSums) add(cluster []uint32, u []float64) {
	for i, c := range cluster {
		at := t.index.of(c) * t.width
		row := u[i*t.width : (i+1)*t.width]
		if at == len(t.sum) {
			t.sum = append(t.sum, row...)
			continue
		}
		for j, v := range row {
			t.sum[at+j] += v
		}
	}
}

// clusters returns their number.
func (t *clusterSums) clusters() int { return len(t.sum) / t.width }

// meat returns G/(G−1)·Σ u·uᵀ over the G clusters, in rows.
func (t *clusterSums) meat() []float64 {
	m := make([]float64, t.width*t.width)
	for at := 0; at < len(t.sum); at += t.width {
		u := t.sum[at : at+t.width]
		for a, x := range u {
			for b, y := range u {
				m[a*t.width+b] += x * y
			}
		}
	}
	g := float64(t.clusters())
	for j := range m {
		m[j] *= g / (g - 1)
	}
	return m
}

// A clusterIndex numbers clusters from 0 in the order of their appearance. It is
// a hash table with open addressing, three times as fast here as a map. The
// zero value is empty.
type clusterIndex struct {
	slots []clusterSlot // a power of two, at most half of them taken
	n     int
}

type clusterSlot struct {
	cluster uint32
	number  uint32 // counted from 1; 0 is an empty slot
}

// of returns the number of a cluster, a new one if it has none.
func (x *clusterIndex) of(cluster uint32) int {
	if 2*x.n >= len(x.slots) {
		x.grow()
	}
	s := x.slot(cluster)
	if s.number == 0 {
		x.n++
		*s = clusterSlot{cluster, uint32(x.n)}
	}
	return int(s.number) - 1
}

// slot returns the slot of a cluster, or the empty one for it.
func (x *clusterIndex) slot(cluster uint32) *clusterSlot {
	mask := uint32(len(x.slots) - 1)
	const golden = 0x9E3779B9 // spreads neighbours; D. Knuth, "The Art of Computer Programming" 3 (1973), 6.4
	h := cluster * golden
	for i := (h ^ h>>16) & mask; ; i = (i + 1) & mask {
		if s := &x.slots[i]; s.number == 0 || s.cluster == cluster {
			return s
		}
	}
}

func (x *clusterIndex) grow() {
	old := x.slots
	x.slots = make([]clusterSlot, max(1024, 2*len(old)))
	for _, s := range old {
		if s.number != 0 {
			*x.slot(s.cluster) = s
		}
	}
}
