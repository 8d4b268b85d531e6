package text

import (
	"bytes"
	"fmt"

	"example.org/centipawn/datasets"
)

// magics are what files begin with that people pass by mistake.
var magics = []struct{ begins, is string }{
	{"\x7fELF", "a program"}, {"MZ", "a program"}, {"\xcf\xfa\xed\xfe", "a program"},
	{"\x89PNG", "a picture"}, {"\xff\xd8\xff", "a picture"}, {"%PDF", "a PDF"},
	{"PK\x03\x04", "a zip archive: unpack it"}, {"7z\xbc\xaf", "a 7z archive: unpack it"}, {"\xfd7zXZ", "an xz archive: unpack it"},
	{"\x93NUMPY", "an array of NumPy: pass the folder of the matrix"}, {"PAR1", "a Parquet table: write it as CSV"}, {"SQLite format 3", "a database: write a table as CSV"},
}

// unreadable replaces the error of a text without a position by what the file is, if it is not
// text. Nothing of it is printed.
func unreadable(first []byte, err error) error {
	for _, m := range magics {
		if bytes.HasPrefix(first, []byte(m.begins)) {
			return fmt.Errorf("cannot read: it is %s", m.is)
		}
	}
	if datasets.IsBinary(first) {
		return fmt.Errorf("cannot read: it is binary, and neither of %v: -format names one of them", datasets.FormatNames()[1:])
	}
	return err
}
