// The page Data: what is in a data file, what filters leave of it, and the positions that weights judge worst.
import {address, byId, commandLine, el, guarded, param, plain, remember, signed, thousands} from "./page.js"
import {openContext} from "./context.js"
import {coded} from "./doubts.js"
import {counts, histogram} from "./bars.js"
import * as ladder from "./ladder.js"
import {openLists} from "./lists.js"
import {measuring} from "./measure.js"
import {mini} from "./mini.js"

// say writes under the heads of panels which positions they count.
function say(places, text) {
    for (const p of places) p.textContent = text
}

const surveyed = () => document.querySelectorAll("#shown .scope, #judged > .scope")

// show shows a survey: all its panels are of the same positions.
function show(v) {
    byId("shown").hidden = byId("judged").hidden = false
    say(surveyed(), `of ${v.scope}`)
    const games = v.named ? ` of ${thousands(v.games)} games` : `, ${thousands(v.games)} different structures of pawns and pieces`
    byId("about").textContent = `${thousands(v.rows)} positions${games}` + (v.limited ? ", the first of the file" : "") + (v.bad ? `; ${thousands(v.bad)} lines cannot be read` : "") + `; ${thousands(v.scored)} have a score. ${v.note}`
    counts(byId("results"), [["White wins", v.results[3]], ["draw", v.results[2]], ["Black wins", v.results[1]], ["unknown", v.results[0]]], v.rows)
    const n = v.phases.length
    counts(byId("phases"), v.phases.map((c, i) => [`${plain(i / n)} to ${plain((i + 1) / n)}`, c]).reverse(), v.rows)
    byId("scored").hidden = v.scored === 0
    const step = 2400 / v.scores.length, at = i => -1200 + i * step
    histogram(byId("scores"), "Scores in centipawns", v.scores.map((c, i) => [`${plain(at(i))} to ${plain(at(i + 1))}`, c, plain(at(i))]), 4)
    const half = (v.material.length - 1) / 2
    histogram(byId("balance"), "Balance of material in pawns", v.material.map((c, i) => [signed(i - half, 0), c, signed(i - half, 0)]), 2)
    for (const kind of ["train", "test"]) byId("scope").querySelector(`[value=${kind}]`).disabled = !v.fitted
    byId("fits").textContent = (v.fits ? `${thousands(v.fits)} positions match; mean squared error of the expected score ${v.squared.toFixed(5)} at K ${v.k.toPrecision(4)}` + (v.k_known ? "." : ", assumed: the weights have no K.") : "No position with a label matches.") +
        (v.worst.length ? ` The ${v.worst.length} worst ${byId("captures").value ? "" : "without a pending capture "}are shown, one of a ${v.named ? "game" : "structure"} at most.` : "")
    byId("worst").replaceChildren(...v.worst.map(w => el("li", {"data-game": w.game}, mini(w.fen),
        el("p", {}, el("b", {}, `${signed(w.error, 2)}: `), `${w.label.toFixed(2)} scored, ${w.predicted.toFixed(2)} expected (${signed(w.eval / 100, 2)} pawns)`),
        el("p", {class: "hint"}, `line ${thousands(w.line)}${w.game ? `, game ${w.game}` : ""}, ${w.result === "*" ? "no result" : w.result}; ${w.fen.split(" ")[1] === "w" ? "White" : "Black"} to move, phase ${w.phase.toFixed(2)}, material ${signed(w.material, 0)}${w.quiet ? "" : "; captures pending"}`),
        el("a", {href: address("/position", {fen: w.fen, weights: byId("weights").value})}, "Open in Position"))))
}

// showFile shows doctor's counts of the whole file.
function showFile(d) {
    const n = d.counts.samples, games = d.rows.games, noise = d.noise, ends = d.rows.ends, over = d.rows.finished
    say(document.querySelectorAll("#examined .scope"), `of all ${thousands(n)} positions`)
    const some = list => list.filter(([, c]) => c > 0)
    counts(byId("noise"), some([["in check", noise.in_check], ["with a capture or promotion as the move", noise.noisy_moves, noise.moves_known],
        ["captures pending", noise.loud, noise.searched], ["from the opening book", noise.book], ["first 16 half-moves", noise.early, noise.plies_known], ["last 10 half-moves", noise.late, noise.left_known],
        ["repeated, or mirrored", d.rows.positions.repeated], ["repeated with another label", d.rows.positions.contradicted]]), n)
    counts(byId("ends"), some([["normal", ends.normal], ["adjudicated", ends.adjudicated], ["lost on time or by rules", ends.forfeit], ["not ended", ends.unterminated], ["unknown", ends.unknown]]), n)
    byId("ended").hidden = ends.unknown === n
    const facts = [["Black to move", `${(100 * d.rows.black_to_move / Math.max(1, n)).toFixed(1)} %`], [d.games_named ? "games" : "clusters", thousands(games.games)], ["positions per game", (games.rows / Math.max(1, games.games)).toFixed(1)],
        ["positions of the longest game", thousands(games.largest)], ["effective number of games", thousands(games.effective)], ["different openings", thousands(d.rows.openings.games)],
        ["game over on the board", thousands(over.checkmate + over.stalemate + over.dead_position + over.seventy_five_moves)]]
    if (d.reading.score) facts.push(["95 % of scores between", `${plain(d.scores.low)} and ${plain(d.scores.high)}`], ["score of one pawn", plain(d.scores.slope)])
    if (d.rows.judged) facts.push(["upsets: lost from 600 cp ahead", `${thousands(d.rows.upsets)} of ${thousands(d.rows.judged)}`])
    byId("gamefacts").tBodies[0].replaceChildren(...facts.map(([name, text]) => el("tr", {}, el("th", {scope: "row"}, name), el("td", {}, text))))
    byId("gamenote").textContent = d.games_named ? "" : "Rows do not name their games: positions with equal pawns and material count as one game."
    byId("examined").hidden = false
    byId("commands").replaceChildren(...(d.commands ?? []).map(commandLine))
    byId("advice").hidden = !d.commands?.length
}

const surveying = measuring(byId("surveying"), () => look())
const examining = measuring(byId("examining"), () => diagnose())

// diagnose shows what doctor finds; it reads the whole file, which may take a while. Then the filters that it advises are
// counted.
const diagnose = guarded(async () => {
    const data = byId("data").value
    byId("diagnosis").textContent = ""
    byId("examined").hidden = byId("advice").hidden = true
    for (const id of ["findings", "suspects"]) byId(id).replaceChildren()
    byId("suspect").hidden = true
    let d
    try {
        d = await examining("/api/doctor", {data})
    } catch (e) {
        if (data !== byId("data").value) return
        byId("diagnosis").textContent = ""
        await ladder.open([], filtered)
        throw e
    }
    if (data !== byId("data").value) return
    byId("diagnosis").textContent = d.verdict
    showFile(d)
    byId("findings").replaceChildren(...d.findings.map(f => {
        const flags = [["extract", f.extract], ["fit", f.fit]].filter(([, list]) => list?.length).flatMap(([command, list]) => [el("br"), `${command}: `, el("code", {}, list.join(" "))])
        return el("li", {class: f.level}, el("b", {}, `${f.level} `), coded(f.code, d.codes), " ", f.text, ...flags, ...(f.remedy ? [el("br"), f.remedy] : []))
    }))
    byId("suspect").hidden = d.suspects.length === 0
    byId("suspects").replaceChildren(...d.suspects.map(s => el("li", {}, `line ${thousands(s.line)}: ${s.what} `, coded(s.code, d.codes))))
    await ladder.open([...new Set([...d.reading.flags ?? [], ...d.findings.flatMap(f => f.extract ?? [])])], filtered)
}, "notexamined")

// filtered looks again if what the filters leave is shown.
const filtered = () => { if (byId("scope").value === "filters") look() }

let latest = 0

const choices = ["data", "weights", "scope", "phase", "material", "result", "captures"]

// look surveys the positions that are chosen. Of a large file the first ones are shown while all are read.
const look = guarded(async () => {
    const mine = ++latest, params = {}
    for (const id of choices) params[id] = byId(id).value
    remember(params)
    byId("reading").textContent = "reading"
    const asked = async scope => {
        const v = await surveying(scope === "filters" ? ladder.query("/api/data", {...params, scope}) : address("/api/data", {...params, scope}))
        if (mine === latest) show(v)
        return v
    }
    try {
        const first = await asked(params.scope || "first")
        if (first.limited && mine === latest) await asked("")
    } catch (e) {
        if (mine !== latest || e.name === "AbortError") return
        byId("shown").hidden = byId("judged").hidden = true // they would be of other positions
        byId("about").textContent = ""
        throw e
    } finally {
        if (mine === latest) byId("reading").textContent = ""
    }
}, "failed")

const begin = guarded(async () => {
    await openContext(() => { if (byId("data").value) look() })
    for (const id of ["scope", "phase", "material", "result", "captures"]) byId(id).value = param(id)
    for (const id of choices) if (id !== "weights") byId(id).onchange = look
    byId("data").addEventListener("change", () => { remember({filters: ""}); diagnose() })
    const wanted = (_, items) => param("data") || (items.some(i => i.kind === "data" && i.label === param("rows")) ? param("rows") : "")
    await openLists({data: ["data"]}, survey, {wanted})
})

// survey shows the file from its beginning. What the filters leave is known when doctor has advised some.
async function survey() {
    if (byId("scope").value === "filters") await diagnose()
    await look()
    if (byId("scope").value !== "filters") diagnose()
}

await begin()
document.body.dataset.ready = "true"
