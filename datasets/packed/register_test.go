package packed

import "example.org/centipawn/datasets"

func init() { datasets.Register(Bullet, Viri, Marlin) }
