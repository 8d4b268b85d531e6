package datasets

import (
	"context"
	"io"
	"os"

	"example.org/centipawn/datasets/input"
	"example.org/centipawn/internal/enum"
)

// Options configures [Open]. The zero value finds the columns by their names
// and reads centipawns from White's view.
//
// A column is named by its header, whatever the case, or by its number, the
// first being 1. Empty means that it is looked for, see the package comment;
// "-" means that the file has none, or that it is not to be used. In EPD lines a
// column is an operation: its name is the opcode, as in c9, or [] for a value in
// brackets; its number counts the line's operations from 2 on.
type Options struct {
	// FEN is the column of the position. There must be one.
	FEN string

	// Score is the column of the evaluation. There must be one, unless "-" says
	// that rows have none, or EPD lines have a result.
	Score string

	// Result is the column of the game's result: 1-0, 0-1, 1/2-1/2, ½ and * for
	// unknown, or points 1, 0.5 and 0, or a probability between, or a code or word.
	Result string

	// Codes says what results mean that are numbers or words. The zero value finds it out.
	Codes ResultCodes

	// Game is the column of the game's id.
	Game string

	// Ply is the column of the number of half moves played before the position.
	// Without it the number follows from the counters of the FEN.
	Ply string

	// Eval is a column of another evaluation of the position, read into Offset as it stands, whatever
	// Unit and POV say of scores; not a number where it holds none. The format must have columns. No such
	// column is looked for, and none has two meanings: without a name of their own, scores are another column.
	Eval string

	// Castling says what becomes of castling rights that the board cannot have. The zero value
	// refuses the line.
	Castling Castling

	// Unit is the unit of scores. The zero value is centipawns.
	Unit Unit

	// UnitSaid says that Unit was stated. Numbers in comments of PGN are pawns unless it was.
	UnitSaid bool

	// POV says whose view scores take. The zero value is White's.
	POV POV

	// ResultPOV says whose points results are. The zero value is White's.
	ResultPOV POV

	// Format is the kind of the files. The zero value finds it out.
	Format FormatName

	// Depth is the least depth, in plies, of an evaluation of the Lichess database
	// that is taken; deeper ones come first all the same. Zero takes any.
	Depth int

	// Stdin is what the name "-" reads. Nil means os.Stdin.
	Stdin io.Reader

	// Context ends the reading of the standard input and of pipes, even while they wait
	// for somebody to write. Nil means that nothing does.
	Context context.Context
}

// interruptible returns a reader of a stream that fails once the context is done.
func (o Options) interruptible(r io.Reader) io.Reader {
	if o.Context == nil {
		return r
	}
	return input.Interruptible(o.Context, r)
}

// WithDefaults returns o with its zero fields set to their defaults.
func (o Options) WithDefaults() Options {
	if o.Stdin == nil {
		o.Stdin = os.Stdin
	}
	return o
}

// NoColumn is the option that says that there is no such column.
const NoColumn = "-"

// A Unit is the unit of the scores in a file. Samples hold centipawns.
type Unit uint8

const (
	UnitCentipawns Unit = iota // hundredths of a pawn
	UnitPawns                  // pawns, with decimals: +0.56
)

var unitNames = []string{UnitCentipawns: "centipawns", UnitPawns: "pawns"}

// String returns "centipawns" or "pawns".
func (u Unit) String() string { return enum.Name(unitNames, u) }

// MarshalText and UnmarshalText make a Unit a flag for flag.TextVar.
func (u Unit) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// UnmarshalText sets u from its name.
func (u *Unit) UnmarshalText(text []byte) error { return enum.Parse(u, unitNames, text) }

// A POV is a point of view: whose advantage a positive score is.
type POV uint8

const (
	POVWhite POV = iota // positive: White is better
	POVMover            // positive: the side to move is better
)

var povNames = []string{POVWhite: "white", POVMover: "mover"}

// String returns "white" or "mover".
func (v POV) String() string { return enum.Name(povNames, v) }

// MarshalText and UnmarshalText make a POV a flag for flag.TextVar.
func (v POV) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText sets v from its name.
func (v *POV) UnmarshalText(text []byte) error { return enum.Parse(v, povNames, text) }

// A FormatName is the name of a format, as -format has it. The zero value finds it out.
type FormatName string

// FormatAuto is found out by the content, and where that does not say by the name's ending.
const FormatAuto FormatName = ""

// String returns the name, as in "pgn"; "auto" of the zero value.
func (f FormatName) String() string {
	if f == FormatAuto {
		return "auto"
	}
	return string(f)
}

// MarshalText and UnmarshalText make a FormatName a flag for flag.TextVar.
func (f FormatName) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText sets f to a name that is registered.
func (f *FormatName) UnmarshalText(text []byte) error {
	*f = FormatName(text)
	if *f == "auto" {
		*f = FormatAuto
		return nil
	}
	return f.check()
}

// check returns an error that lists the names, unless f is one of them.
func (f FormatName) check() error {
	_, err := enum.Index(FormatNames(), f.String())
	return err
}

// registered are the names of the formats that there are.
var registered []string

// FormatNames returns the names that -format takes.
func FormatNames() []string { return append([]string{FormatAuto.String()}, registered...) }
