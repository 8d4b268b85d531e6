// Arrows and circles that a hand draws on a board: by the right button of the mouse, or by a finger that rests first.
// Shift makes red ones, Alt blue ones. The same again takes one away.
import {svg} from "./mini.js"

const rest = 450 // milliseconds that a finger rests before it draws
const near = 10 // pixels that it may move meanwhile

const centre = (square, white) => {
    const x = square.charCodeAt(0) - 97, y = 8 - Number(square[1])
    return white ? [x + 0.5, y + 0.5] : [7.5 - x, 7.5 - y]
}

// A Drawn is what was drawn on a board: place has the class boardplace. A text such as Ge2e4 is a green arrow, Rd5 a red
// circle; B is blue.
export class Drawn {
    constructor(place, {draws = false, changed = () => {}} = {}) {
        this.place = place
        this.list = []
        this.changed = changed
        this.layer = svg("svg", {viewBox: "0 0 8 8", class: "drawn", "aria-hidden": "true"})
        place.append(this.layer)
        new MutationObserver(() => this.draw()).observe(this.cells, {childList: true}) // the board was turned
        if (draws) this.listen()
    }

    get cells() { return this.place.querySelector(".cells") }

    get white() { return this.cells.querySelector("[data-square]").dataset.square === "a8" }

    set(list) {
        this.list = [...list]
        this.draw()
    }

    clear() {
        if (!this.list.length) return
        this.set([])
        this.changed()
    }

    // turn draws what was not there, or takes it away.
    turn(from, to, colour) {
        const shape = from === to ? from : from + to, had = this.list.find(t => t.slice(1) === shape)
        this.list = this.list.filter(t => t !== had)
        if (had !== colour + shape) this.list.push(colour + shape)
        this.draw()
        this.changed()
    }

    draw() {
        const all = this.going ? [...this.list, this.going] : this.list
        this.layer.replaceChildren(...all.map(t => t.length === 3 ? this.circle(t) : this.arrow(t)))
    }

    circle(text) {
        const [cx, cy] = centre(text.slice(1), this.white)
        return svg("circle", {cx, cy, r: 0.45, class: `by${text[0]}`, "data-drawn": text})
    }

    arrow(text) {
        const [x, y] = centre(text.slice(1, 3), this.white), [u, v] = centre(text.slice(3, 5), this.white)
        const length = Math.hypot(u - x, v - y), [a, b] = [(u - x) / length, (v - y) / length], half = 0.09, head = 0.26
        const at = (along, aside) => `${(x + a * along - b * aside).toFixed(3)},${(y + b * along + a * aside).toFixed(3)}`
        const neck = length - 0.45
        return svg("polygon", {points: [at(0.25, half), at(neck, half), at(neck, head), at(length - 0.05, 0), at(neck, -head), at(neck, -half), at(0.25, -half)].join(" "), class: `by${text[0]}`, "data-drawn": text})
    }

    // at is the square under a pointer.
    at(e) {
        const r = this.place.getBoundingClientRect(), x = Math.floor((e.clientX - r.left) / r.width * 8), y = Math.floor((e.clientY - r.top) / r.height * 8)
        if (x < 0 || y < 0 || x > 7 || y > 7) return null
        return this.white ? "abcdefgh"[x] + (8 - y) : "abcdefgh"[7 - x] + (y + 1)
    }

    listen() {
        const on = (name, f, of = this.place) => of.addEventListener(name, f, {capture: true})
        on("contextmenu", e => e.preventDefault())
        on("mousedown", e => { if (e.button === 2) e.stopPropagation() }) // the board moves no piece by it
        on("pointerdown", e => e.button === 2 ? this.begin(e) : e.pointerType === "touch" && this.wait(e))
        on("pointermove", e => this.move(e), window)
        on("pointerup", e => this.end(e), window)
        on("pointercancel", () => this.stop(), window)
    }

    begin(e) {
        const from = this.at(e)
        if (!from) return
        this.from = from
        this.colour = e.shiftKey ? "R" : e.altKey ? "B" : "G"
        this.move(e)
    }

    // wait begins when a finger has rested; then the board takes it for no move.
    wait(e) {
        this.resting = {x: e.clientX, y: e.clientY, timer: setTimeout(() => {
            this.resting = null
            window.dispatchEvent(new Event("touchcancel"))
            this.begin(e)
        }, rest)}
    }

    move(e) {
        if (this.resting && Math.hypot(e.clientX - this.resting.x, e.clientY - this.resting.y) > near) this.stop()
        if (!this.from) return
        const to = this.at(e)
        this.going = to ? this.colour + (to === this.from ? to : this.from + to) : null
        this.draw()
    }

    end(e) {
        const {from, colour} = this, to = this.at(e)
        this.stop()
        if (from && to) this.turn(from, to, colour)
    }

    stop() {
        if (this.resting) clearTimeout(this.resting.timer)
        this.resting = this.from = this.going = null
        this.draw()
    }
}
