package elo

import (
	"encoding/json"
	"fmt"
	"math"
)

// An Interval is an estimate with its 95 % confidence interval. The value and the ends
// may be infinite: JSON has null for them.
type Interval struct {
	Value float64
	Low   float64
	High  float64
}

// String prints the interval in whole numbers: "+12 (+2 to +21)".
func (i Interval) String() string {
	return whole(i.Value) + " (" + whole(i.Low) + " to " + whole(i.High) + ")"
}

func whole(x float64) string {
	switch {
	case math.IsInf(x, 1):
		return "+∞"
	case math.IsInf(x, -1):
		return "-∞"
	}
	return fmt.Sprintf("%+.0f", x)
}

// unknown is the interval where there are no data.
func unknown() Interval { return Interval{0, math.Inf(-1), math.Inf(1)} }

// intervalJSON has null for an infinity. Which one gets by the place: low is −∞, high
// is +∞, and a value is the one whose end is null beside it.
type intervalJSON struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// MarshalJSON writes the three numbers, null for an infinite one.
func (i Interval) MarshalJSON() ([]byte, error) {
	return json.Marshal(intervalJSON{finite(i.Value), finite(i.Low), finite(i.High)})
}

func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

// UnmarshalJSON reads what MarshalJSON writes.
func (i *Interval) UnmarshalJSON(text []byte) error {
	var j intervalJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	i.Low, i.High = orElse(j.Low, math.Inf(-1)), orElse(j.High, math.Inf(1))
	i.Value = i.High
	if j.High != nil {
		i.Value = i.Low
	}
	i.Value = orElse(j.Value, i.Value)
	return nil
}

func orElse(x *float64, otherwise float64) float64 {
	if x == nil {
		return otherwise
	}
	return *x
}
