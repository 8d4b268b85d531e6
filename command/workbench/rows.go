package workbench

import (
	"context"
	"fmt"
	"net/http"
	"sync"

	"example.org/centipawn/extract"
	"example.org/centipawn/internal/memory"
	"example.org/centipawn/matrix"
)

// mostSets is how many sets of terms an item's rows are kept of: a data file is counted into memory.
const mostSets = 2

// A rowSet is rows of a set of terms.
type rowSet struct {
	*matrix.Set
	support func() (map[string]int, error) // rows by term, counted once
}

// rowsItem returns the matrix or data file that a request names as rows.
func (s *Server) rowsItem(r *http.Request) (*Item, error) {
	label := r.URL.Query().Get("rows")
	any := false
	for _, item := range s.items {
		if item.Kind != Matrix && item.Kind != Data {
			continue
		}
		if any = true; item.Label == label {
			return item, nil
		}
	}
	if !any {
		return nil, requestError{http.StatusNotFound, errNoRows}
	}
	return nil, requestError{http.StatusNotFound, fmt.Errorf("rows: no matrix or data file has the name %q here", label)}
}

// rowsOf returns the rows of an item, counted by a set. A matrix has one set; a data file is counted when
// a set is first asked for.
func (item *Item) rowsOf(ctx context.Context, set string) (*rowSet, error) {
	found, err := item.rows.get(set, func() (*rowSet, error) {
		data, err := item.readRows(ctx, set)
		if err != nil {
			return nil, err
		}
		found := &rowSet{Set: data}
		found.support = sync.OnceValues(found.countSupport)
		return found, nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", item.Label, err)
	}
	return found, nil
}

func (item *Item) readRows(ctx context.Context, set string) (*matrix.Set, error) {
	if item.Kind == Matrix {
		if of := item.matrix.Schema().Set; of != set {
			return nil, fmt.Errorf("its rows are of set %s, the weights of %s", of, set)
		}
		return matrix.Join(item.matrix)
	}
	var opt extract.Options
	if err := opt.SetTerms(set); err != nil {
		return nil, err
	}
	data, _, err := extract.Memory(ctx, []string{item.path}, opt.WithDefaults())
	return data, err
}

// countSupport counts the rows that have a count of each term; of a term of the block, of either side.
func (s *rowSet) countSupport() (map[string]int, error) {
	columns := s.Schema().Columns
	number, names := make([]int, len(columns)), []string{}
	of := make(map[string]int)
	for c, column := range columns {
		name := column.Name
		if column.Side != matrix.Both {
			name = column.Weights()[0]
		}
		if _, known := of[name]; !known {
			of[name] = len(names)
			names = append(names, name)
		}
		number[c] = of[name]
	}
	counts, last := make([]int, len(names)), make([]int, len(names)) // last: the row that counted, from 1
	row := 0
	var block matrix.Block
	for b := range s.Blocks() {
		err := memory.Guard(func() error {
			if err := s.ReadBlock(b, &block); err != nil {
				return err
			}
			for i := range block.Rows() {
				row++
				list, _ := block.Row(i)
				for _, c := range list {
					if n := number[c]; last[n] != row {
						last[n] = row
						counts[n]++
					}
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	rows := make(map[string]int)
	for n, name := range names {
		rows[name] = counts[n]
	}
	return rows, nil
}
