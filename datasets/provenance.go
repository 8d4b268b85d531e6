package datasets

import (
	"fmt"
	"strings"
)

// Columns says which columns of a file are read: numbers from 1, 0 for none. Of
// files without columns, what they have is 1.
type Columns struct {
	FEN, Score, Result, Game, Ply, Move, Depth, Tree, Side, Offset, Mate int

	// Codes are those of results, where they are neither White's points nor as PGN has them.
	Codes ResultCodes

	// Unread names values that may be labels and are not read, and Ignored columns of other names;
	// both are empty if there are none.
	Unread, Ignored string

	// Places says where the labels of a file are that has no columns, as in "EPD:
	// result in c9, game in id"; it is empty for tables.
	Places string
}

// String lists the columns that are read, as in "position in column 1, score in
// column 2".
func (c Columns) String() string {
	if c.Places != "" {
		return c.Places + c.Codes.Describe()
	}
	var parts []string
	for _, p := range []struct {
		name   string
		column int
	}{{"position", c.FEN}, {"score", c.Score}, {"mate", c.Mate}, {"result", c.Result}, {"game", c.Game}, {"ply", c.Ply}, {"move", c.Move}, {"depth", c.Depth},
		{"tree", c.Tree}, {"side", c.Side}, {"offset", c.Offset}} {
		if p.column > 0 {
			part := fmt.Sprintf("%s in column %d", p.name, p.column)
			if p.name == "result" {
				part += c.Codes.Describe()
			}
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// A Source says what was read of one input, for provenance.
type Source struct {
	Name    string  // base name; "stdin"
	SHA256  string  // of the raw bytes, in hexadecimal; empty if a stream was not read to its end
	Bytes   int64   // raw bytes, compressed if the input is
	UTF16   bool    // the text is UTF-16
	Lines   int     // lines read, header and blank ones included; or games, or binary records
	Columns Columns // zero if nothing was read
}
