package nn

import "fmt"

// A rectifier passes on what is above 0.
type rectifier[F Float] struct{ output, slopes buffer[F] }

func (r *rectifier[F]) Parameters() []*Parameter[F] { return nil }

func (r *rectifier[F]) Forward(in tensor[F], _ bool) tensor[F] {
	out := r.output.tensor(in.channels, in.positions)
	for i, v := range in.data {
		out.data[i] = max(v, 0)
	}
	return out
}

func (r *rectifier[F]) Backward(out tensor[F]) tensor[F] {
	in := r.slopes.tensor(out.channels, out.positions)
	for i, v := range r.output.tensor(out.channels, out.positions).data {
		in.data[i] = 0
		if v > 0 {
			in.data[i] = out.data[i]
		}
	}
	return in
}

// A stack is layers one after the other.
type stack[F Float] []layer[F]

func (s stack[F]) Parameters() (list []*Parameter[F]) {
	for _, l := range s {
		list = append(list, l.Parameters()...)
	}
	return list
}

func (s stack[F]) Forward(x tensor[F], train bool) tensor[F] {
	for _, l := range s {
		x = l.Forward(x, train)
	}
	return x
}

func (s stack[F]) Backward(slopes tensor[F]) tensor[F] {
	for i := len(s) - 1; i >= 0; i-- {
		slopes = s[i].Backward(slopes)
	}
	return slopes
}

// normed returns a convolution with a norm after it.
func normed[F Float](name string, in, out, window int) stack[F] {
	return stack[F]{newConv[F](name, in, out, window, false), newNorm[F](name+".norm", out)}
}

// A residual adds its input to what its layers make of it, and rectifies the sum.
type residual[F Float] struct {
	layers      stack[F]
	last        rectifier[F]
	sum, slopes buffer[F]
}

// newResidual returns one of a number of convolutions, with a norm after each and a rectifier between them.
func newResidual[F Float](name string, channels, convolutions int) *residual[F] {
	r := new(residual[F])
	for i := range convolutions {
		if i > 0 {
			r.layers = append(r.layers, &rectifier[F]{})
		}
		r.layers = append(r.layers, normed[F](fmt.Sprintf("%s.%d", name, i+1), channels, channels, 3)...)
	}
	return r
}

func (r *residual[F]) Parameters() []*Parameter[F] { return r.layers.Parameters() }

func (r *residual[F]) Forward(in tensor[F], train bool) tensor[F] {
	made := r.layers.Forward(in, train)
	sum := r.sum.tensor(in.channels, in.positions)
	for i, v := range made.data {
		sum.data[i] = v + in.data[i]
	}
	return r.last.Forward(sum, train)
}

func (r *residual[F]) Backward(out tensor[F]) tensor[F] {
	past := r.last.Backward(out)
	through := r.layers.Backward(past)
	in := r.slopes.tensor(out.channels, out.positions)
	for i, v := range through.data {
		in.data[i] = v + past.data[i]
	}
	return in
}

// A dense layer maps the numbers of all channels and squares of a position to outputs. Its matrices
// have a column for each position.
type dense[F Float] struct {
	in, out        int
	weights, bias  *Parameter[F] // out × in; the input's numbers are in the order of channel and square
	input          matrix[F]     // of the last apply, in × positions
	output, slopes buffer[F]
}

func newDense[F Float](name string, in, out int) *dense[F] {
	return &dense[F]{in: in, out: out, weights: newParameter[F](name+".weight", true, out, in), bias: newParameter[F](name+".bias", false, out)}
}

func (d *dense[F]) Parameters() []*Parameter[F] { return []*Parameter[F]{d.weights, d.bias} }

// apply returns out × positions of the input, in × positions, which must stay until back.
func (d *dense[F]) apply(in matrix[F]) matrix[F] {
	out := of(d.out, in.cols, d.output.sized(d.out*in.cols))
	d.input = in
	multiply(of(d.out, d.in, d.weights.Value), in, 0, out)
	for o, b := range d.bias.Value {
		for p := range in.cols {
			out.data[o*in.cols+p] += b
		}
	}
	return out
}

// back takes the derivatives by the output, out × positions, and returns those by the input.
func (d *dense[F]) back(out matrix[F]) matrix[F] {
	multiply(out, d.input.t(), 1, of(d.out, d.in, d.weights.Gradient))
	for o := range d.out {
		for _, v := range out.data[o*out.cols:][:out.cols] {
			d.bias.Gradient[o] += v
		}
	}
	slopes := of(d.in, out.cols, d.slopes.sized(d.in*out.cols))
	multiply(of(d.out, d.in, d.weights.Value).t(), out, 0, slopes)
	return slopes
}

// A turn exchanges the order of positions and squares: a channel's row of all positions becomes a row
// for each of its squares, as a dense layer takes them.
type turn[F Float] struct{ squares, positions buffer[F] }

// apply returns (channels·64) × positions.
func (t *turn[F]) apply(in tensor[F]) matrix[F] {
	out := of(in.channels*Squares, in.positions, t.squares.sized(len(in.data)))
	for c := range in.channels {
		for i, v := range in.row(c) {
			out.data[(c*Squares+i%Squares)*in.positions+i/Squares] = v
		}
	}
	return out
}

// back is the way back.
func (t *turn[F]) back(out matrix[F]) tensor[F] {
	in := t.positions.tensor(out.rows/Squares, out.cols)
	for c := range in.channels {
		row := in.row(c)
		for i := range row {
			row[i] = out.data[(c*Squares+i%Squares)*in.positions+i/Squares]
		}
	}
	return in
}
