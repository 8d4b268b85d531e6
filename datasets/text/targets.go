package text

import "example.org/centipawn/datasets"

// Targets reads results that stand under a name and in no column, as flat lines of JSON have them.
type Targets struct{ coding coding }

// TargetsOf returns how results are read that options describe, and of which these are the first; it says whether
// further ones would not change it.
func TargetsOf(opt datasets.Options, first [][]byte) (t Targets, sure bool) {
	var v values
	for _, value := range first {
		v.add(value)
	}
	t.coding, sure = v.coding(opt)
	return t, sure
}

// Codes returns what the codes mean, if they are not points.
func (t *Targets) Codes() datasets.ResultCodes {
	if t.coding.convention == datasets.CodesPoints {
		return datasets.CodesAuto
	}
	return t.coding.convention
}

// Read reads a result from the view that it is written in, or else an expected score, which otherwise is NaN. colour says
// that it names the side that won, whoever is to move.
func (t *Targets) Read(text []byte) (result datasets.Result, expected float32, colour bool, err error) {
	r, err := t.coding.parse(text)
	return r.result, r.expected, r.colour, err
}
