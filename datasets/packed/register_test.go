package packed

import "centipawn/datasets"

func init() { datasets.Register(Bullet, Viri, Marlin) }
