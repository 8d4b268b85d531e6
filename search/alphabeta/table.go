package alphabeta

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"example.org/centipawn/board"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/search"
)

// A bound says what a score in the table is worth.
type bound uint8

// The bounds; exact is both of the others, so that a bit answers whether a score
// cuts. An entry of noBound keeps nothing but a static evaluation.
const (
	noBound bound = 0
	upper   bound = 1
	lower   bound = 2
	exact   bound = upper | lower
)

// boundOf returns what the best score of a node is worth that was searched with a
// window.
func boundOf(best, alpha, beta search.Score) bound {
	switch {
	case best >= beta:
		return lower
	case best > alpha:
		return exact
	}
	return upper
}

// An entry is what the table keeps of a position.
type entry struct {
	move   board.Move   // the best or refuting one, NoMove if none is known
	score  search.Score // mates are counted from the position itself
	static search.Score // the static evaluation, or unknown
	depth  int          // 0 for quiescence
	bound  bound
}

// unknown stands for the static evaluation of a position in check.
const unknown = -search.Infinity - 1

// nothing is the entry of a position that the table does not know.
var nothing = entry{static: unknown}

// cuts reports whether the score decides a node that is searched with a window at
// a depth.
func (e *entry) cuts(alpha, beta search.Score, depth int) bool {
	return e.depth >= depth && (e.score >= beta && e.bound&lower != 0 || e.score <= alpha && e.bound&upper != 0)
}

// A table is the transposition table: shared by all threads without a lock, and
// never wrong for it. A slot holds an entry in one word and, in another, the key
// exclusive-or'ed with that word. When two threads write a slot at once, the words
// do not fit together and the slot counts as empty.
//
// Source: R. Hyatt, T. Mann, A Lockless Transposition-Table Implementation for
// Parallel Search, ICGA Journal 25 (2002). The zero table holds nothing and keeps
// nothing.
type table struct {
	memory  *memory.Block
	buckets []bucket // in memory
	age     uint64   // of the search, modulo ages
}

// A bucket is the slots that a position may use: one line of the cache.
type bucket [4]slot

type slot struct {
	check atomic.Uint64 // key ^ data
	data  atomic.Uint64 // a packed entry, 0 if there is none
}

// A packed entry's bits: move, score, static evaluation (16 each), depth (8), bound
// (2), age (6).
const (
	scoreShift  = 16
	staticShift = 32
	depthShift  = 48
	boundShift  = 56
	ageShift    = 58

	ages     = 64
	maxDepth = 255 // that an entry can hold
)

func (e *entry) pack(age uint64) uint64 {
	return uint64(e.move) | uint64(uint16(e.score))<<scoreShift | uint64(uint16(e.static))<<staticShift |
		uint64(e.depth)<<depthShift | uint64(e.bound)<<boundShift | age<<ageShift
}

func unpack(data uint64) entry {
	return entry{
		move:   board.Move(data),
		score:  search.Score(int16(data >> scoreShift)),
		static: search.Score(int16(data >> staticShift)),
		depth:  int(uint8(data >> depthShift)),
		bound:  bound(data >> boundShift & 3),
	}
}

// resize makes an empty table of a number of MiB. Without the memory for it the table
// holds nothing.
func (t *table) resize(mib int) (err error) {
	t.free()
	if t.memory, err = memory.New(int64(mib) << 20); err == nil {
		t.buckets = memory.Slice[bucket](t.memory)
	}
	return err
}

// free returns the memory. The table holds nothing then.
func (t *table) free() {
	t.memory.Free()
	*t = table{}
}

// mib returns the size.
func (t *table) mib() int { return len(t.buckets) * int(unsafe.Sizeof(bucket{})) >> 20 }

// clear forgets everything. No search may be running.
func (t *table) clear() {
	clear(t.buckets)
	t.age = 0
}

// nextSearch ages what the table holds: it goes first when room is needed.
func (t *table) nextSearch() { t.age = (t.age + 1) % ages }

func (t *table) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// fetch begins to load what the table knows of the position with a key, and changes nothing. Most
// of the table is in no cache; between a move and its probe a search has work of its own to do.
// The engine's bench takes 4 % less time for it (BenchmarkProbe is of the table alone).
func (t *table) fetch(key uint64) {
	if len(t.buckets) > 0 {
		prefetch(t.bucket(key))
	}
}

// probe returns what the table knows of the position with a key that is ply
// half-moves from the root; nothing, if it does not know it.
func (t *table) probe(key uint64, ply int) (e entry, ok bool) {
	if len(t.buckets) == 0 {
		return nothing, false
	}
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if data != 0 && b[i].check.Load()^data == key {
			e = unpack(data)
			e.score = fromTable(e.score, ply)
			return e, true
		}
	}
	return nothing, false
}

// store keeps an entry. A position's own slot is taken over unless that holds a
// much deeper result of the same search; otherwise the slot goes that is worth
// least. An entry without a score takes the place of no score of the same search: from an
// empty table the search is the same with it, and 3.8 % faster, since one evaluation of seven
// is known. Scores of earlier searches that are worth less go for it.
func (t *table) store(key uint64, ply int, e entry) {
	if len(t.buckets) == 0 {
		return
	}
	e.score = toTable(e.score, ply)
	if s := t.place(key, &e); s != nil {
		data := e.pack(t.age)
		s.check.Store(key ^ data)
		s.data.Store(data)
	}
}

// place returns the slot for an entry, nil if there is none that is worth less.
func (t *table) place(key uint64, e *entry) *slot {
	b := t.bucket(key)
	victim, least := &b[0], maxDepth+1
	for i := range b {
		s := &b[i]
		data := s.data.Load()
		if data != 0 && s.check.Load()^data == key {
			if !t.improve(data, e) {
				return nil
			}
			return s
		}
		if worth := t.worth(data); worth < least {
			victim, least = s, worth
		}
	}
	if e.bound == noBound && least >= 0 {
		return nil
	}
	return victim
}

// improve reports whether e should replace what is held of the same position, and
// gives e the move of that if it has none of its own.
func (t *table) improve(data uint64, e *entry) bool {
	if e.bound == noBound {
		return false // the evaluation is known, or comes with a score
	}
	old := unpack(data)
	if e.move == board.NoMove {
		e.move = old.move
	}
	return e.bound == exact || e.depth+3 >= old.depth || data>>ageShift != t.age
}

// worth ranks the content of a slot: by depth, −1 of an entry without a score, eight plies
// less for every search that has begun since.
func (t *table) worth(data uint64) int {
	if data == 0 {
		return -ages * 8
	}
	depth := int(uint8(data >> depthShift))
	if bound(data>>boundShift&3) == noBound {
		depth = -1
	}
	old := int(t.age+ages-data>>ageShift) % ages
	return depth - 8*old
}

// permille returns how much of the table the present search has filled, from a
// sample.
func (t *table) permille() int {
	n, sample := 0, t.buckets[:min(len(t.buckets), 250)]
	for i := range sample {
		for j := range sample[i] {
			if data := sample[i][j].data.Load(); data != 0 && data>>ageShift == t.age {
				n++
			}
		}
	}
	return n * 1000 / max(4*len(sample), 1)
}

// toTable counts the moves to a mate from the position instead of from the root,
// and fromTable turns that back: the position may be met again at another ply.
func toTable(s search.Score, ply int) search.Score {
	switch {
	case !s.IsMate():
		return s
	case s > 0:
		return s + search.Score(ply)
	}
	return s - search.Score(ply)
}

func fromTable(s search.Score, ply int) search.Score { return toTable(s, -ply) }
