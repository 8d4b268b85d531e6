// The board: cm-chessboard draws it and takes moves by mouse and touch; a grid of buttons over it takes moves by keys,
// serves screen readers, and carries marks.
import {Chessboard, COLOR, INPUT_EVENT_TYPE} from "./vendor/cm-chessboard/src/Chessboard.js"
import {assets, el, filed} from "./page.js"

const names = {p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king"}

// pieceName names a piece such as "wn".
export const pieceName = piece => (piece[0] === "w" ? "White " : "Black ") + names[piece[1]]

const style = {
    cssClass: "bench", showCoordinates: false, animationDuration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 150,
    pieces: {file: "pieces/standard.svg"},
}

export class Board {
    // handlers: move(from, to) returns whether it is legal and plays it; square(name) is called on clicks.
    constructor(place, handlers = {}) {
        this.handlers = handlers
        this.moves = []
        this.from = null // the square of the piece that keys have picked up
        this.lifted = null // and the mouse
        this.focus = "e2"
        place.classList.add("boardplace")
        this.place = place
        const under = el("div", {class: "under", "aria-hidden": "true"})
        this.grid = el("div", {class: "cells", role: "grid", "aria-label": "Chess board: arrow keys move, Enter picks up and puts down a piece"})
        place.append(under, this.grid)
        this.board = new Chessboard(under, {position: "8/8/8/8/8/8/8/8", assetsUrl: assets + "vendor/cm-chessboard/", assetsCache: filed !== null, style})
        this.cells = {}
        this.layCells()
        this.grid.addEventListener("keydown", e => this.key(e))
        under.addEventListener("pointerdown", e => { this.down = this.at(e) })
        under.addEventListener("click", e => {
            const square = this.at(e)
            if (square && square === this.down) this.handlers.square?.(square)
        })
        this.follow(under)
        this.take(true)
    }

    // follow tells over which square the mouse is: handlers.hover(square), null of none or while a piece is dragged.
    follow(under) {
        let last = null
        const tell = square => {
            if (square === last) return
            last = square
            this.handlers.hover?.(square)
        }
        under.addEventListener("pointermove", e => tell(e.pointerType !== "mouse" || e.buttons ? null : this.at(e)))
        for (const type of ["pointerleave", "pointerdown"]) under.addEventListener(type, () => tell(null))
    }

    // take turns moves by mouse on or off.
    take(on) {
        if (on === this.board.isMoveInputEnabled()) return
        if (!on) return this.board.disableMoveInput()
        this.board.enableMoveInput(e => {
            switch (e.type) {
                case INPUT_EVENT_TYPE.moveInputStarted:
                    this.lift(e.squareFrom)
                    return this.moves.some(m => m.uci.startsWith(e.squareFrom))
                case INPUT_EVENT_TYPE.moveInputCanceled:
                    return this.lift(null)
                case INPUT_EVENT_TYPE.validateMoveInput:
                    e.animate = false // a position that is set meanwhile would find the board in the middle of a move
                    return this.legal(e.squareFrom, e.squareTo)
                case INPUT_EVENT_TYPE.moveInputFinished:
                    this.lift(null)
                    if (e.legalMove) this.settled().then(() => this.handlers.move?.(e.squareFrom, e.squareTo))
            }
        })
    }

    // settled ends when the board has drawn all that it was told to: a position that is set before takes the move that it is
    // at away from it.
    settled() { return this.board.setPosition(this.board.getPosition()) }

    // lift shows where the piece of a square may go; of null, nothing.
    lift(square) {
        this.lifted = square
        this.name()
    }

    // legal reports whether a piece may go from a square to another: a king also to its rook where that castles.
    legal(from, to) { return this.moves.some(m => m.uci.startsWith(from + to) || m.also === from + to) }

    get white() { return this.board.getOrientation() === COLOR.white }

    // at returns the square under a pointer.
    at(e) {
        const r = this.grid.getBoundingClientRect()
        const x = Math.floor((e.clientX - r.left) / r.width * 8), y = Math.floor((e.clientY - r.top) / r.height * 8)
        if (x < 0 || y < 0 || x > 7 || y > 7) return null
        return this.white ? "abcdefgh"[x] + (8 - y) : "abcdefgh"[7 - x] + (y + 1)
    }

    layCells() {
        this.cells = {}
        const rows = []
        for (let y = 0; y < 8; y++) {
            const row = el("div", {role: "row"})
            for (let x = 0; x < 8; x++) {
                const square = this.white ? "abcdefgh"[x] + (8 - y) : "abcdefgh"[7 - x] + (y + 1)
                const cell = el("button", {type: "button", role: "gridcell", class: (x + y) % 2 ? "ondark" : "onlight", tabindex: square === this.focus ? 0 : -1, "data-square": square})
                if (y === 7) cell.append(el("span", {class: "file", "aria-hidden": "true"}, square[0]))
                if (x === 0) cell.append(el("span", {class: "rank", "aria-hidden": "true"}, square[1]))
                cell.append(el("span", {class: "mark"}))
                this.cells[square] = cell
                row.append(cell)
            }
            rows.push(row)
        }
        this.grid.replaceChildren(...rows)
        this.name()
    }

    // name gives the cells their names: square, piece, mark; and shows where a piece that is picked up may go.
    name() {
        const held = this.from ?? this.lifted
        for (const [square, cell] of Object.entries(this.cells)) {
            const piece = this.board.getPiece(square)
            const parts = [square, piece ? pieceName(piece) : "empty"]
            if (this.from === square) parts.push("picked up")
            const reached = Boolean(held) && this.legal(held, square)
            if (reached) parts.push("a legal move")
            cell.classList.toggle("target", reached)
            cell.classList.toggle("taken", reached && Boolean(piece))
            if (cell.classList.contains("last")) parts.push("last move")
            if (cell.classList.contains("check")) parts.push("in check")
            if (cell.dataset.said) parts.push(cell.dataset.said)
            cell.setAttribute("aria-label", parts.join(", "))
            cell.classList.toggle("from", this.from === square)
        }
    }

    // set shows a position, animated unless it is the first, or others still wait to be shown.
    async set(fen, moves) {
        this.moves = moves
        this.from = this.lifted = null
        const animated = this.shown === true && !this.setting
        this.setting = (this.setting ?? 0) + 1
        await this.board.setPosition(fen, animated)
        this.setting--
        this.shown = true
        this.name()
    }

    // played marks the last move, such as e2e4, and the square of a king in check; "" for none.
    played(uci, check) {
        this.last = [uci, check]
        for (const [square, cell] of Object.entries(this.cells)) {
            cell.classList.toggle("last", Boolean(uci) && [uci.slice(0, 2), uci.slice(2, 4)].includes(square))
            cell.classList.toggle("check", square === check)
        }
        this.name()
    }

    async flip() {
        await this.board.setOrientation(this.white ? COLOR.black : COLOR.white)
        const marks = this.marks
        this.layCells()
        this.mark(marks ?? {})
        this.played(...this.last ?? ["", ""])
    }

    piece(square) { return this.board.getPiece(square) }

    // mark puts marks on squares, {text, kind, said}; older marks are removed.
    mark(marks) {
        this.marks = marks
        for (const [square, cell] of Object.entries(this.cells)) {
            const m = marks[square]
            cell.dataset.kind = m?.kind ?? ""
            cell.dataset.said = m?.said ?? ""
            cell.querySelector(".mark").textContent = m?.text ?? ""
        }
        this.name()
    }

    key(e) {
        const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}
        const square = e.target.dataset?.square
        if (!square || e.ctrlKey || e.altKey || e.metaKey) return
        if (steps[e.key]) {
            e.preventDefault()
            const turn = this.white ? 1 : -1
            const file = square.charCodeAt(0) - 97 + turn * steps[e.key][0], rank = Number(square[1]) - 1 + turn * steps[e.key][1]
            if (file >= 0 && file < 8 && rank >= 0 && rank < 8) this.goTo("abcdefgh"[file] + (rank + 1))
        } else if (e.key === "Enter" || e.key === " ") {
            e.preventDefault()
            this.press(square)
        } else if (e.key === "Escape") {
            this.from = null
            this.name()
        }
    }

    goTo(square) {
        this.cells[this.focus].tabIndex = -1
        this.focus = square
        this.cells[square].tabIndex = 0
        this.cells[square].focus()
    }

    // press is a click by keys: it picks a piece up, plays it, or chooses the square.
    press(square) {
        const from = this.from
        if (from && this.legal(from, square)) {
            this.from = null
            this.handlers.move?.(from, square)
            return
        }
        const takes = this.board.isMoveInputEnabled() && from !== square && this.moves.some(m => m.uci.startsWith(square))
        this.from = takes ? square : null
        this.name()
        this.handlers.square?.(square)
    }
}
