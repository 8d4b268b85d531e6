package packed

import "context"

// Locate returns where a row of a segment comes from: the block of the source, and which of the block's rows it is.
func (p *Store) Locate(ctx context.Context, s *Segment, row int) (block, at int, err error) {
	cell := s.CellOf(row)
	var rows Rows
	for b, list := range s.blocks {
		for i, c := range list {
			low := s.start[b][i].row
			if c.key != cell.key || row < low || row >= low+c.rows {
				continue
			}
			if err := p.source.Block(s.first+b, &rows); err != nil {
				return 0, 0, err
			}
			k := packer{d: &p.Coding, rows: rows}
			for r := range rows.Low {
				if rows.codes(r) == cell.Codes() && k.length(r) == cell.Entries {
					if low == row {
						return s.first + b, r, ctx.Err()
					}
					low++
				}
			}
		}
	}
	return -1, -1, ctx.Err()
}
