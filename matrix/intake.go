package matrix

import (
	"errors"
	"fmt"
)

// Writer takes the blocks of one extraction in order. It is not safe for
// concurrent use. [DirWriter] and [Memory] are writers, and
// those of the package dense.
type Writer interface {
	// Write appends a block; it keeps nothing of b. An empty block is kept too,
	// because the number of a block says where it belongs. After an error
	// nothing more can be written and Close fails.
	Write(b *Block) error

	// Close completes the matrix.
	Close(p Provenance) error

	// Abort gives up and removes what was written. After Close it does nothing,
	// so that it can be deferred.
	Abort() error
}

// An Intake is what all writers have in common: it checks and counts what they take.
type Intake struct {
	schema  Schema
	blocks  []int // rows of each block
	entries int64
	source  uint8 // largest seen
	err     error // sticky
}

var errClosed = errors.New("the writer is closed")

// NewIntake checks s and copies it.
func NewIntake(s Schema) (Intake, error) {
	if err := s.Validate(); err != nil {
		return Intake{}, err
	}
	return Intake{schema: s.clone()}, nil
}

// Schema returns the schema. Its slices belong to the intake.
func (in *Intake) Schema() *Schema { return &in.schema }

// Take checks and counts the next block.
func (in *Intake) Take(b *Block) error {
	if in.err != nil {
		return in.err
	}
	if err := b.check(&in.schema); err != nil {
		return in.Fail(fmt.Errorf("block %d: %w", len(in.blocks), err))
	}
	in.blocks = append(in.blocks, b.Rows())
	in.entries += int64(len(b.Columns))
	in.source = max(in.source, largest(b.Source))
	return nil
}

// Finish checks the provenance; nothing can be taken afterwards.
func (in *Intake) Finish(p Provenance) error {
	if in.err != nil {
		return in.err
	}
	in.err = errClosed
	if n := sources(p); int(in.source) >= n {
		return in.Fail(fmt.Errorf("a row has source %d, but the provenance lists %d", in.source, n))
	}
	return nil
}

// Fail records the first error: it is the answer to all that follows.
func (in *Intake) Fail(err error) error {
	if in.err == nil || errors.Is(in.err, errClosed) {
		in.err = err
	}
	return err
}

// Shut refuses whatever follows.
func (in *Intake) Shut() { in.Fail(errClosed) }
