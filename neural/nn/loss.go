package nn

import "math"

// A Loss is the means over a batch: the cross entropy of the policy among the legal moves, the negative
// logarithm of the probability on legal moves, of all moves there are, and the squared error of the value.
// Where one of them has no target it counts as 0.
type Loss struct{ Policy, Legal, Value float64 }

// Sum returns what training makes small, but for the penalty on weights. With a legality of 1 policy
// and legality together are the cross entropy among all moves.
func (l Loss) Sum(legality float64) float64 { return l.Policy + legality*l.Legal + l.Value }

// plus returns the sum of l and share·other.
func (l Loss) plus(share float64, other Loss) Loss {
	return Loss{l.Policy + share*other.Policy, l.Legal + share*other.Legal, l.Value + share*other.Value}
}

// slopes returns the loss and its derivatives by the output.
func (t *Trainer[F]) slopes(out Output[F], b *Batch[F]) (loss Loss, logits matrix[F], values []F) {
	n := out.positions
	logits = of(len(out.logits)/n, n, t.logits.sized(len(out.logits)))
	if t.Legality > 0 {
		t.softmax(out, b, logits)
	} else {
		clear(logits.data)
	}
	values = t.values.sized(n)
	for p := range n {
		policy, legal := t.choice(out, b, p, logits.data)
		loss.Policy, loss.Legal = loss.Policy+policy, loss.Legal+legal
		if values[p] = 0; b.Value[p] != b.Value[p] { // NaN
			continue
		}
		difference := out.Values[p] - b.Value[p]
		loss.Value += float64(difference) * float64(difference)
		values[p] = 2 * difference / F(n)
	}
	return Loss{}.plus(1/float64(n), loss), logits, values
}

// softmax sets slopes to Legality times the softmax over all moves of each position that has moves, by the
// number of positions: the derivatives by illegal moves. It keeps the largest logits and the sums. Rows
// are gone through as they lie in memory.
func (t *Trainer[F]) softmax(out Output[F], b *Batch[F], slopes matrix[F]) {
	n := out.positions
	tops, sums := t.tops.sized(n), t.sums.sized(n)
	copy(tops, out.logits)
	for m := range slopes.rows {
		for p, v := range out.logits[m*n:][:n] {
			tops[p] = max(tops[p], v)
		}
	}
	clear(sums)
	for m := range slopes.rows {
		row := slopes.data[m*n:][:n]
		for p, v := range out.logits[m*n:][:n] {
			row[p] = F(math.Exp(float64(v - tops[p])))
			sums[p] += row[p]
		}
	}
	for m := range slopes.rows {
		row := slopes.data[m*n:][:n]
		for p := range row {
			if b.Legal[p] == nil {
				row[p] = 0
				continue
			}
			row[p] *= F(t.Legality) / (sums[p] * F(n))
		}
	}
}

// choice returns the losses of a position's moves and sets the derivatives by the logits of the legal
// ones. With q the softmax among the legal moves, s that among all, t the target: q − t of the policy, s − q
// of the legality.
func (t *Trainer[F]) choice(out Output[F], b *Batch[F], p int, slopes []F) (policy, legality float64) {
	n, legal := out.positions, b.Legal[p]
	if len(legal) == 0 {
		return 0, 0
	}
	among := logSum(out, p, legal)
	for i, m := range legal {
		logit, want := float64(out.Logit(p, int(m))), float64(b.Chance[p][i])
		policy -= want * (logit - among)
		slopes[int(m)*n+p] += F(((1-t.Legality)*math.Exp(logit-among) - want) / float64(n))
	}
	if t.Legality > 0 {
		legality = float64(t.tops[p]) + math.Log(float64(t.sums[p])) - among
	}
	return policy, legality
}

// logSum returns the logarithm of the sum of the exponentials of the logits of a position's legal moves.
func logSum[F Float](out Output[F], p int, legal []uint16) float64 {
	top, sum := math.Inf(-1), 0.0
	for _, m := range legal {
		top = max(top, float64(out.Logit(p, int(m))))
	}
	for _, m := range legal {
		sum += math.Exp(float64(out.Logit(p, int(m))) - top)
	}
	return top + math.Log(sum)
}
