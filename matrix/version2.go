package matrix

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// upgrade makes a manifest of version 3 of one of version 2. There the terms of a quadratic block had two
// columns, NAME.white of the side white and NAME.black: they go to the sums white and black of
// BlockFormula.
func (f *manifest) upgrade(text []byte) error {
	var old struct {
		Columns []struct{ Side string }
	}
	if err := json.Unmarshal(text, &old); err != nil {
		return err
	}
	sums := map[string]int{}
	for i := range f.Columns {
		side := old.Columns[i].Side
		if side == "" {
			continue
		}
		c := &f.Columns[i]
		name, ok := strings.CutSuffix(c.Name, "."+side)
		switch {
		case side != "white" && side != "black":
			return fmt.Errorf("column %q is of side %q: want white or black", c.Name, side)
		case !ok || name == "" || c.Tapered:
			return fmt.Errorf("column %q is of side %s: want a plain column with a name that ends in .%[2]s", c.Name, side)
		}
		c.Name = side + "/" + name
		sums[side]++
	}
	if len(sums) < 2 {
		return errors.New("version 2 without columns of both sides: want version 1")
	}
	f.Version, f.Formula = formulaVersion, BlockFormula
	return nil
}
