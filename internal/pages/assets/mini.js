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

// mini draws the pieces of a FEN.
export function mini(fen, label) {
    const board = svg("svg", {viewBox: "0 0 320 320", role: "img", "aria-label": label ?? fen})
    fen.split(" ")[0].split("/").forEach((rank, y) => {
        let x = 0
        for (const c of rank) {
            for (let n = /\d/.test(c) ? Number(c) : 1; n > 0; n--, x++) {
                board.append(svg("rect", {x: 40 * x, y: 40 * y, width: 40, height: 40, class: (x + y) % 2 ? "dark" : "light"}))
                if (!/\d/.test(c)) board.append(svg("use", {href: sprite + (c === c.toUpperCase() ? "w" : "b") + c.toLowerCase(), x: 40 * x, y: 40 * y}))
            }
        }
    })
    const black = fen.split(" ")[1] === "b" // a dot stands on the side of the one to move
    board.append(svg("circle", {cx: 312, cy: black ? 8 : 312, r: 6, class: "mover"}))
    return board
}
