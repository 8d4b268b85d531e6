// Package provenance says where rows and weights come from, in the words that matrices, fits
// and weights files have in common.
package provenance

// A Setting is an option of the reading that changed the rows.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// A Drop counts the rows that a filter dropped; negative, those that a step added.
type Drop struct {
	Filter string `json:"filter"`
	Rows   int64  `json:"rows"`
}

// A Reason says why a search for the minimum ended.
type Reason string

// The reasons.
const (
	Tolerance   Reason = "tolerance"   // the gap to the minimum is small enough
	PassLimit   Reason = "passes"      // the passes over the rows are used up
	Interrupted Reason = "interrupted" // from outside
	Early       Reason = "early"       // the loss on rows that were watched has risen for a while
	Settled     Reason = "settled"     // a loss with kinks has all but ceased to fall
	Stalled     Reason = "stalled"     // no lower point can be told from rounding, or the rate fell to nothing
)

// Words says the reason in a sentence that begins with "stopped"; an unknown reason is
// printed as it is.
func (r Reason) Words() string {
	switch r {
	case Tolerance:
		return "at the tolerance"
	case PassLimit:
		return "at the limit of passes"
	case Interrupted:
		return "by an interruption"
	case Early:
		return "early, by the watched part"
	case Settled:
		return "where the loss, which has kinks, had ceased to fall"
	case Stalled:
		return "where no lower point was found"
	}
	return string(r)
}
