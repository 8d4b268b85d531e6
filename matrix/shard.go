package matrix

import "example.org/centipawn/internal/shards"

// A Shard says which part of an extraction a matrix holds: of the extraction's
// blocks 0, 1, 2, … those that the shard [shards.Shard.Holds].
type Shard = shards.Shard
