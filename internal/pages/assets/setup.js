// Setting up a position: pieces are put on squares.
import {byId, el} from "./page.js"
import {pieceName} from "./board.js"
import {picture} from "./mini.js"

const palette = ["wp", "wn", "wb", "wr", "wq", "wk", "bp", "bn", "bb", "br", "bq", "bk", ""]

// layPalette shows the pieces to choose from.
export function layPalette() {
    for (const piece of palette) {
        const input = el("input", {type: "radio", name: "piece", value: piece, checked: piece === "wp", "aria-label": piece ? pieceName(piece) : "remove"})
        byId("palette").append(el("label", {title: piece ? pieceName(piece) : "remove"}, input, piece ? picture(piece) : "✕"))
    }
}

// chosenPiece is the piece that is put on squares, "" to remove.
export const chosenPiece = () => document.querySelector("#palette input:checked").value

const letter = piece => piece[0] === "w" ? piece[1].toUpperCase() : piece[1]

// placement writes the pieces as a FEN does.
export function placement(pieceAt) {
    const ranks = []
    for (let rank = 8; rank >= 1; rank--) {
        let text = ""
        for (const file of "abcdefgh") {
            const piece = pieceAt(file + rank)
            text += piece ? letter(piece) : "1"
        }
        ranks.push(text.replace(/1+/g, ones => ones.length))
    }
    return ranks.join("/")
}

// rights keeps the castling rights whose king and rook are still in place.
export function rights(old, pieceAt) {
    const need = {K: ["e1", "h1", "w"], Q: ["e1", "a1", "w"], k: ["e8", "h8", "b"], q: ["e8", "a8", "b"]}
    const kept = [...old].filter(c => need[c] && pieceAt(need[c][0]) === need[c][2] + "k" && pieceAt(need[c][1]) === need[c][2] + "r")
    return kept.join("") || "-"
}
