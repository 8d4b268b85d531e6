package lineup

import (
	"encoding/json"
	"fmt"

	"example.org/centipawn/internal/atomicfile"
	"example.org/centipawn/internal/disk"
	"example.org/centipawn/weights/predict"
)

// ReadGuard reads what the guard expects of new weights, before regret, from what weights diff -json or fit -json has printed.
func ReadGuard(path string) (*predict.Forecast, error) {
	file, err := disk.OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := atomicfile.ReadAll(path, file, atomicfile.LargeLimit)
	if err != nil {
		return nil, err
	}
	var printed struct {
		Guard *struct {
			Forecast *predict.Forecast `json:"forecast"`
		} `json:"guard"`
		Predicted json.RawMessage `json:"predicted"`
	}
	switch err := json.Unmarshal(text, &printed); {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	case printed.Predicted != nil:
		return nil, fmt.Errorf("%s: its verdict has regret in it already: pass what fit -json prints without -predict", path)
	case printed.Guard == nil || printed.Guard.Forecast == nil:
		return nil, fmt.Errorf("%s: it has no verdict of the guard", path)
	}
	f := printed.Guard.Forecast
	if s := f.Squared; !(s > 0 && s <= 1) || !(f.Prior.Curve > 0) || f.Prior.Var[0][0] < 0 || f.Prior.Var[1][1] < 0 {
		return nil, fmt.Errorf("%s: the guard's mean squared change is %v: want one above 0 and up to 1", path, s)
	}
	return f, nil
}
