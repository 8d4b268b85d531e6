package text

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
	roles
)

var roleNames = [roles]string{
	roleFEN: "position", roleScore: "score", roleResult: "result", roleGame: "game", rolePly: "ply", roleMove: "move", roleDepth: "depth",
	roleTree: "tree", roleSide: "side", roleOffset: "offset", roleRoot: "root", roleVia: "via", roleMate: "mate",
}

// roleFlags are the names of the options in messages.
var roleFlags = [roles]string{roleFEN: "-fen", roleScore: "-score", roleResult: "-result", roleGame: "-game", rolePly: "-ply"}

// synonyms are the names by which columns are found, in the order in which
// they are tried.
var synonyms = [roles][]string{
	roleFEN:    {"fen", "fen_board", "position", "board"},
	roleScore:  {"evaluation", "eval", "score", "cp", "cp_score"},
	roleResult: {"result", "game_result", "wdl", "outcome"},
	roleGame:   {"game", "game_id", "id"},
	rolePly:    {"ply", "game_ply"},
	roleMove:   {"move", "bestmove", "best_move", "line", "pv"},
	roleDepth:  {"depth"},
	roleTree:   {"tree"},
	roleSide:   {"side"},
	roleOffset: {"offset"},
	roleRoot:   {"root"},
	roleVia:    {"via"},
	roleMate:   {"mate", "mate_in", "matein", "mate in", "mate-in", "mate_score", "eval_mate"},
}
