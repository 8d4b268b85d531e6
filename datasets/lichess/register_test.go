package lichess

import "centipawn/datasets"

func init() { datasets.Register(Format) }
