package fit

// Result is what [Fit] found. It is plain data, and holds no time and no number of
// threads: equal data and options give equal bytes of JSON.
type Result struct {
	Set     string `json:"set"` // of terms
	SetHash string `json:"set_hash"`
	Columns int    `json:"columns"` // of the matrix
	Rows    int    `json:"rows"`    // of the data, those not used included
	Games   int    `json:"games"`   // or clusters, of the rows used for training and test

	Loss      Loss       `json:"loss"`
	Method    Method     `json:"method"`
	Intercept Intercept  `json:"intercept"`
	Clip      float64    `json:"clip"`             // centipawns
	Mates     MatePolicy `json:"mates"`            // policy
	Delta     float64    `json:"delta,omitempty"`  // of Huber, centipawns
	Ridge     float64    `json:"ridge,omitempty"`  // rows
	Split     SplitBy    `json:"split"`            // none with a separate test set
	Share     float64    `json:"share,omitempty"`  // of the test, expected
	Seed      uint64     `json:"seed,omitempty"`   // of the split
	Passes    int        `json:"passes"`           // over the data
	Rounds    int        `json:"rounds,omitempty"` // of reweighting

	Funnel     Funnel  `json:"funnel"`
	TestFunnel *Funnel `json:"test_funnel,omitempty"` // of a separate test set

	Weights    []Weight          `json:"weights"` // fitted, in the order of the columns
	Fixed      []NamedWeight     `json:"fixed,omitempty"`
	Intercepts []SourceIntercept `json:"intercepts,omitempty"`
	Mean       float64           `json:"mean"` // label of the training rows, centipawns: the null model

	// Condition is the condition number, in the 1-norm, of the correlations of
	// the columns that are left when dependent ones are taken out; 0 without columns.
	Condition   float64      `json:"condition"`
	Dependences []Dependence `json:"dependences,omitempty"` // the exact null space

	Train *Metrics `json:"train"`
	Test  *Metrics `json:"test,omitempty"` // nil if there is no test row

	Warnings []Warning `json:"warnings,omitempty"`
}

// A Weight is a fitted weight, in centipawns a count (times the factor, if it is one
// of a tapered column).
type Weight struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`

	// StdErr is robust to whatever the errors within a game have in common, and T
	// is Value/StdErr. Both are 0 if there are fewer than two games or the fit is
	// exact, and of little use for a weight that is not identified. With a ridge the error says how the
	// estimate scatters, not how far it is pulled.
	StdErr float64 `json:"stderr"`
	T      float64 `json:"t"`

	// VIF is the variance inflation factor: how many times larger the variance is
	// than if the column were uncorrelated with the others. 0 if not identified.
	VIF float64 `json:"vif"`

	Rows  int `json:"rows"`  // training rows in which it takes part
	Games int `json:"games"` // training games in which it takes part

	// Identified says that the data determine the weight: its column varies, and is
	// in no exact dependence.
	Identified bool `json:"identified"`
}

// Model returns the fitted evaluation with its fixed weights and intercepts.
func (r *Result) Model(name string) Model {
	m := Model{Name: name, Intercepts: r.Intercepts}
	m.Weights = append(m.Weights, r.Fixed...)
	for _, w := range r.Weights {
		m.Weights = append(m.Weights, NamedWeight{w.Name, w.Value})
	}
	return m
}
