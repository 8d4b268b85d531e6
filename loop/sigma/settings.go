package sigma

import (
	"example.org/centipawn/loop/campaign"
)

// settingsFormat changes with what a run means.
const settingsFormat = "centipawn sigmazero 2"

func settingsOf(o *Options) (campaign.Settings, error) {
	s, err := campaign.SettingsOf(settingsFormat, *o)
	if err != nil || len(o.Lessons.Except) == 0 {
		return s, err
	}
	except, err := campaign.Hashed(o.Lessons.Except...)
	s.Add("except", except)
	return s, err
}
