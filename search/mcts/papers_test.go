package mcts_test

import _ "example.org/centipawn/experiments/engines" // tests try the presets of papers, too
