// The front page has nothing that moves.
