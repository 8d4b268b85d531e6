// Arrows over a board, one for each move.
import {svg} from "./mini.js"

const thinnest = 0.05, thickest = 0.24 // of a square

// centre is the middle of a square, in squares from the upper left corner of the board.
const centre = (square, white) => {
    const x = square.charCodeAt(0) - 97, y = 8 - Number(square[1])
    return white ? [x + 0.5, y + 0.5] : [7.5 - x, 7.5 - y]
}

export class Arrows {
    constructor(board) {
        this.board = board
        this.list = []
        this.layer = svg("svg", {viewBox: "0 0 8 8", class: "arrows", "aria-hidden": "true"})
        board.grid.before(this.layer)
    }

    // show draws moves, {uci, share, kind}: the larger the share, 0 to 1, the thicker; kind is a class.
    show(list) {
        this.list = list
        this.draw()
    }

    // draw draws the moves again, after the board was turned, too. The thickest is above the others.
    draw() {
        const list = [...this.list].sort((a, b) => a.share - b.share)
        this.layer.replaceChildren(...list.map(m => this.arrow(m)))
    }

    arrow({uci, share, kind}) {
        const [x, y] = centre(uci.slice(0, 2), this.board.white), [u, v] = centre(uci.slice(2, 4), this.board.white)
        const length = Math.hypot(u - x, v - y), [a, b] = [(u - x) / length, (v - y) / length]
        const half = (thinnest + (thickest - thinnest) * share) / 2, head = half + 0.12
        const at = (along, aside) => `${(x + a * along - b * aside).toFixed(3)},${(y + b * along + a * aside).toFixed(3)}`
        const neck = length - 2 * head - 0.1, tip = length - 0.1
        const points = [at(0.2, half), at(neck, half), at(neck, head), at(tip, 0), at(neck, -head), at(neck, -half), at(0.2, -half)]
        return svg("polygon", {points: points.join(" "), class: kind, "data-uci": uci, "fill-opacity": (0.35 + 0.55 * share).toFixed(3)})
    }
}
