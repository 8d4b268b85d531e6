// Piece-square tables as coloured boards: values, error bars or moves.
import {el, plain} from "./page.js"

export const heads = {mg: "middlegame", eg: "endgame", "": ""}

// shows are the values of a cell that can be shown.
const shows = {
    v: (c, s) => c.v - s.mean,
    half: c => c.half,
    move: c => c.old === null ? null : c.v - c.old,
    common: (c, s, scale) => c.old === null ? null : (c.v - s.mean) / scale - (c.old - s.before),
}

// tables draws boards, each with its phases side by side. show is v, half, move, or common: the move of what is around
// the means, the new file divided by a scale. The strongest colour is the largest value of the board.
export function tables(list, show, scale = 1) {
    const of = (p, s) => shows[show](p, s, scale)
    return list.map(b => {
        const values = b.sides.flatMap(s => s.points.filter(p => p && !p.idle).map(p => Math.abs(of(p, s) ?? 0)))
        const largest = Math.max(...values, 1e-9)
        return el("section", {class: "pst"}, el("h2", {}, b.name), el("div", {class: "pair"}, ...b.sides.map(s => table(s, show, of, largest))))
    })
}

// moved reports whether a square of a board differs from the old file, as tables show it. A scale is an estimate: then what is
// shown as 0 has not moved.
export const moved = (b, show, scale = 1) => b.sides.some(s => s.points.some(p => p && !p.idle && Math.abs(shows[show](p, s, scale) ?? 0) > (scale === 1 ? 1e-9 : 0.005)))

function table(s, show, of, largest) {
    const rows = []
    for (let rank = 7; rank >= 0; rank--) {
        const cells = s.points.slice(rank * 8, rank * 8 + 8).map((p, file) => heat(p, p && of(p, s), show, largest, "abcdefgh"[file] + (rank + 1)))
        rows.push(el("tr", {}, el("th", {scope: "row"}, String(rank + 1)), ...cells))
    }
    const mean = s.mean && show === "v" ? `, relative to ${Math.round(s.mean)}` : ""
    return el("table", {class: "heat"}, el("caption", {}, (heads[s.name] || "all phases") + mean),
        el("tbody", {}, ...rows), el("tfoot", {}, el("tr", {}, el("td"), ...[..."abcdefgh"].map(f => el("th", {scope: "col"}, f)))))
}

function heat(p, v, show, largest, square) {
    if (!p || p.idle || v === null) return el("td", {class: "none"}, "")
    const text = Math.round(v) === 0 ? "0" : String(Math.round(v)).replace("-", "−")
    const c = el("td", {class: v < 0 ? "below" : "above", "data-cell": p.name, title: `${square}: ${plain(p.v)}${p.half ? " ± " + plain(p.half) : ""}${p.old === null ? "" : ", old " + plain(p.old)}`}, text)
    c.style.setProperty("--share", Math.abs(v) / largest)
    if (p.half && Math.abs(v) <= p.half && show === "v") c.classList.add("unsure")
    return c
}
