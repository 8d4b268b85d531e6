package header

// A Key is one of the values of a row besides counts.
type Key uint16

const (
	KeyGame Key = 1 << iota
	KeyWeight
	KeyOffset
	KeyMG
	KeyEG
	KeyEval
	KeyScore
	KeyPly
	KeyHash
	KeyTree
	KeySide
)

// KeyNames lists the keys for messages.
const KeyNames = "qid, weight, offset, mg, eg, eval, score, ply, hash, tree, side"

// KeyOf returns the key of a name, 0 if there is none.
func KeyOf(name []byte) Key {
	switch string(name) {
	case "qid":
		return KeyGame
	case "weight":
		return KeyWeight
	case "offset":
		return KeyOffset
	case "mg":
		return KeyMG
	case "eg":
		return KeyEG
	case "eval":
		return KeyEval
	case "score":
		return KeyScore
	case "ply":
		return KeyPly
	case "hash":
		return KeyHash
	case "tree":
		return KeyTree
	case "side":
		return KeySide
	}
	return 0
}

// IsKey reports whether a name is that of a key.
func IsKey(name string) bool { return KeyOf([]byte(name)) != 0 }

// Wanted says what the value of a key is.
var Wanted = map[Key]string{
	KeyGame:   "the game's id",
	KeyWeight: "a number from 0",
	KeyOffset: "centipawns",
	KeyMG:     "the factor of middlegame weights, 1 with all pieces on the board: divide the phase by its maximum",
	KeyEG:     "the factor of endgame weights, 1 without pieces on the board",
	KeyEval:   "centipawns from White's view",
	KeyScore:  "centipawns from White's view, or a mate such as #3 or #-3",
	KeyPly:    "a number of half-moves from 0 to 65535",
	KeyTree:   "the id of a search tree, or - for none",
	KeySide:   "w or b: who is to move",
	KeyHash:   "up to 16 hexadecimal digits",
}
