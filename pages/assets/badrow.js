// A row that is predicted badly, as a board that opens in Position.
import {address, el, signed, withToken} from "./page.js"
import {mini} from "./mini.js"

// badRow makes an item of a list; k is 0 of centipawns.
export function badRow(k, w, weights) {
    const number = n => k ? n.toFixed(2) : signed(n, 0)
    const text = el("p", {}, `label ${number(w.label)}, predicted ${number(w.after)}` + (k ? ` (${signed(w.cp, 0)} cp)` : ""),
        el("br"), el("span", {class: "hint"}, w.line ? `line ${w.line}` : `row ${w.row}`, Math.abs(w.rise) > 1e-12 ? `, was ${number(w.before)}` : ""))
    if (!w.fen) return el("li", {}, el("p", {class: "hint"}, "Open the data file, too, to see the position."), text)
    const link = el("a", {href: address("/position", withToken({fen: w.fen, weights})), title: "open in Position"}, mini(w.fen, `position ${w.fen}`))
    return el("li", {}, link, text)
}
