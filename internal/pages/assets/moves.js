// Moves as text: lists of them, their scores, and moves that a person writes.
import {el, plain} from "./page.js"

// numbered makes the list of a game's moves from a FEN on: their numbers, and what item(move, i) makes of each.
export function numbered(start, moves, item) {
    const turn = start.split(" ")
    let black = turn[1] === "b", number = Number(turn[5]) || 1
    return moves.flatMap((m, i) => {
        const parts = []
        if (!black || i === 0) parts.push(el("span", {class: "hint"}, `${number}${black ? "…" : "."}`))
        parts.push(item(m, i))
        if (black) number++
        black = !black
        return parts
    })
}

// scoreText is a score, White's view: pawns, or moves to a mate; "" where there is none.
export const scoreText = m => m.mate !== undefined ? `mate ${plain(m.mate)}` : m.score !== undefined ? (m.score > 0 ? "+" : m.score < 0 ? "−" : "") + (Math.abs(m.score) / 100).toFixed(2) : ""

// written finds the legal move, {uci, san}, that a text means, and throws an Error if it is none.
export function written(moves, text) {
    const bare = text.trim()
    const move = moves.find(m => m.san.replace(/[+#]$/, "") === bare.replace(/[+#!?]+$/, "") || m.uci === bare.toLowerCase())
    if (!move) throw new Error(`${bare} is not a legal move here`)
    return move
}
