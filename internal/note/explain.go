package note

import "slices"

// An Action is what a reader does about a warning.
type Action string

// The actions.
const (
	Repair Action = "repair" // the data, or how they are read and split
	Pull   Action = "pull"   // the weights to known ones, or fit fewer of them
	Look   Action = "look"   // at the model, the search or the players: it may be a finding or a fault
	Play   Action = "play"   // more or other games
	Ignore Action = "ignore" // it may be
)

// actions are those of single codes; the others follow from their letter.
var actions = map[Code]Action{
	D06: Ignore, D09: Ignore, D18: Ignore, D19: Ignore, D22: Ignore, D23: Ignore, D27: Ignore,
	F03: Pull, F04: Pull, F05: Pull, F06: Pull, F13: Pull, F07: Ignore, F12: Ignore, F01: Look,
	M06: Pull, M08: Pull, M10: Pull, M12: Repair, M11: Repair, M13: Ignore, M15: Ignore, M18: Ignore, M19: Ignore,
	G01: Pull, G02: Pull, G03: Pull, G05: Pull, G04: Repair,
	S04: Look, S05: Pull, S08: Pull,
	V05: Look, V07: Look, V10: Ignore, V04: Look, V11: Look, V13: Look,
}

// letters are the actions of the other codes of a letter.
var letters = map[byte]Action{'D': Repair, 'F': Repair, 'S': Repair, 'T': Repair, 'M': Look, 'A': Look, 'G': Look, 'E': Look, 'O': Ignore, 'V': Play}

// Action returns what to do about warnings of the code.
func (c Code) Action() Action {
	if a, ok := actions[c]; ok {
		return a
	}
	if c == "" {
		return Look
	}
	return letters[c[0]]
}

// An Explanation is what the registry says of a code, for a page. Texts are Markdown.
type Explanation struct {
	Title  string `json:"title"`
	Means  string `json:"means"`
	Remedy string `json:"remedy"`
	Action Action `json:"action"`
}

// Explain explains the codes of texts such as [Note.String] writes. Texts without a registered code have none.
func Explain(texts ...[]string) map[Code]Explanation {
	var codes []Code
	for _, list := range texts {
		for _, text := range list {
			codes = append(codes, Parse(text).Code)
		}
	}
	return Explained(codes...)
}

// Explained explains codes. Those that are not registered have no explanation.
func Explained(codes ...Code) map[Code]Explanation {
	found := map[Code]Explanation{}
	for i := range Registry {
		if e := &Registry[i]; slices.Contains(codes, e.Code) {
			found[e.Code] = Explanation{e.Title, e.Means, e.Remedy, e.Code.Action()}
		}
	}
	return found
}
