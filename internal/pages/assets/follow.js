// The page Follow: what the page of a teacher shows, read only.
import {Board} from "./board.js"
import {Drawn} from "./drawn.js"
import {byId, follow} from "./page.js"
import {Story} from "./story.js"

const story = new Story(byId("story"))
let board = null, drawn = null // made when they are first seen: a board that has no size draws nothing
let latest = 0

async function show(lesson) {
    const mine = ++latest
    byId("lesson").hidden = !lesson.open
    byId("waiting").hidden = lesson.open
    byId("waiting").textContent = lesson.version ? "The teacher has stopped. This page follows when it goes on." : "No one shows a position yet. This page follows by itself."
    if (lesson.open) {
        if (!board) {
            board = new Board(byId("board"))
            drawn = new Drawn(byId("board"))
            board.take(false)
        }
        await board.set(lesson.fen, [])
        if (board.white === lesson.black) await board.flip()
        if (mine !== latest) return
        const marks = Object.fromEntries(lesson.marks.map(m => [m.square, {text: lesson.guess ? "" : m.text, kind: lesson.guess && m.kind !== "room" ? "chosen" : m.kind, said: lesson.guess ? "marked" : m.said}]))
        board.mark(marks)
        drawn.set(lesson.drawn)
        await story.tell(lesson)
    }
    document.body.dataset.version = lesson.version
}

follow("/api/lead", {}, show, "the server does not answer")
document.body.dataset.ready = "true"
