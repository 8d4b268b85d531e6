package gram

import "testing"

// TestClasses: rough classes go on while derivatives are near, and have their mean.
func TestClasses(t *testing.T) {
	var c Classes
	for i, f := range [][2]float64{{1.2, 0.5}, {1.09, 0}, {1, 0}, {1.05, -0.05}, {1.2, 0}, {1, 0}} {
		c.Put(float64(i+1), f)
	}
	if same := c.Sort(); same != 1 {
		t.Errorf("%d rows are in the class of the one before, want 1", same)
	}
	for _, tt := range []struct {
		rough  bool
		enough int
		want   []int
		mean   float64 // of the first
	}{
		{false, 9, []int{2, 1, 1, 1, 1}, 1}, {true, 2, []int{2, 2, 1, 1}, 1},
		{true, 3, []int{3, 1, 1, 1}, (9 + 4*1.05) / 13}, {true, 9, []int{4, 1, 1}, (9 + 4*1.05 + 2*1.09) / 15},
	} {
		at := 0
		for class := range c.All(tt.rough, tt.enough) {
			if at >= len(tt.want) || len(class) != tt.want[at] {
				t.Fatalf("rough %v, enough %d: class %d has %d rows, want %v", tt.rough, tt.enough, at, len(class), tt.want)
			}
			if mean := c.Mean(class)[0]; at == 0 && mean-tt.mean > 1e-15 {
				t.Errorf("rough %v, enough %d: the mean is %v, want %v", tt.rough, tt.enough, mean, tt.mean)
			}
			at++
		}
		if at != len(tt.want) {
			t.Errorf("rough %v, enough %d: %d classes, want %d", tt.rough, tt.enough, at, len(tt.want))
		}
	}
}
