"""Fits AlphaOne's seven features by regressions of scikit-learn: python3 forest.py [-rows N] X.matrix

X.matrix is what `extract -set alphaone -o X.matrix FILE` writes. Labels are clipped to 1500 centipawns, mates are
1500. A quarter of the games is the test. Every model is scikit-learn's with its defaults; features are scaled to unit
variance for the support vectors alone. -rows bounds the training rows (chosen at random), for a fit of support vectors
takes time by the square of them. Printed are the errors on the test rows in centipawns and their squares, with 95 %
intervals by drawing games.
"""
import argparse, json, os
import numpy as np
from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR

FEATURES = ["tapered", "mobility", "king_attack", "pawn_shield", "passed_pawns", "doubled_pawns", "pawn_islands"]
CLIP, MATE, NONE, DRAWS = 1500, 30000, -32768, 1000


def read(folder):
    """Returns features, labels and games of the rows that have a score."""
    array = lambda name: np.load(os.path.join(folder, name + ".npy"), mmap_mode="r")
    with open(os.path.join(folder, "manifest.json")) as f:
        names = [c["name"] for c in json.load(f)["columns"]]
    begin, score = array("indptr"), array("score").astype(float)
    dense = np.zeros((len(score), len(names)))
    dense[np.repeat(np.arange(len(score)), np.diff(begin)), array("indices")] = array("data")
    labels = np.clip(np.where(np.abs(score) > MATE, np.sign(score) * CLIP, score), -CLIP, CLIP)
    known = score != NONE
    return dense[known][:, [names.index(n) for n in FEATURES]], labels[known], array("game")[known]


def split(games, rng):
    """Returns which rows are of the quarter of games that is the test."""
    distinct = np.unique(games)
    return np.isin(games, rng.permutation(distinct)[: max(1, len(distinct) // 4)])


def interval(errors, games, rng):
    """Returns mean and 95 % interval of errors, by drawing games."""
    _, game = np.unique(games, return_inverse=True)
    total, rows = np.bincount(game, errors), np.bincount(game)
    drawn = rng.integers(len(rows), size=(DRAWS, len(rows)))
    low, high = np.quantile(total[drawn].sum(1) / rows[drawn].sum(1), [0.025, 0.975])
    return errors.mean(), low, high


def main():
    flags = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    flags.add_argument("-rows", type=int, default=10_000, help="training rows at most")
    flags.add_argument("-seed", type=int, default=1)
    flags.add_argument("folder")
    args = flags.parse_args()
    rng = np.random.default_rng(args.seed)
    x, y, games = read(args.folder)
    test = split(games, rng)
    train = rng.permutation(np.flatnonzero(~test))[: args.rows]
    whole = LinearRegression().fit(x, y)
    print("least squares on all %d rows: intercept %.9f, " % (len(y), whole.intercept_) + ", ".join("%s %.9f" % c for c in zip(FEATURES, whole.coef_)))
    print("%d training rows, %d test rows of %d games" % (len(train), test.sum(), len(np.unique(games[test]))))
    for name, model in [
        ("the mean", None),
        ("tapered alone, least squares", LinearRegression()),
        ("least squares", LinearRegression()),
        ("random forest", RandomForestRegressor(random_state=args.seed)),
        ("support vectors", make_pipeline(StandardScaler(), SVR())),
        ("support vectors, C = 100", make_pipeline(StandardScaler(), SVR(C=100))),
    ]:
        columns = slice(0, 1) if name.startswith("tapered") else slice(None)
        guess = model.fit(x[train, columns], y[train]).predict(x[test, columns]) if model is not None else np.full(test.sum(), y[train].mean())
        errors = guess - y[test]
        mae = interval(np.abs(errors), games[test], np.random.default_rng(args.seed))
        mse = interval(errors**2, games[test], np.random.default_rng(args.seed))
        print("%-30s MAE %.1f (%.1f to %.1f)  MSE %.0f (%.0f to %.0f)" % ((name,) + mae + mse))


if __name__ == "__main__":
    main()
