package formula

// Linear is the name of the sum of the columns that name none.
const Linear = "linear"

// The row's own factors, as a formula names them: those of middlegame and of endgame weights.
const (
	MG = "mg"
	EG = "eg"
)

// A Sum is a sum of count × weight that each row has.
type Sum struct {
	Name    string
	Tapered bool // one of its columns is tapered

	// Mixed says that some columns of a tapered sum are plain. In x.mg and x.eg their weight counts as
	// both weights; in x alone it counts once, whatever the row's factors: the program then has a leaf
	// SumPlain, and x is x.mg·mg + x.eg·eg + plain·(1 − mg − eg).
	Mixed bool
}

// A Scope says what names mean.
type Scope struct {
	Sums   []Sum    // Linear among them, if there are columns without a sum
	Inputs []string // numbers that a row has
}

// LeafKind says what a leaf is.
type LeafKind uint8

// The kinds of leaves.
const (
	SumMG    LeafKind = iota // of a sum: Σ count · middlegame weight; of a plain column its one weight. A sum without tapered columns is this alone
	SumEG                    // Σ count · endgame weight; of a plain column its one weight
	Input                    // of the row
	RowMG                    // the row's factor MG
	RowEG                    // the row's factor EG
	Weight                   // a weight by its name, the same for all rows
	SumPlain                 // of a mixed sum: Σ count · weight of its plain columns
)

// A Leaf is what a program reads: a number for each row.
type Leaf struct {
	Kind LeafKind
	Name string // of the sum, the input or the weight
}

// Fitted reports whether the leaf depends on weights: programs are differentiated by such leaves. By
// what the row has (Input, RowMG, RowEG) they are not: all those derivatives are given as 0.
func (l Leaf) Fitted() bool { return l.Kind != Input && l.Kind != RowMG && l.Kind != RowEG }

// sum reports whether the leaf is a part of a sum.
func (l Leaf) sum() bool { return l.Kind == SumMG || l.Kind == SumEG || l.Kind == SumPlain }
