"""Writes a matrix of three rows and two columns: python3 folder.py OUT"""
import json, os, sys
import numpy as np

out = sys.argv[1]
os.makedirs(out)

def array(name, values, dtype):
    np.save(os.path.join(out, name + ".npy"), np.array(values, dtype=dtype))

# Row 0: 2 pawns more. Row 1: 1 pawn less, Black's passed pawn more. Row 2: nothing.
array("indptr", [0, 1, 3, 3], "<i8")       # entries of row i: indptr[i] to indptr[i+1]
array("indices", [0, 0, 1], "<u2")         # columns, ascending within a row
array("data", [2, -1, -1], "|i1")          # counts, White less Black
array("mg", [1, 0, 0], "|u1")              # indices into the manifest's table mg
array("eg", [0, 1, 1], "|u1")              # and eg
array("score", [180, -32768, 0], "<i2")    # centipawns; -32768 is none
array("result", [3, 1, 2], "|u1")          # 0 unknown, 1 Black won, 2 draw, 3 White won
array("game", [7, 7, 8], "<u4")            # rows of one game have one number
array("ply", [20, 31, 0], "<u2")
array("material", [2, -1, 0], "|i1")       # pawns, White less Black
array("hash", [11, 12, 13], "<u8")         # of the position
array("expected", [np.nan, 0.25, np.nan], "<f4")  # a probability in place of a result

rows, entries = 3, 3
manifest = {
    "format": "centipawn matrix", "version": 1,
    "set": "tiny", "hash": "0123456789abcdef", "phase": "tapered/24",
    "rows": rows, "entries": entries, "counts": "int8", "optional": ["expected"],
    "shard": {"index": 0, "of": 1},
    "provenance": {
        "sources": [{"name": "games.db", "sha256": "", "lines": rows, "bad": 0}],
        "funnel": [], "clusters": "game",
    },
    "columns": [{"name": "pawn", "tapered": True}, {"name": "passed"}],
    "mg": [0, 1], "eg": [0, 1],
    "blocks": [8192] * (rows // 8192) + [rows % 8192],
}
with open(os.path.join(out, "manifest.json"), "w") as f:
    json.dump(manifest, f, indent=1)
