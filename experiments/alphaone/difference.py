"""Writes the positions of A.epd with its evaluations less those of B.epd: python3 difference.py A.epd B.epd OUT.csv

Both are what `match label` wrote of the same positions. Evaluations are clipped to 1500 centipawns first, and mates are
1500. As least squares are linear in the labels, a regression on the difference gives by how much the two labels move
each weight, with an interval that knows that the positions are the same.
"""
import re, sys

CLIP = 1500


def read(path):
    """Returns game and evaluation by position."""
    rows = {}
    with open(path) as f:
        for line in f:
            fen = re.match(r"\S+ \S+ \S+ \S+", line)
            value, game = re.search(r' eval "([^"?]+)"', line), re.search(r' id "([^"]+)"', line)
            if fen and value and game:
                mate, text = "#" in value[1], value[1].replace("#", "")
                cp = CLIP if mate and "-" not in text else -CLIP if mate else int(text)
                rows[fen[0]] = game[1], max(-CLIP, min(CLIP, cp))
    return rows


a, b = read(sys.argv[1]), read(sys.argv[2])
with open(sys.argv[3], "w") as out:
    out.write("FEN,Evaluation,game\n")
    for fen, (game, cp) in a.items():
        if fen in b:
            out.write("%s,%d,%s\n" % (fen, cp - b[fen][1], game))
