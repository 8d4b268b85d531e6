// The engine's best lines of a position: a list, and arrows on the board.
import {byId, el, plain, signed, thousands} from "./page.js"
import {Arrows} from "./arrows.js"
import {numbered} from "./moves.js"
import {think} from "./thought.js"

// bestLines lists the best lines of the position that position() returns, {fen, moves}; a click on a move of a line is
// play(moves) of those up to it, in SAN. stop ends the search and forgets its lines; draw draws the arrows again.
export function bestLines(board, {position, play}) {
    const arrows = new Arrows(board)
    let leave = null // ends the search that goes on

    function stop() {
        leave?.()
        leave = null
        byId("search").setAttribute("aria-pressed", "false")
        byId("search").textContent = "Best lines"
        byId("best").replaceChildren()
        byId("searching").textContent = ""
        arrows.show([])
    }

    function search() {
        if (leave) return stop()
        byId("search").setAttribute("aria-pressed", "true")
        byId("search").textContent = "Stop"
        byId("searching").textContent = "searching"
        leave = think("/api/lines", {fen: position().fen, weights: byId("weights").value, lines: byId("lines").value, nodes: byId("nodes").value}, {
            waiting: () => { byId("searching").textContent = "waiting for another search to end" },
            found: a => showLines(a, false),
            done: a => {
                end()
                showLines(a, true)
            },
            failed: error => {
                end()
                byId("searching").textContent = error.message
            },
        })
    }

    function end() {
        leave = null
        byId("search").setAttribute("aria-pressed", "false")
        byId("search").textContent = "Best lines"
    }

    // showLines lists the best lines, in the unit of the evaluation. A click on a move plays the line up to it.
    function showLines(a, done) {
        byId("searching").textContent = `centipawns, White's view; depth ${a.depth}, ${thousands(a.nodes)} nodes, ${(a.spent_ms / 1000).toFixed(1)} s` + (done ? "" : " …")
        const first = l => position().moves.find(m => m.san === l.line[0])?.uci
        const draw = chosen => arrows.show(a.lines.map((l, i) => ({uci: first(l), share: chosen === undefined ? 1 / (1 + i) : i === chosen ? 1 : 0, kind: "visits"})).filter(m => m.uci && m.share > 0))
        const focused = document.activeElement?.closest?.("#best")
        if (!focused || done) byId("best").replaceChildren(...a.lines.map((l, i) => el("li", {onpointerenter: () => draw(i), onpointerleave: () => draw(), onfocusin: () => draw(i), onfocusout: () => draw()},
            el("b", {title: "centipawns, White's view"}, l.mate !== undefined ? `mate ${plain(l.mate)}` : signed(l.score ?? 0, 0)), " ",
            ...numbered(position().fen, l.line.slice(0, 12), (san, n) => el("button", {type: "button", class: "step", onclick: () => play(l.line.slice(0, n + 1))}, san)))))
        draw()
    }

    byId("search").onclick = search
    addEventListener("pagehide", stop)
    return {stop, draw: () => arrows.draw()}
}
