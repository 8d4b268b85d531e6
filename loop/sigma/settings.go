package sigma

import (
	"example.org/centipawn/loop/campaign"
	"example.org/centipawn/neural/nn"
)

// settings are what the bytes of a run depend on: all options but the number of threads.
type settings struct {
	Format   string         `json:"format"`
	Network  nn.Config      `json:"network"`
	Encoding string         `json:"encoding"`       // of a new network
	Init     string         `json:"init,omitempty"` // base name and hash of the file
	Warm     []string       `json:"warm"`           // likewise
	Except   []string       `json:"except,omitempty"`
	Lessons  lessonSettings `json:"lessons"`
	Training Training       `json:"training"`
	Test     float64        `json:"test_share"`
	Seed     uint64         `json:"seed"`

	Games     Games    `json:"games"`
	Learning  Training `json:"learning"`
	Window    int      `json:"window"`
	Gate      any      `json:"gate"`
	GatePairs int      `json:"gate_pairs"`
	GateWins  int      `json:"gate_wins"`
}

type lessonSettings struct {
	Result      float64 `json:"result_share"`
	K           float64 `json:"k"`
	Temperature float64 `json:"temperature"`
	Most        int     `json:"positions"`
	Mates       bool    `json:"mates"`
}

// settingsFormat changes with what a run means.
const settingsFormat = "centipawn sigmazero 2"

func settingsOf(o *Options) (s settings, err error) {
	l := &o.Lessons
	s = settings{
		Format: settingsFormat, Network: o.Network, Encoding: o.Encoding.String(), Training: o.Training, Test: o.Test, Seed: o.Seed,
		Lessons: lessonSettings{l.Result, l.K, l.Temperature, l.Most, l.Mates},
	}
	s.Games, s.Learning, s.Window, s.GatePairs, s.GateWins = o.Games, o.Learning, o.Window, o.GatePairs, o.GateWins
	if o.Gate != nil {
		s.Gate = o.Gate.WithDefaults()
	}
	if s.Games.Puzzles, err = campaign.Hashed(o.Games.Puzzles...); err != nil {
		return s, err
	}
	if o.Init != "" {
		list, err := campaign.Hashed(o.Init)
		if err != nil {
			return s, err
		}
		s.Init = list[0]
	}
	if s.Warm, err = campaign.Hashed(o.Warm...); err != nil {
		return s, err
	}
	s.Except, err = campaign.Hashed(l.Except...)
	return s, err
}
