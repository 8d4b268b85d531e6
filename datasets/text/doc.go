// Package text reads and writes lines of tables and of EPD, which are told apart by their content.
//
// # Rows
//
// A line is a row, its columns separated by commas, semicolons or tabs, with a
// header line or without. Fields may stand in double quotes, a line may end in
// CRLF, the file may begin with a byte order mark and end without a newline;
// blank lines are counted and skipped. A line break inside quotes is a fault.
// Columns are found by their names, whatever the case:
//
//	position  fen, fen_board, position, board
//	score     evaluation, eval, score, cp, cp_score
//	result    result, game_result, wdl, outcome
//	game      game, game_id, id
//	ply       ply, game_ply
//	move      move, bestmove, best_move
//	depth     depth
//
// Moves, in UCI or SAN, and depths do not count as such if most of what the first
// rows have there is something else. Without a header the first column that holds positions and the first that
// holds scores are taken, no others. [datasets.Options] name any column otherwise, by
// its name or its number, the first being 1.
//
// # EPD
//
// A line may also be a position, with the two counters of FEN or without, and
// after it operations in any of the dialects of tuning sets, which are told apart
// by the first lines:
//
//	… c9 "1-0"; id "25f384-92";      opcodes: the result, the game
//	… [0.5]                          brackets
//	… ; 0-1    …,0.63    … 1/2-1/2   values
//	… | 30 | 1.0                     score and result
//	… ce +31; c9 "1-0";              score and result
//
// Values are found by their opcodes, c9 for the result, ce for the score, id for
// the game, bm or sm for the move, acd for the depth, and the names above; else results by their looks, in the same place
// of every line. Nothing is searched for in the text: the score 11.04 holds no
// win, nor does the id 25f381-0. Score and game may be missing.
//
// # Results
//
// A result is 1-0, 0-1, 1/2-1/2 or * for unknown, or White's points 1, 0 and 0.5; a
// number between is a probability, datasets.Sample.Expected. Points are White's, or the
// mover's, see [datasets.Options].ResultPOV.
//
// # Scores
//
// A score is a number of centipawns (+56, -54, 0, 12.6; or of pawns, see
// [datasets.Unit]) or a mate: #+3, #-3, #3, M5, -M5, mate -2. It is White's view, or the
// mover's, see [datasets.POV]. Numbers from 9,999 centipawns on are mates at an unknown
// distance: no evaluation function comes to a hundred pawns, and programs print
// 9999, 10000, 12800, 15265, 20000, 25000, 32767 or 77777 for mates and
// tablebase wins. #0 is mate on the board; there the board says who won, and a
// sign that contradicts it is counted, not believed. An empty cell, ?, none and
// null mean that the row has no score. NaN and infinities are faults.
package text
