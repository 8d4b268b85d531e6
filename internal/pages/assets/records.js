// Games and positions that come as text: pasted, dropped or from a file. The server reads them.
import {ask, byId, el, guarded} from "./page.js"

// longest is how much of a text is sent, as it is written in an address: a server takes no longer ones.
const longest = 48000

function cut(text) {
    let end = Math.min(text.length, longest)
    while (encodeURIComponent(text.slice(0, end)).length > longest) end = Math.floor(end * 0.8)
    return text.slice(0, end)
}

// isFEN reports whether a text looks like a position.
export const isFEN = text => /^\s*([pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+(\s|$)/.test(text)

const isPGN = text => /^\s*\[\w+\s+"/m.test(text) || /(^|\s)1\.\s*\S/.test(text)

// receive listens for texts: position(fen) and game({start, moves}) are called with what one holds.
export function receive({position, game}) {
    const show = g => game({start: g.start, moves: g.moves.split(" ").filter(Boolean)})
    const take = guarded(async text => {
        if (isFEN(text)) return position(text.trim())
        const games = await ask("/api/position/games", {text: cut(text)})
        const list = byId("games")
        list.replaceChildren(...games.map((g, i) => el("option", {value: i}, `${g.name}${g.result === "*" ? "" : ", " + g.result}`)))
        byId("choosegame").hidden = games.length < 2
        list.onchange = () => show(games[Number(list.value)])
        await show(games[0])
        document.body.dataset.games = games.length
    }, "pgnerror")
    byId("pgnform").onsubmit = e => {
        e.preventDefault()
        if (byId("pgn").value.trim()) take(byId("pgn").value)
    }
    byId("pgnfile").onchange = async () => {
        const [file] = byId("pgnfile").files
        if (file) await opened(file)
        byId("pgnfile").value = ""
    }
    const opened = async file => {
        byId("records").open = true
        await take(await file.slice(0, 4 * longest).text())
    }
    document.addEventListener("paste", e => {
        if (e.target.id === "pgn") return
        const text = e.clipboardData.getData("text/plain")
        const field = ["INPUT", "TEXTAREA"].includes(e.target.tagName)
        if (!isPGN(text) && (field || !isFEN(text))) return
        e.preventDefault()
        if (!isFEN(text)) byId("records").open = true
        take(text)
    })
    addEventListener("dragover", e => { if ([...e.dataTransfer.types].some(t => t === "Files" || t === "text/plain")) e.preventDefault() })
    addEventListener("drop", e => {
        if (["INPUT", "TEXTAREA"].includes(e.target.tagName)) return
        const [file] = e.dataTransfer.files, text = e.dataTransfer.getData("text/plain")
        if (!file && !text) return
        e.preventDefault()
        if (file) opened(file)
        else take(text)
    })
}
