package nn

// A conv is a convolution with windows of 1×1 or 3×3 squares, over the edge of the board are zeros.
type conv[F Float] struct {
	in, out, window int
	weights         *Parameter[F] // out × (in·window²)
	bias            *Parameter[F] // nil where a norm follows
	input           tensor[F]     // of the last forward
	output, slopes  buffer[F]
	windows         buffer[F] // of some positions: (in·window²) × squares
}

func newConv[F Float](name string, in, out, window int, bias bool) *conv[F] {
	c := &conv[F]{in: in, out: out, window: window, weights: newParameter[F](name+".weight", true, out, in, window, window)}
	if bias {
		c.bias = newParameter[F](name+".bias", false, out)
	}
	return c
}

func (c *conv[F]) Parameters() []*Parameter[F] {
	if c.bias == nil {
		return []*Parameter[F]{c.weights}
	}
	return []*Parameter[F]{c.weights, c.bias}
}

// taps is the number of weights of an output channel.
func (c *conv[F]) taps() int { return c.in * c.window * c.window }

// kernel returns values or gradients of the weights as a matrix.
func (c *conv[F]) kernel(numbers []F) matrix[F] { return of(c.out, c.taps(), numbers) }

func (c *conv[F]) Forward(in tensor[F], train bool) tensor[F] {
	c.input = in
	out := c.output.tensor(c.out, in.positions)
	kernel := c.kernel(c.weights.Value)
	for first := 0; first < in.positions; first += chunk {
		n := min(chunk, in.positions-first)
		multiply(kernel, c.gather(in, first, n), 0, out.matrix().columns(first*Squares, n*Squares))
	}
	if c.bias != nil {
		for channel, b := range c.bias.Value {
			row := out.row(channel)
			for i := range row {
				row[i] += b
			}
		}
	}
	return out
}

func (c *conv[F]) Backward(out tensor[F]) tensor[F] {
	in := c.slopes.tensor(c.in, out.positions)
	clear(in.data)
	kernel, gradient := c.kernel(c.weights.Value), c.kernel(c.weights.Gradient)
	for first := 0; first < out.positions; first += chunk {
		n := min(chunk, out.positions-first)
		part := out.matrix().columns(first*Squares, n*Squares)
		multiply(part, c.gather(c.input, first, n).t(), 1, gradient)
		windows := of(c.taps(), n*Squares, c.windows.sized(c.taps()*n*Squares))
		multiply(kernel.t(), part, 0, windows)
		c.scatter(windows, in, first)
	}
	if c.bias != nil {
		for channel := range c.bias.Gradient {
			for _, v := range out.row(channel) {
				c.bias.Gradient[channel] += v
			}
		}
	}
	return in
}

// gather returns the windows around all squares of n positions: the row of an input channel and a
// place of the window has what stands there as seen from each square.
func (c *conv[F]) gather(in tensor[F], first, n int) matrix[F] {
	if c.window == 1 {
		return in.matrix().columns(first*Squares, n*Squares)
	}
	windows := of(c.taps(), n*Squares, c.windows.sized(c.taps()*n*Squares))
	c.places(in, first, windows, look[F])
	return windows
}

// scatter adds windows' derivatives to those of the squares that stand in them, and spoils the windows.
func (c *conv[F]) scatter(windows matrix[F], in tensor[F], first int) {
	c.places(in, first, windows, giveBack[F])
}

// A place is one of a window's. What stands there as seen from a square stands shift squares further, if
// the square is from first on, before last, and not on the edge: there the place is off the board.
type place struct{ shift, first, last, edge int }

// noEdge is the edge of the places from which no file looks off the board.
const noEdge = -1

// place returns the place of a weight of an input channel.
func (c *conv[F]) place(tap int) place {
	half := c.window / 2
	down, right := tap/c.window-half, tap%c.window-half
	p := place{shift: down*Side + right, edge: noEdge}
	p.first, p.last = max(0, -p.shift), Squares-max(0, p.shift)
	switch {
	case right < 0:
		p.edge = 0
	case right > 0:
		p.edge = Side - 1
	}
	return p
}

// places calls pair with every board and place of the windows.
func (c *conv[F]) places(in tensor[F], first int, windows matrix[F], pair func(place, []F, []F)) {
	taps := c.window * c.window
	for tap := range taps {
		at := c.place(tap)
		for channel := range c.in {
			squares := in.row(channel)[first*Squares:]
			row := windows.data[(channel*taps+tap)*windows.stride:][:windows.cols]
			for board := 0; board < len(row); board += Squares {
				pair(at, squares[board:][:Squares], row[board:][:Squares])
			}
		}
	}
}

// look sets what is seen at the place from each square, 0 off the board.
func look[F Float](at place, squares, window []F) {
	clear(window[:at.first])
	copy(window[at.first:at.last], squares[at.first+at.shift:])
	clear(window[at.last:])
	clearEdge(at, window)
}

// giveBack adds what is in a window to the squares.
func giveBack[F Float](at place, squares, window []F) {
	clearEdge(at, window)
	window = window[at.first:at.last]
	squares = squares[at.first+at.shift:][:len(window)]
	for i, v := range window {
		squares[i] += v
	}
}

// clearEdge clears what is seen from squares from where the place is off the board to the left or right.
func clearEdge[F Float](at place, window []F) {
	if at.edge == noEdge {
		return
	}
	for i := at.edge; i < len(window); i += Side {
		window[i] = 0
	}
}
