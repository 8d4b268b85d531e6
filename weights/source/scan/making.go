package scan

// A literal is an [Array] in the making.
type literal struct {
	*listing
	at    int // of the next token
	array Array
	first int   // the token that the element begins with
	index int32 // of the element, with those that were left out
	list  int32 // around the next value; -1: none
	count int32 // of what the list holds so far

	pairs   bool      // all innermost lists so far are pairs
	bare    []int     // values beside lists
	zeros   []zeroRow // lists that may be of pairs
	deepest int       // level of a list of numbers
	keyed   int       // pairs with keys

	open, outer int            // brackets of the innermost and of the outermost list
	levels      int            // of Go: how many levels below are arrays or maps
	keyDepth    int            // how many lists around have labels
	found       []keyedElement // outermost elements with a key
}

// A listRow is what a list of a literal has held so far.
type listRow struct {
	depth   int
	call    bool  // it is one with a name or round brackets: S(0, 0)
	first   int   // of its values
	numbers []int // its own values
	lists   int
	keys    [2]int // how many of its elements have the key mg, and eg

	labels    []string // what finds its elements, nil where their numbers do
	named     bool     // some are not numbers
	next      int      // the number of the next element, beside labels
	constants int      // elements that were left out
	constant  int      // the token of the last of these
	rank      int32    // and where it stands
	levels    int      // of Go: how many levels, this one among them, are arrays or maps
	pairs     bool     // the next element is a key, a comma and a value
	alternate bool     // all are
	counts    bool     // the element is not left out
}

// A zeroRow is a list of zeros, each of which stands for a pair if there are pairs below other
// lists of its level.
type zeroRow struct{ first, n, depth int }

// A keyedElement is an element with a key: PAWN, and the token that its value begins with.
type keyedElement struct {
	key string
	at  int
}

// closing brackets by their opening ones.
var closing = map[sign]string{'{': "}", '[': "]", '(': ")"}

func (l *literal) next() lexeme { return l.token(l.at) }
