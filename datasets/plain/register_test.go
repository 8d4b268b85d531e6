package plain

import "example.org/centipawn/datasets"

func init() { datasets.Register(Format) }
