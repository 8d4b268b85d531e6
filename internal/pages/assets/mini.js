// A small board without input, for lists of positions.
import {assets, filed} from "./page.js"

// svg makes an element of a picture.
export const svg = (tag, attributes) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag)
    for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value)
    return e
}

// sprite is the address of the pictures of the pieces: in a file, the page itself.
const sprite = filed ? "#" : assets + "vendor/cm-chessboard/pieces/standard.svg#"

// picture is the picture of a piece such as "wn".
export function picture(piece) {
    const p = svg("svg", {viewBox: "0 0 40 40", class: "piece", "aria-hidden": "true"})
    p.append(svg("use", {href: sprite + piece}))
    return p
}

// mini draws the pieces of a FEN, and at the side of the board whose move it is: a disk at the edge of the side to move.
export function mini(fen, label) {
    const board = svg("svg", {viewBox: "0 0 340 320", role: "img", "aria-label": label ?? fen})
    const [pieces, mover] = fen.split(" ")
    pieces.split("/").forEach((rank, y) => {
        let x = 0
        for (const c of rank) {
            for (let n = /\d/.test(c) ? Number(c) : 1; n > 0; n--, x++) {
                board.append(svg("rect", {x: 40 * x, y: 40 * y, width: 40, height: 40, class: (x + y) % 2 ? "dark" : "light"}))
                if (!/\d/.test(c)) board.append(svg("use", {href: sprite + (c === c.toUpperCase() ? "w" : "b") + c.toLowerCase(), x: 40 * x, y: 40 * y}))
            }
        }
    })
    if (mover) board.append(svg("circle", {cx: 331, cy: mover === "b" ? 10 : 310, r: 7, class: mover === "b" ? "moves black" : "moves white"}))
    return board
}
