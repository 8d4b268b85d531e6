package text

import (
	"slices"
	"strings"
)

// A role is what a column is to us.
type role int8

const (
	roleNone role = iota
	roleFEN
	roleScore
	roleResult
	roleGame
	rolePly
	roleMove
	roleDepth
	roleTree
	roleSide
	roleOffset
	roleRoot
	roleVia
	roleMate
	roleKind // whether a score is centipawns or a mate
	roles
)

var roleNames = [roles]string{
	roleFEN: "position", roleScore: "score", roleResult: "result", roleGame: "game", rolePly: "ply", roleMove: "move", roleDepth: "depth",
	roleTree: "tree", roleSide: "side", roleOffset: "offset", roleRoot: "root", roleVia: "via", roleMate: "mate", roleKind: "kind of score",
}

// roleFlags are the names of the options in messages.
var roleFlags = [roles]string{roleFEN: "-fen", roleScore: "-score", roleResult: "-result", roleGame: "-game", rolePly: "-ply", roleOffset: "-eval"}

// synonyms are the names by which columns are found, in the order in which
// they are tried.
var synonyms = [roles][]string{
	roleFEN:    {"fen", "fen_board", "position", "board"},
	roleScore:  {"evaluation", "eval", "score", "cp", "cp_score", "score_cp", "eval_cp", "centipawns"},
	roleResult: {"result", "game_result", "wdl", "outcome", "winner"},
	roleGame:   {"game", "game_id", "id"},
	rolePly:    {"ply", "game_ply"},
	roleMove:   {"move", "bestmove", "best_move", "line", "pv"},
	roleDepth:  {"depth"},
	roleTree:   {"tree"},
	roleSide:   {"side"},
	roleOffset: {"offset"},
	roleRoot:   {"root"},
	roleVia:    {"via"},
	roleMate:   {"mate", "mate_in", "matein", "mate in", "mate-in", "mate_score", "score_mate", "eval_mate"},
	roleKind:   {"type", "eval_type", "score_type", "evaluation_type", "is_mate", "ismate"},
}

// valueName is that of the scores beside a column of kinds, where no better name is there.
const valueName = "value"

// roleOf returns the role of which a column's name is known.
func roleOf(name string) role {
	for r, names := range synonyms {
		if slices.ContainsFunc(names, func(s string) bool { return strings.EqualFold(s, name) }) {
			return role(r)
		}
	}
	return roleNone
}

// A Meaning is what a name says of a value, whether it is a column's or a key of JSON.
type Meaning uint8

const (
	MeansNothing Meaning = iota
	MeansPosition
	MeansScore
	MeansMate
	MeansResult
	MeansMove
	MeansDepth
	MeansKind  // of a score: cp or mate
	MeansValue // the score beside a kind
)

// meanings are those of roles that are known outside.
var meanings = [roles]Meaning{roleFEN: MeansPosition, roleScore: MeansScore, roleMate: MeansMate, roleResult: MeansResult, roleMove: MeansMove, roleDepth: MeansDepth, roleKind: MeansKind}

// MeaningOf returns the meaning of a name, whatever its case.
func MeaningOf(name string) Meaning {
	if strings.EqualFold(name, valueName) {
		return MeansValue
	}
	return meanings[roleOf(name)]
}
