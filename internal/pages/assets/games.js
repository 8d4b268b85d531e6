// A game to play through: a board, its moves, and the players' thoughts.
import {address, ask, byId, el, remember, thousands} from "./page.js"
import {Board} from "./board.js"
import {Chart} from "./chart.js"
import {numbered, scoreText} from "./moves.js"

const most = 10 // the curve of scores ends at this many pawns

// pawns is a score for the curve.
const pawns = m => m.mate !== undefined ? Math.sign(m.mate) * most : m.score === undefined ? null : Math.max(-most, Math.min(most, m.score / 100))

export class Player {
    constructor() {
        this.board = new Board(byId("board"))
        this.board.take(false)
        this.game = null
        this.ply = 0
        this.chart = null
        for (const [id, step] of [["first", () => 0], ["back", p => p - 1], ["on", p => p + 1], ["last", () => Infinity]]) {
            byId(id).onclick = () => this.go(step(this.ply))
        }
        byId("turnboard").onclick = () => this.board.flip()
        document.addEventListener("keydown", e => this.key(e))
    }

    // key goes through the game by arrow keys, Home and End, unless they belong to a field.
    key(e) {
        const to = {ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: Infinity}[e.key]
        if (to === undefined || !this.game || byId("player").hidden || e.ctrlKey || e.altKey || e.metaKey || e.target.closest("input, select, textarea, .cells")) return
        if (/Home|End/.test(e.key) && !byId("player").contains(document.activeElement)) return // they scroll the page
        e.preventDefault()
        const focused = byId("moves").contains(document.activeElement)
        this.go(to)
        if (focused) byId("moves").querySelector("[aria-current]")?.focus({preventScroll: true})
    }

    close() {
        this.game = null
        byId("player").hidden = true
    }

    async open(match, number, ply = 0) {
        const g = await ask("/api/game", {match, game: number})
        this.game = g
        byId("player").hidden = false
        byId("gamename").textContent = `Game ${g.game}: ${g.white} – ${g.black}, ${g.result}`
        byId("gameend").textContent = `${g.reason || g.end}; opening ${g.opening}` + (g.broken ? `; the moves end here: ${g.broken}` : "")
        byId("moves").replaceChildren(...this.list())
        this.draw()
        this.go(ply) // the board may take its time: keys and focus need not wait
    }

    // list makes the moves, a button each.
    list() {
        return numbered(this.game.start, this.game.moves, (m, i) =>
            el("button", {type: "button", class: "ply" + (m.book ? " book" : ""), "data-ply": i + 1, title: m.book ? "opening" : scoreText(m), onclick: () => this.go(i + 1)}, m.san))
    }

    draw() {
        const g = this.game
        const first = g.start.split(" ")[1] === "b" ? 1 : 0
        const x = g.moves.map((_, i) => i + 1)
        const of = side => g.moves.map((m, i) => (i + first) % 2 === side ? pawns(m) : null)
        if (!this.chart) {
            this.chart = new Chart(byId("scores"), {
                label: "Scores of both players, White's view", x: "half-move", whole: true, y: "pawns", height: 180,
                series: [{label: "White's engine", colour: "--white", points: true, span: true}, {label: "Black's engine", colour: "--black", points: true, span: true}],
                levels: [{at: 0, colour: "--faint", dash: false, width: 1}], range: (_, low, high) => [Math.min(-1, low ?? 0), Math.max(1, high ?? 0)],
                format: v => v.toFixed(1).replace("-", "−"), pick: i => this.go(i + 1),
            })
        }
        this.chart.set([x, of(0), of(1)], `${g.moves.length} half-moves, ${g.result}`)
    }

    async go(ply) {
        if (!this.game) return
        const moves = this.game.moves
        this.ply = Math.max(0, Math.min(moves.length, ply))
        remember({ply: this.ply ? String(this.ply) : ""})
        const m = moves[this.ply - 1]
        const fen = m ? m.fen : this.game.start
        for (const b of byId("moves").querySelectorAll("[aria-current]")) b.removeAttribute("aria-current")
        const here = byId("moves").querySelector(`[data-ply="${this.ply}"]`)
        here?.setAttribute("aria-current", "true")
        if (here) byId("moves").scrollTop = here.offsetTop - byId("moves").clientHeight / 2
        byId("first").disabled = byId("back").disabled = this.ply === 0
        byId("last").disabled = byId("on").disabled = this.ply === moves.length
        byId("thought").textContent = !m ? "The game begins." : m.book ? `${m.san}: opening` :
            [m.san + (scoreText(m) ? `: ${scoreText(m)}` : ""), m.depth && `depth ${m.depth}`, m.nodes && `${thousands(m.nodes)} nodes`, m.ms && `${m.ms < 10 ? m.ms.toFixed(1) : thousands(m.ms)} ms`].filter(Boolean).join(", ")
        byId("inposition").href = address("/position", {fen})
        this.chart?.point(this.ply || null)
        await this.place(fen)
    }

    // place sets the board. What comes while it still moves is not animated one by one: the last position is drawn.
    async place(fen) {
        this.wanted = fen
        if (this.moving) return
        this.moving = true
        try {
            for (let drawn = null; drawn !== this.wanted;) {
                drawn = this.wanted
                await this.board.set(drawn, [])
            }
        } finally {
            this.moving = false
        }
    }
}
