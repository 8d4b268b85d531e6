package nn

// Squares is the number of squares of a board, and Side that of a row of it.
const (
	Squares = 64
	Side    = 8
)

// A tensor is what goes from layer to layer: channels × (positions·64), a row for each channel.
type tensor[F Float] struct {
	channels, positions int
	data                []F
}

// matrix returns the tensor as a matrix.
func (t tensor[F]) matrix() matrix[F] { return of(t.channels, t.positions*Squares, t.data) }

// row returns the numbers of a channel.
func (t tensor[F]) row(channel int) []F {
	n := t.positions * Squares
	return t.data[channel*n:][:n]
}

// A layer maps tensors to tensors. What forward returns holds until the next forward, what backward
// returns until the next backward.
type layer[F Float] interface {
	// Forward returns the layer's output. To train, norms take the moments of the batch.
	Forward(in tensor[F], train bool) tensor[F]
	// Backward takes the derivatives of the loss by the output of the last forward, adds those by the
	// Parameters to their gradients, and returns those by the input.
	Backward(out tensor[F]) tensor[F]
	Parameters() []*Parameter[F]
}

// A Parameter is an array that training changes.
type Parameter[F Float] struct {
	Name     string
	Shape    []int
	Value    []F
	Gradient []F  // nil of a network that is not trained
	Decays   bool // the penalty on squares counts it: weights, not biases and norms
}

// newParameter returns a parameter of zeros.
func newParameter[F Float](name string, decays bool, shape ...int) *Parameter[F] {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return &Parameter[F]{Name: name, Shape: shape, Value: make([]F, n), Decays: decays}
}

// buffer is an array that is kept from batch to batch.
type buffer[F Float] []F

// sized returns the buffer with n numbers, whatever they are.
func (b *buffer[F]) sized(n int) []F {
	if cap(*b) < n {
		*b = make([]F, n)
	}
	return (*b)[:n]
}

// tensor returns the buffer as a tensor.
func (b *buffer[F]) tensor(channels, positions int) tensor[F] {
	return tensor[F]{channels, positions, b.sized(channels * positions * Squares)}
}
