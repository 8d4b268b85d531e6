package nn

import "math"

// A norm brings every channel to mean 0 and variance 1 over a batch, then to a learned scale and
// offset. Outside of training mean and variance are running means of those of batches.
type norm[F Float] struct {
	scale, offset  *Parameter[F]
	mean, variance *Parameter[F] // running; nothing has a gradient by them
	normal         buffer[F]     // the input, normalised: of the last forward
	deviation      []F           // 1 / standard deviation of the last batch
	batch          [][2]F        // mean and unbiased variance of the last batch in training
	output, slopes buffer[F]
}

const (
	normEpsilon  = 1e-5 // is added to variances
	normMomentum = 0.1  // share of the newest batch in the running means
)

func newNorm[F Float](name string, channels int) *norm[F] {
	n := &norm[F]{
		scale: newParameter[F](name+".scale", false, channels), offset: newParameter[F](name+".offset", false, channels),
		mean: newParameter[F](name+".mean", false, channels), variance: newParameter[F](name+".variance", false, channels),
		deviation: make([]F, channels), batch: make([][2]F, channels),
	}
	for i := range channels {
		n.scale.Value[i], n.variance.Value[i] = 1, 1
	}
	return n
}

func (n *norm[F]) Parameters() []*Parameter[F] { return []*Parameter[F]{n.scale, n.offset} }

func (n *norm[F]) running() []*Parameter[F] { return []*Parameter[F]{n.mean, n.variance} }

func (n *norm[F]) Forward(in tensor[F], train bool) tensor[F] {
	out := n.output.tensor(in.channels, in.positions)
	if !train {
		n.apply(in, out)
		return out
	}
	normal := n.normal.tensor(in.channels, in.positions)
	for c := range in.channels {
		mean, variance := n.moments(c, in.row(c))
		n.deviation[c] = F(1 / math.Sqrt(float64(variance)+normEpsilon))
		scale, offset := n.scale.Value[c], n.offset.Value[c]
		from, to, kept := in.row(c), out.row(c), normal.row(c)
		for i, v := range from {
			v = (v - mean) * n.deviation[c]
			kept[i] = v
			to[i] = v*scale + offset
		}
	}
	return out
}

// apply normalises by the running moments, and keeps nothing for derivatives.
func (n *norm[F]) apply(in, out tensor[F]) {
	for c := range in.channels {
		scale := n.scale.Value[c] * F(1/math.Sqrt(float64(n.variance.Value[c])+normEpsilon))
		offset := n.offset.Value[c] - n.mean.Value[c]*scale
		from, to := in.row(c), out.row(c)
		for i, v := range from[:len(to)] {
			to[i] = v*scale + offset
		}
	}
}

// moments returns mean and variance of a channel of the batch.
func (n *norm[F]) moments(channel int, row []F) (mean, variance F) {
	var sum, squares float64
	for _, v := range row {
		sum += float64(v)
	}
	m := sum / float64(len(row))
	for _, v := range row {
		squares += (float64(v) - m) * (float64(v) - m)
	}
	n.batch[channel] = [2]F{F(m), F(squares / float64(len(row)-1))}
	return F(m), F(squares / float64(len(row)))
}

// run takes the moments of the last batch in training into the running ones.
func (n *norm[F]) run() {
	for c, b := range n.batch {
		n.mean.Value[c] += normMomentum * (b[0] - n.mean.Value[c])
		n.variance.Value[c] += normMomentum * (b[1] - n.variance.Value[c])
	}
}

func (n *norm[F]) Backward(out tensor[F]) tensor[F] {
	in := n.slopes.tensor(out.channels, out.positions)
	normal := n.normal.tensor(out.channels, out.positions)
	for c := range out.channels {
		by, kept := out.row(c), normal.row(c)
		var sum, along float64 // of the derivatives, and of them times the normalised input
		for i, v := range by {
			sum += float64(v)
			along += float64(v) * float64(kept[i])
		}
		n.offset.Gradient[c] += F(sum)
		n.scale.Gradient[c] += F(along)
		// Mean and deviation of the batch depend on every input: what lies along them drops out.
		mean, slope := F(sum/float64(len(by))), F(along/float64(len(by)))
		factor, to := n.scale.Value[c]*n.deviation[c], in.row(c)
		for i, v := range by {
			to[i] = factor * (v - mean - kept[i]*slope)
		}
	}
	return in
}
