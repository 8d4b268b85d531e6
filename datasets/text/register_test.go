package text

import "centipawn/datasets"

func init() { datasets.Register(Format) }
