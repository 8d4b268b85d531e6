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

// chunk is how many positions are a part of a convolution: the windows of 32 channels of so many are
// 220 kB.
const chunk = 3

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
		c.scatter(windows, in, first, n)
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
	clear(windows.data)
	c.places(in, first, n, func(square, window []F) { copy(window, square) }, windows)
	return windows
}

// scatter adds windows' derivatives to those of the squares that stand in them.
func (c *conv[F]) scatter(windows matrix[F], in tensor[F], first, n int) {
	c.places(in, first, n, add[F], windows)
}

// add adds what is in a window to the squares.
func add[F Float](squares, window []F) {
	for i, v := range window {
		squares[i] += v
	}
}

// places calls pair for each row of a board and place of a window that has squares of the board, with
// these squares and their places in the windows.
func (c *conv[F]) places(in tensor[F], first, n int, pair func(squares, window []F), windows matrix[F]) {
	half := c.window / 2
	for channel := range c.in {
		squares := in.row(channel)[first*Squares:]
		for tap := range c.window * c.window {
			down, right := tap/c.window-half, tap%c.window-half
			row := windows.data[(channel*c.window*c.window+tap)*windows.stride:]
			left, width := max(0, -right), Side-max(right, -right)
			for board := 0; board < n*Squares; board += Squares {
				for y := max(0, -down); y < min(Side, Side-down); y++ {
					from := board + (y+down)*Side + left + right
					to := board + y*Side + left
					pair(squares[from:][:width], row[to:][:width])
				}
			}
		}
	}
}
