package lesson

import (
	"fmt"
	"math"
	"math/rand/v2"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/splitmix"
	"example.org/centipawn/neural/nn"
	"example.org/centipawn/neural/planes"
)

// A Class is lessons in the order in which they are taught: all of them, shuffled, then all again in
// another order.
type Class struct {
	lessons  []Lesson
	encoding planes.Encoding
	seed     uint64
	epoch    int // of order; −1: none yet
	order    []int32
	batch    nn.Batch[float32]
	numbers  [][]uint16 // of the moves of each lesson of the batch
	chances  [][]float32
}

// NewClass returns the class of lessons with a seed.
func NewClass(lessons []Lesson, encoding planes.Encoding, seed uint64) (*Class, error) {
	if len(lessons) == 0 {
		return nil, fmt.Errorf("no lessons")
	}
	if int64(len(lessons)) > math.MaxInt32 {
		return nil, fmt.Errorf("%d lessons, at most %d", len(lessons), math.MaxInt32)
	}
	return &Class{lessons: lessons, encoding: encoding, seed: seed, epoch: -1}, nil
}

// Split sets lessons of a share of the games apart, in their order. Which games depends on game and
// seed alone, but of two games or more one is set apart, and not all.
func Split(lessons []Lesson, share float64, seed uint64) (train, test []Lesson) {
	place := func(l *Lesson) float64 {
		return float64(splitmix.Mix(uint64(l.Game)^splitmix.Mix(seed))>>11) / (1 << 53)
	}
	apart := func(least float64) {
		train, test = nil, nil
		for i := range lessons {
			if place(&lessons[i]) < least {
				test = append(test, lessons[i])
			} else {
				train = append(train, lessons[i])
			}
		}
	}
	apart(share)
	if len(train) == 0 || len(test) == 0 {
		least := 1.0
		for i := range lessons {
			least = min(least, place(&lessons[i]))
		}
		apart(math.Nextafter(least, 2))
	}
	return train, test
}

// Batch returns the n lessons of a step, the first step being 0. It holds until the next call. What a
// step is taught depends on its number, n and the seed alone.
func (c *Class) Batch(step, n int) *nn.Batch[float32] {
	b := c.begin(n)
	for i := range n {
		at := step*n + i
		c.add(b, i, &c.lessons[c.place(at/len(c.lessons), at%len(c.lessons))])
	}
	return b
}

// part returns the lessons from the first one on, n of them, in their order.
func (c *Class) part(first, n int) *nn.Batch[float32] {
	b := c.begin(n)
	for i := range n {
		c.add(b, i, &c.lessons[first+i])
	}
	return b
}

// place returns which lesson comes at a place of an epoch.
func (c *Class) place(epoch, at int) int32 {
	if c.epoch != epoch {
		c.epoch = epoch
		c.order = c.order[:0]
		for i := range c.lessons {
			c.order = append(c.order, int32(i))
		}
		random := rand.New(rand.NewPCG(c.seed, uint64(epoch)))
		random.Shuffle(len(c.order), func(i, j int) { c.order[i], c.order[j] = c.order[j], c.order[i] })
	}
	return c.order[at]
}

// begin returns an empty batch for n lessons.
func (c *Class) begin(n int) *nn.Batch[float32] {
	b, size := &c.batch, n*c.encoding.Size()
	if cap(b.Planes) < size {
		b.Planes = make([]float32, size)
	}
	b.Planes, b.Legal, b.Chance, b.Value = b.Planes[:size], b.Legal[:0], b.Chance[:0], b.Value[:0]
	return b
}

// add puts a lesson into a batch, as its i-th.
func (c *Class) add(b *nn.Batch[float32], i int, l *Lesson) {
	size := c.encoding.Size()
	c.encoding.Encode(&l.Position, int(l.Before), b.Planes[i*size:][:size])
	b.Value = append(b.Value, l.Value)
	if l.Moves == nil {
		b.Legal, b.Chance = append(b.Legal, nil), append(b.Chance, nil)
		return
	}
	var moves [board.MaxMoves]board.Move
	legal := l.Position.LegalMoves(moves[:0])
	for len(c.numbers) <= i {
		c.numbers, c.chances = append(c.numbers, nil), append(c.chances, nil)
	}
	numbers, chances := c.numbers[i][:0], c.chances[i][:0]
	us := l.Position.SideToMove()
	for _, m := range legal {
		chance := float32(0)
		for _, s := range l.Moves {
			if s.Move == m {
				chance = s.Share
			}
		}
		numbers, chances = append(numbers, planes.Move(us, m)), append(chances, chance)
	}
	c.numbers[i], c.chances[i] = numbers, chances // of the room that they have now
	b.Legal, b.Chance = append(b.Legal, numbers), append(b.Chance, chances)
}
