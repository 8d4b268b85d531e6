package datasets

// Skip passes over the next chunk, at the price of cutting it. It
// returns io.EOF after the last one.
func (r *Reader) Skip() error { return r.Next(new(Chunk)) }
