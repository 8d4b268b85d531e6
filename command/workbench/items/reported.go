package items

import (
	"crypto/sha256"
	"encoding/hex"

	"example.org/centipawn/command/fit/finding"
)

// WeightsOf returns the label of the open weights that a report is of, known by their hash; "": they are not open.
func WeightsOf(open []*Item, r *finding.Report) string {
	if r.Fitted == nil {
		return ""
	}
	for _, item := range open {
		if item.Kind != Weights || item.File.Set != r.Set || item.File.Provenance.Loss == "" {
			continue
		}
		h := sha256.New()
		if err := item.File.Encode(h); err == nil && hex.EncodeToString(h.Sum(nil)) == r.Fitted.SHA256 {
			return item.Label
		}
	}
	return ""
}
