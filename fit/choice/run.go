package choice

// A run is the rows of a root as they come.
type run struct {
	key    uint64 // of source and tree; 0: no rows yet
	root   Root
	weight float64 // sum over the moves
	moves  []Move
	column []uint16 // of all moves
	count  []float32
	ends   []int // of each move
}

func (r *run) clear() {
	*r = run{moves: r.moves[:0], column: r.column[:0], count: r.count[:0], ends: r.ends[:0]}
}

// finish sets the entries of the moves.
func (r *run) finish() {
	from := 0
	for i, to := range r.ends {
		r.moves[i].Columns, r.moves[i].Counts = r.column[from:to], r.count[from:to]
		from = to
	}
	r.root.Weight = r.weight / float64(len(r.moves))
}

// join appends the rows of o, which are of the same root.
func (r *run) join(o *run) {
	at := len(r.column)
	for _, end := range o.ends {
		r.ends = append(r.ends, at+end)
	}
	r.moves, r.weight = append(r.moves, o.moves...), r.weight+o.weight
	r.column, r.count = append(r.column, o.column...), append(r.count, o.count...)
}
