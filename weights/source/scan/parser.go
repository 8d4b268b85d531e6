package scan

// An arrayParser finds assignments of literals among tokens.
type arrayParser struct {
	*listing
	at     int
	arrays []Array
	failed map[string]bool // names of arrays with an Err: the first tells enough
	branch int             // how many #else and #elif were before p.at

	region   *region   // around p.at, nil: the file
	branches []*region // around the conditions that have not ended
	parens   int       // round brackets that are open in the region

	last   map[string][]int // where the arrays of a name are
	fields map[int]string   // round brackets whose arguments are fields of a name: Weights(tempo = 12)
}

// A region is what a brace opens, or a def or class of Python.
type region struct {
	around *region
	kind   regionKind
	name   string // of a namespace, a class or a table; "" of others
	parens int    // round brackets that are open around it
	indent int    // of Python: the column that it begins in
	first  int    // the token that its statement begins with
	body   int    // its brace
	round  bool   // it is opened by a round bracket
	braces bool   // of Python: it is opened by a bracket, and no indent ends it

	named *region // the next around that has a name
	code  *region // the outermost function of it and those around
}

type regionKind uint8

const (
	plainRegion regionKind = iota // a namespace, a class, or a block in what is around it
	codeRegion                    // the body of a function
	enumRegion                    // its members are numbers
	tableRegion                   // a list that is not a literal as a whole: its keys are names
)

// statement returns the first token of the statement that i stands in, or one that is far
// enough before i.
func (p *arrayParser) statement(i int) int {
	depth := 0
	for stop := max(0, i-farthest); i > stop; i-- {
		switch {
		case p.isMacro(i - 1):
			for p.token(i).line == p.tokens[i-1].line && p.token(i).kind != endToken {
				i++
			}
			return i
		case depth == 0 && p.breaks(i):
			return i
		case p.is(i-1, ")"), p.is(i-1, "]"):
			depth++
		case p.is(i-1, "("), p.is(i-1, "["):
			if depth--; depth < 0 {
				return i
			}
		case p.tokens[i-1].kind == conditionToken, depth == 0 && p.isOneOf(i-1, ";", "{", "}"):
			return i
		}
	}
	return i
}

// within reports whether the innermost region is of a kind.
func (p *arrayParser) within(kind regionKind) bool { return p.region != nil && p.region.kind == kind }
