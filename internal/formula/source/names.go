package source

import (
	"fmt"
	"slices"
	"strings"

	"example.org/centipawn/internal/formula"
)

// A naming gives every name of a function another identifier.
type naming struct {
	dialect    Dialect
	taken      map[string]bool
	parameters []Parameter
	leaves     []string // by leaf; of weights ""
}

// newNames names the parameters.
func newNames(d Dialect, p *formula.Program) *naming {
	s := &naming{dialect: d, taken: map[string]bool{"weights": true}, leaves: make([]string, len(p.Leaves))}
	for _, l := range order(p) {
		s.leaves[l] = s.name(p.LeafName(l))
		s.parameters = append(s.parameters, Parameter{l, s.leaves[l]})
	}
	return s
}

// order returns the leaves that are parameters.
func order(p *formula.Program) []int {
	var list []int
	add := func(leaf formula.Leaf) {
		if l := slices.Index(p.Leaves, leaf); l >= 0 {
			list = append(list, l)
		}
	}
	for _, sum := range p.Scope().Sums {
		for _, kind := range []formula.LeafKind{formula.SumMG, formula.SumEG, formula.SumPlain} {
			add(formula.Leaf{Kind: kind, Name: sum.Name})
		}
	}
	for _, input := range p.Scope().Inputs {
		add(formula.Leaf{Kind: formula.Input, Name: input})
	}
	add(formula.Leaf{Kind: formula.RowMG})
	add(formula.Leaf{Kind: formula.RowEG})
	return list
}

// name returns an identifier for the name of a leaf or a definition.
func (s *naming) name(text string) string {
	base := strings.ReplaceAll(text, ".", "_")
	if s.dialect == Go {
		base = camel(text)
	}
	if slices.Contains(keywords, base) {
		base += "_"
	}
	return s.unique(base)
}

// unique returns an identifier that is not taken, and takes it.
func (s *naming) unique(base string) string {
	id := base
	for n := 2; s.taken[id]; n++ {
		id = fmt.Sprintf("%s_%d", base, n)
	}
	s.taken[id] = true
	return id
}

// camel makes danger_white.mg dangerWhiteMG.
func camel(text string) string {
	var b strings.Builder
	for i, word := range strings.FieldsFunc(text, func(r rune) bool { return r == '_' || r == '.' }) {
		switch {
		case i == 0:
			b.WriteString(word)
		case word == formula.MG || word == formula.EG:
			b.WriteString(strings.ToUpper(word))
		default:
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	if b.Len() == 0 {
		return "sum"
	}
	return b.String()
}

// title is camel with a capital.
func title(text string) string {
	name := camel(text)
	return strings.ToUpper(name[:1]) + name[1:]
}

// identifier keeps letters, digits and underscores of a table's name.
func identifier(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' && r < 'A' || r > 'Z' && r < '_' || r == '`' || r > 'z' {
			return '_'
		}
		return r
	}, text)
}

// keywords are the words that some of the languages keeps for itself, and names that the functions use.
var keywords = strings.Fields(`
	abs abstract alignas alignof any append as asm assert async atomic auto await base become bitand bitor bool
	boolean box break byte cap case catch chan char checked class clear close cmp compl complex complex64 complex128
	concept const consteval constexpr constinit const_cast continue copy crate debugger decimal decltype def default
	defer del delegate delete do double dyn dynamic dynamic_cast elif else enum error eval event exec exp explicit
	export extends extern f32 f64 fallthrough false False final finally fixed float float32 float64 fn for foreach
	friend from func function global go goto i16 i32 i64 i8 imag impl implements implicit import in inline instanceof
	int int8 int16 int32 int64 interface internal iota is isize lambda len let lock log long loop macro make map match
	math Math max min mod module move mut mutable namespace native new nil None nonlocal noexcept not not_eq null
	nullptr object operator or_eq out override package params pass pow print println priv private protected pub public
	raise range readonly real recover ref register reinterpret_cast requires restrict return round rune sbyte sealed
	select self Self short signed sizeof sqrt stackalloc static static_assert static_cast std str strictfp string
	String struct super switch synchronized template this thread_local throw throws trait transient true True trunc
	try try_ type typedef typeid typename typeof u16 u32 u64 u8 uint uint8 uint16 uint32 uint64 uintptr ulong unchecked
	union unsafe unsigned unsized use ushort usize using var virtual void volatile wchar_t where while with xor xor_eq
	yield y0 y1 yn j0 j1 jn gamma linux unix arguments`)
