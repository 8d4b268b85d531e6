package alphabeta

// Technique is a set of techniques.
type Technique uint64

// The techniques that can be switched off, to measure what they give. The first nine
// are those of the base search.
const (
	PVS            Technique = 1 << iota // later moves are searched with a null window first
	Aspiration                           // the root is searched with a window around the last score
	TableCutoffs                         // scores of the transposition table decide nodes
	NullMove                             // a pass that fails high decides a node
	CheckExtension                       // positions in check are searched one half-move deeper
	MateDistance                         // no mate is looked for that is longer than one found
	Killers                              // moves that refuted siblings come early
	History                              // quiet moves are ordered by their success elsewhere
	SEE                                  // losing captures come last, in quiescence never

	LateMoveReductions  // late moves are searched less deep first
	InternalReduction   // a position without a move from the table is searched less deep
	ReverseFutility     // a static evaluation far above beta decides a node
	NullGrowth          // the null move's reduction grows with static − beta
	Razoring            // far below alpha quiescence decides
	ProbCut             // a capture that is far above beta at less depth decides a node
	LateMovePruning     // of quiet moves only the first few are searched at low depth
	Futility            // quiet moves are not searched far below alpha
	QuietSEEPruning     // quiet moves that lose material are not searched at low depth
	NoisySEEPruning     // captures that lose much material are not searched at low depth
	HistoryPruning      // quiet moves that failed elsewhere are not searched at low depth
	Singular            // a move that is better than all others is searched deeper
	MultiCut            // several moves above beta decide a node; one that is not singular is searched less deep
	CaptureHistory      // captures are ordered by their success elsewhere, too
	ContinuationHistory // quiet moves are ordered by their success after the last two moves
	Correction          // the static evaluation learns from the searches of positions with such pawns and pieces
	Delta               // quiescence leaves captures that cannot reach alpha
	Evasions            // quiescence leaves quiet moves out of check once a move has been searched
	CheckSparing        // quiet moves that give check are not left out

	lastTechnique = CheckSparing
)

// Base is the set of techniques that the base search does without.
const Base = lastTechnique<<1 - LateMoveReductions

var techniques = []Setting{
	technique(PVS, "PVS", "null windows for all moves but the first"),
	technique(Aspiration, "Aspiration", "a narrow window at the root"),
	technique(TableCutoffs, "TableCutoffs", "scores of the transposition table decide nodes"),
	technique(NullMove, "NullMove", "null move pruning"),
	technique(CheckExtension, "CheckExtension", "positions in check are searched deeper"),
	technique(MateDistance, "MateDistance", "mate distance pruning"),
	technique(Killers, "Killers", "killer moves"),
	technique(History, "History", "history heuristic"),
	technique(SEE, "SEE", "static exchange evaluation of captures"),
	technique(LateMoveReductions, "LateMoveReductions", "late move reductions"),
	technique(InternalReduction, "InternalReduction", "internal iterative reduction"),
	technique(ReverseFutility, "ReverseFutility", "reverse futility pruning"),
	technique(NullGrowth, "NullGrowth", "null move reduction by static evaluation"),
	technique(Razoring, "Razoring", "razoring"),
	technique(ProbCut, "ProbCut", "ProbCut by captures"),
	technique(LateMovePruning, "LateMovePruning", "late move pruning"),
	technique(Futility, "Futility", "futility pruning of quiet moves"),
	technique(QuietSEEPruning, "QuietSEEPruning", "pruning of quiet moves that lose material"),
	technique(NoisySEEPruning, "NoisySEEPruning", "pruning of captures that lose material"),
	technique(HistoryPruning, "HistoryPruning", "pruning of quiet moves by their history"),
	technique(Singular, "Singular", "singular extensions"),
	technique(MultiCut, "MultiCut", "cuts and negative extensions where several moves are good"),
	technique(CaptureHistory, "CaptureHistory", "history of captures"),
	technique(ContinuationHistory, "ContinuationHistory", "history after the last two moves"),
	technique(Correction, "Correction", "correction history of the static evaluation"),
	technique(Delta, "Delta", "delta pruning in quiescence"),
	technique(Evasions, "Evasions", "few quiet moves out of check in quiescence"),
	technique(CheckSparing, "CheckSparing", "quiet checks are not pruned"),
}

func technique(t Technique, name, doc string) Setting {
	return Setting{Name: name, Doc: doc, Default: 1, Max: 1, Technique: t}
}
