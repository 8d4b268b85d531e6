package pgn

import "centipawn/datasets"

func init() { datasets.Register(Format) }
