package nn

import "math"

// A policyHead makes the logits of moves, (planes·64) × positions.
type policyHead[F Float] struct {
	layers stack[F]
	turn   turn[F]
	dense  *dense[F] // nil where planes of logits come from the layers
}

func newPolicyHead[F Float](c Config) policyHead[F] {
	switch c.Policy {
	case ByDense:
		return policyHead[F]{
			layers: append(normed[F]("policy", c.Channels, policyFilters, 1), &rectifier[F]{}),
			dense:  newDense[F]("policy.dense", policyFilters*Squares, c.Moves*Squares),
		}
	case ByConv:
		layers := append(normed[F]("policy.conv", c.Channels, convFilters, 3), &rectifier[F]{})
		return policyHead[F]{layers: append(layers, newConv[F]("policy", convFilters, c.Moves, 1, true))}
	}
	return policyHead[F]{layers: stack[F]{newConv[F]("policy", c.Channels, c.Moves, 1, true)}}
}

func (h *policyHead[F]) parameters() []*Parameter[F] {
	list := h.layers.Parameters()
	if h.dense != nil {
		list = append(list, h.dense.Parameters()...)
	}
	return list
}

func (h *policyHead[F]) forward(body tensor[F], train bool) matrix[F] {
	out := h.turn.apply(h.layers.Forward(body, train))
	if h.dense != nil {
		return h.dense.apply(out)
	}
	return out
}

func (h *policyHead[F]) backward(logits matrix[F]) tensor[F] {
	if h.dense != nil {
		logits = h.dense.back(logits)
	}
	return h.layers.Backward(h.turn.back(logits))
}

// A valueHead makes a value from −1 to 1.
type valueHead[F Float] struct {
	layers        stack[F]
	turn          turn[F]
	hidden, last  *dense[F]
	active        buffer[F] // of the hidden neurons, rectified
	values, slope buffer[F]
}

func newValueHead[F Float](c Config) valueHead[F] {
	return valueHead[F]{
		layers: append(normed[F]("value", c.Channels, valueFilters, 1), &rectifier[F]{}),
		hidden: newDense[F]("value.hidden", valueFilters*Squares, c.Hidden),
		last:   newDense[F]("value.last", c.Hidden, 1),
	}
}

func (h *valueHead[F]) parameters() []*Parameter[F] {
	list := append(h.layers.Parameters(), h.hidden.Parameters()...)
	return append(list, h.last.Parameters()...)
}

func (h *valueHead[F]) forward(body tensor[F], train bool) []F {
	hidden := h.hidden.apply(h.turn.apply(h.layers.Forward(body, train)))
	active := of(hidden.rows, hidden.cols, h.active.sized(len(hidden.data)))
	for i, v := range hidden.data {
		active.data[i] = max(v, 0)
	}
	values := h.values.sized(body.positions)
	for i, v := range h.last.apply(active).data {
		values[i] = F(math.Tanh(float64(v)))
	}
	return values
}

func (h *valueHead[F]) backward(values []F) tensor[F] {
	slope := of(1, len(values), h.slope.sized(len(values)))
	for i, v := range h.values.sized(len(values)) {
		slope.data[i] = values[i] * (1 - v*v)
	}
	hidden := h.last.back(slope)
	for i, v := range h.active.sized(len(hidden.data)) {
		if v == 0 {
			hidden.data[i] = 0
		}
	}
	return h.layers.Backward(h.turn.back(h.hidden.back(hidden)))
}
