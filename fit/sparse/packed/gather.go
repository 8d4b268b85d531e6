package packed

import (
	"context"

	"example.org/centipawn/internal/shards"
)

// Gather returns the merged results of all processes, or mine if there is no other.
func Gather[P shards.Partial[P]](ctx context.Context, x shards.Exchange, step string, fresh func() P, mine func() (P, error)) (P, error) {
	if x == nil {
		return mine()
	}
	return shards.Gather(ctx, x, step, fresh, mine)
}
