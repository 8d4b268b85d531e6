package matrix

// array numbers the arrays of a folder.
type array int

const (
	arrIndptr array = iota
	arrIndices
	arrData
	arrMG
	arrEG
	arrScore
	arrResult
	arrGame
	arrPly
	arrMaterial
	arrHash
	arrSource
	arrWeight
	arrOffset
	arrExpected
	arrTree
	arrSide
	numArrays
)

// arrayTypes gives each array's name and its type as NumPy writes it. That of
// the counts is the schema's.
var arrayTypes = [numArrays]struct {
	name  string
	descr string
	size  int // bytes of a value
}{
	arrIndptr:   {"indptr", "<i8", 8},
	arrIndices:  {"indices", "<u2", 2},
	arrData:     {"data", "", 0},
	arrMG:       {"mg", "|u1", 1},
	arrEG:       {"eg", "|u1", 1},
	arrScore:    {"score", "<i2", 2},
	arrResult:   {"result", "|u1", 1},
	arrGame:     {"game", "<u4", 4},
	arrPly:      {"ply", "<u2", 2},
	arrMaterial: {"material", "|i1", 1},
	arrHash:     {"hash", "<u8", 8},
	arrSource:   {"source", "|u1", 1},
	arrWeight:   {"weight", "<f4", 4},
	arrOffset:   {"offset", "<f4", 4},
	arrExpected: {"expected", "<f4", 4},
	arrTree:     {"tree", "<u4", 4},
	arrSide:     {"side", "|u1", 1},
}

var countTypes = []struct {
	descr string
	size  int
}{Int8: {"|i1", 1}, Int16: {"<i2", 2}, Float32: {"<f4", 4}}

// file returns the name of a's file.
func (a array) file() string { return arrayTypes[a].name + ".npy" }

// dtype returns the type of a's values in a matrix of s.
func (a array) dtype(s *Schema) (descr string, size int) {
	if a == arrData {
		return countTypes[s.Counts].descr, countTypes[s.Counts].size
	}
	return arrayTypes[a].descr, arrayTypes[a].size
}

// present reports whether a matrix of s has a.
func (a array) present(s *Schema) bool {
	switch a {
	case arrSource:
		return s.Optional.Has(WithSource)
	case arrWeight:
		return s.Optional.Has(WithWeight)
	case arrOffset:
		return s.Optional.Has(WithOffset)
	case arrExpected:
		return s.Optional.Has(WithExpected)
	case arrTree:
		return s.Optional.Has(WithTree)
	case arrSide:
		return s.Optional.Has(WithSide)
	}
	return true
}

// length returns the number of values of a.
func (a array) length(rows int, entries int64) int64 {
	switch a {
	case arrIndptr:
		return int64(rows) + 1
	case arrIndices, arrData:
		return entries
	}
	return int64(rows)
}
