package regret

import (
	"context"

	"example.org/centipawn/internal/splitmix"
)

// A Half is one of the two that roots are cut into, by game: what is chosen at the one is to be
// measured at the other.
type Half uint8

// The halves.
const (
	FirstHalf Half = iota
	SecondHalf
)

// Of returns the roots of a source whose games are of the half. The game alone decides, so that the
// two have no game in common.
func (h Half) Of(s Source) Source { return &halved{s, h} }

type halved struct {
	Source
	half Half
}

func (s *halved) more(ctx context.Context, r *run) ([]Root, error) {
	for {
		list, err := s.Source.more(ctx, r)
		if err != nil || len(list) == 0 {
			return nil, err
		}
		var mine []Root
		for _, root := range list {
			if halfOf(root.Game) == s.half {
				mine = append(mine, root)
			}
		}
		if len(mine) > 0 {
			return mine, nil
		}
	}
}

// halfOf returns the half of a game.
func halfOf(game uint32) Half { return Half(splitmix.Mix(uint64(game)^0x68616c76) & 1) } // "halv"
