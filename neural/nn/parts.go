package nn

import "sync"

// A batch may be trained in parts, several at a time: each part's norms take the moments of the part,
// and the parts' derivatives are added in their order. So the sums do not depend on the number of
// threads.
//
// Source: moments of parts of a batch are the "ghost batches" of E. Hoffer, I. Hubara and D. Soudry,
// "Train longer, generalize better" (2017).

// inParts is gradient of a batch of more than one part.
func (t *Trainer[F]) inParts(b *Batch[F]) (sum Loss) {
	all := len(b.Value)
	n := t.partsOf(all)
	for len(t.parts) < n {
		t.parts = append(t.parts, t.partner())
	}
	for len(t.losses) < n {
		t.losses = append(t.losses, Loss{})
	}
	threads := min(max(t.Threads, 1), n)
	work := func(thread int) {
		for i := thread; i < n; i += threads {
			t.parts[i].Legality = t.Legality
			t.parts[i].batch = t.part(b, i)
			t.losses[i] = t.parts[i].gradient(&t.parts[i].batch)
		}
	}
	var others sync.WaitGroup
	for thread := 1; thread < threads; thread++ {
		others.Go(func() { work(thread) })
	}
	work(0)
	others.Wait()
	for _, p := range t.parameters {
		clear(p.Gradient)
	}
	for i, loss := range t.losses[:n] {
		share := float64(min(t.Part, all-i*t.Part)) / float64(all)
		sum = sum.plus(share, loss)
		for k, p := range t.parts[i].parameters {
			accumulate(t.parameters[k].Gradient, F(share), p.Gradient)
		}
	}
	return sum
}

// partsOf returns the number of parts of a number of positions.
func (t *Trainer[F]) partsOf(positions int) int { return (positions + t.Part - 1) / t.Part }

// partner returns what makes the derivatives of a part: a network with the same arrays, and gradients
// and buffers of its own.
func (t *Trainer[F]) partner() *Trainer[F] {
	p := &Trainer[F]{network: t.network.Share()}
	p.parameters = p.network.Parameters()
	for _, a := range p.parameters {
		a.Gradient = make([]F, len(a.Value))
	}
	return p
}

// part returns a part of a batch.
func (t *Trainer[F]) part(b *Batch[F], i int) Batch[F] {
	from, to := i*t.Part, min((i+1)*t.Part, len(b.Value))
	size := t.network.config.Planes * Squares
	return Batch[F]{Planes: b.Planes[from*size : to*size], Legal: b.Legal[from:to], Chance: b.Chance[from:to], Value: b.Value[from:to]}
}

// accumulate adds factor·from to sums.
func accumulate[F Float](sums []F, factor F, from []F) {
	for i, v := range from {
		sums[i] += factor * v
	}
}

// run takes the moments of the last batch, part by part, into the running ones.
func (t *Trainer[F]) run(positions int) {
	if t.Part == 0 || positions <= t.Part {
		t.network.norms((*norm[F]).run)
		return
	}
	for i := range t.partsOf(positions) {
		t.parts[i].network.norms((*norm[F]).run)
	}
}
