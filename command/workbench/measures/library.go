package measures

import (
	"example.org/centipawn/command/workbench/items"
	"example.org/centipawn/features/catalog"
)

// An Example is a position with few pieces in which a term counts.
type Example struct {
	Family string  `json:"family"`
	Name   string  `json:"name"` // of the term, or of its table
	Term   string  `json:"term"` // that counts
	Count  float64 `json:"count"`
	FEN    string  `json:"fen"`
	About  string  `json:"about"` // what is counted
}

// Library returns an example of each term of a set, or of a table of terms, by family: those that the pages of docs/terms
// show.
func Library(of *items.Item) ([]Example, error) {
	e, err := of.Take()
	if err != nil {
		return nil, err
	}
	defer of.Put(e)
	list := []Example{}
	for _, x := range catalog.Entries(e.Set) {
		if x.Example != nil {
			list = append(list, Example{x.Families, x.Name, x.Shown, x.Example.Count, x.Example.Position.FEN(), x.Define.Formula})
		}
	}
	return list, nil
}
