// Numbers as text, the same on all pages: a true minus, commas between thousands, – where there is none, ∞ where
// nothing bounds.

const none = n => n === null || n === undefined || Number.isNaN(n)

const writers = [] // by number of decimals: making one takes longer than writing

// decimals writes a size with a number of decimals.
const decimals = (n, places) => (writers[places] ??= new Intl.NumberFormat("en", {minimumFractionDigits: places, maximumFractionDigits: places})).format(n)

// fixed is a number with some decimals, and a sign if it is below 0.
export function fixed(n, places = 0) {
    if (none(n)) return "–"
    const text = decimals(Math.abs(n), places)
    return n < 0 && /[1-9∞]/.test(text) ? "−" + text : text
}

// signed is a number with its sign and some decimals.
export function signed(n, places = 1) {
    if (none(n)) return "–"
    const text = decimals(Math.abs(n), places)
    return !/[1-9∞]/.test(text) ? text : n < 0 ? "−" + text : n === Infinity ? text : "+" + text
}

// plain is a number in few characters: with two decimals at most.
export const plain = n => none(n) ? "–" : trimmed(fixed(n, 2))

// trimmed is a number's text without the zeros at its end.
const trimmed = text => text.replace(/\.?0+$/, "")

// figure is a number for a column: with as many decimals as its size is worth.
export function figure(n, fine) {
    if (none(n)) return "–"
    if (fine && n && Math.abs(n) < 1) return minus(n.toPrecision(3))
    return fixed(n, Math.abs(n) < 100 ? 2 : 1)
}

// thousands is a whole number.
export const thousands = n => fixed(n)

// precise is a number with some significant digits.
export const precise = (n, digits) => none(n) ? "–" : minus(n.toPrecision(digits))

// percent is a share of 1.
export const percent = (share, places = 1) => `${fixed(100 * share, places)} %`

// bounds are the ends of an interval; an end that is missing is unbounded.
export const bounds = (low, high, places = 1, sign = signed) => `${sign(low ?? -Infinity, places)} to ${sign(high ?? Infinity, places)}`

// minus puts the true minus into a number's text.
export const minus = text => String(text).replace(/-(?=[\d.])/, "−")

// moment is a time of the server as date and time.
export const moment = at => new Date(at).toLocaleString("en-GB", {dateStyle: "medium", timeStyle: "short"})
