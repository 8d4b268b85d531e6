// A badly predicted row, as a board that opens in Position.
import {address, el, signed} from "./page.js"
import {mini} from "./mini.js"

// boards are the last pictures of positions, by FEN: a list that changes during a drag keeps most of them, and drawing
// one takes longer than the rest of a row.
const boards = new Map()
const mostBoards = 60

function boardOf(fen) {
    const kept = boards.get(fen) // a picture that is not on the page may be in this list already
    const board = kept?.isConnected ? kept : mini(fen, `position ${fen}`)
    boards.delete(fen)
    boards.set(fen, board)
    if (boards.size > mostBoards) boards.delete(boards.keys().next().value)
    return board
}

// badRow makes an item of a list; k is 0 if labels are centipawns.
export function badRow(k, w, weights) {
    const number = n => k ? n.toFixed(2) : signed(n, 0)
    const text = el("p", {}, `label ${number(w.label)}, predicted ${number(w.after)}` + (k ? ` (${signed(w.cp, 0)} cp)` : ""),
        el("br"), el("span", {class: "hint"}, w.line ? `line ${w.line}` : `row ${w.row}`, Math.abs(w.rise) > 1e-12 ? `, was ${number(w.before)}` : ""))
    if (!w.fen) return el("li", {}, el("p", {class: "hint"}, "Open the data file as well to see the position."), text)
    const link = el("a", {href: address("/position", {fen: w.fen, weights}), title: "open in Position"}, boardOf(w.fen))
    return el("li", {}, link, text)
}
