package packed

import (
	"encoding/hex"
	"fmt"
	"slices"

	"example.org/centipawn/datasets"
	"example.org/centipawn/datasets/cut"
	"example.org/centipawn/datasets/fixed"
	"example.org/centipawn/datasets/game"
	"example.org/centipawn/datasets/records"
)

// Marlin and Bullet are records of one size, Viri is games of such records.
var (
	Marlin = sized("marlinformat", records.Marlin, func() datasets.Encoder { return marlinEncoding{} }, ".marlin", ".bin")
	Bullet = sized("bulletformat", records.Bullet, func() datasets.Encoder { return bulletEncoding{} }, ".bullet", ".bf")
	Viri   = datasets.Format{
		Name: viriName, Endings: []string{".viri", ".vf"}, Detect: detector(cutGame), Open: openGames,
		Writes: writes(func() datasets.Encoder { return &viriEncoding{} }, ".viri", ".vf"),
	}
)

// sized returns the format of a layout. A .bin may be of either layout.
func sized(name string, layout records.Layout, encoder func() datasets.Encoder, endings ...string) datasets.Format {
	return datasets.Format{
		Name: name, Endings: slices.DeleteFunc(slices.Clone(endings), func(e string) bool { return e == ".bin" }),
		Detect: detector(func(head []byte) (n int, err error) {
			if len(head) < records.Size {
				return 0, nil
			}
			return records.Size, layout.Decode((*[records.Size]byte)(head), new(records.Record))
		}),
		Open: func(in *datasets.Input) (datasets.Layout, error) {
			c, err := fixed.NewConvention(name, in)
			return &packed{c, layout}, err
		},
		Writes: writes(encoder, endings...),
	}
}

// writes has an encoder for every ending.
func writes(encoder func() datasets.Encoder, endings ...string) map[string]func() datasets.Encoder {
	all := make(map[string]func() datasets.Encoder)
	for _, e := range endings {
		all[e] = encoder
	}
	return all
}

// sniffRecords is how many records are tried to find out a binary format.
const sniffRecords = 100

// detector returns what says which share of the first records or games can be read. read reads
// the first and returns its length, 0 if there is none.
func detector(read func(head []byte) (n int, err error)) func([]byte, bool) float64 {
	return func(head []byte, _ bool) float64 {
		if !datasets.IsBinary(head) {
			return 0
		}
		good, all := 0, 0
		for all < sniffRecords {
			n, err := read(head)
			if n == 0 {
				break
			}
			if all++; err == nil {
				good++
			}
			head = head[n:]
		}
		return float64(good) / float64(max(all, 1))
	}
}

// packed is the layout of marlinformat and bulletformat.
type packed struct {
	fixed.Convention
	records records.Layout
}

// Cutter implements [datasets.Layout].
func (p *packed) Cutter(s *cut.Stream) cut.Cutter { return cut.Fixed(s, records.Size) }

// Columns implements [datasets.Layout].
func (p *packed) Columns() datasets.Columns {
	return p.Describe("score and result of each record", datasets.Columns{Score: 1, Result: 1})
}

// Parse implements [datasets.RecordLayout].
func (p *packed) Parse(c *datasets.Chunk, dst *datasets.Parsed) {
	r := datasets.Scratch[records.Record](dst)
	for i := range c.Lines {
		b := c.Text[i*records.Size:][:records.Size]
		if err := p.records.Decode((*[records.Size]byte)(b), r); err != nil {
			dst.Fault(c, c.Line+i, fmt.Errorf("bad record: %w", err), hex.EncodeToString(b))
			continue
		}
		s := dst.Extend(c, c.Line+i)
		s.Position, s.Score, s.Result = r.Position, r.Score, resultOf(r.WDL)
		s.Ply, s.Game = datasets.PlyOf(&s.Position), game.Skeleton(&s.Position)
		p.Apply(s, &dst.Counts)
	}
}
