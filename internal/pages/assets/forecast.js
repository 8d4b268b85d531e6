// What is expected of a step from old weights to new ones, as weights/predict says it.

const whole = x => (Math.round(x) > 0 ? "+" : Math.round(x) < 0 ? "−" : "") + Math.abs(Math.round(x))
const interval = i => `${whole(i.value)} (${whole(i.low)} to ${whole(i.high)})`

// expected says in words how probable a gain is, and which part of the step is expected to be best.
export function expected(f) {
    if (f.prior.curve === 0) return "the two do not differ"
    const text = `${Math.round(100 * f.gains)} % that it gains, ${interval(f.whole)} Elo expected`
    if (f.at_best.value < 0.5) return text + "; no part of the step is expected to gain"
    if (Math.abs(f.best - 1) < 0.05 || f.word === "likely to gain" && f.best > 1) return text + "; the whole step is about the best part of it"
    return text + `; best is expected at ${Number(f.best.toPrecision(2))} times the step: ${interval(f.at_best)}`
}
