// The page Data: what is in a data file, and the positions that weights judge worst.
import {address, ask, byId, commandLine, el, fill, guarded, param, plain, remember, signed, thousands, withToken} from "./page.js"
import {openContext} from "./context.js"
import {Chart} from "./chart.js"
import {measuring} from "./measure.js"
import {mini} from "./mini.js"

let examined = "" // the file that doctor has examined

// counts fills a table of counts with bars. A row is a name, a count, and the rows that were looked at for it, if that
// is not all; its share is of these.
function counts(table, rows, all) {
    const part = ([, n, of = all]) => n / Math.max(1, of)
    const largest = Math.max(...rows.map(part), 1e-9)
    table.tBodies[0].replaceChildren(...rows.map(row => {
        const [name, n, of = all] = row
        const share = el("span", {class: "share", "aria-hidden": "true"})
        share.style.setProperty("--share", part(row) / largest)
        const said = el("th", {scope: "row"}, name, of === all ? null : el("span", {class: "hint"}, `, of ${thousands(of)} looked at`))
        return el("tr", {}, said, el("td", {}, thousands(n)), el("td", {}, `${(100 * part(row)).toFixed(1)} %`), el("td", {class: "barcell"}, share))
    }))
}

const charts = {}

// histogram draws counts by places.
function histogram(id, label, x, list) {
    charts[id] ??= new Chart(byId(id), {label, x, y: "positions", format: v => thousands(v), height: 190, series: [{label: "positions", colour: "--white", points: true}], range: (_, low, high) => [0, Math.max(1, high ?? 1)]})
    charts[id].set([list.map(p => p[0]), list.map(p => p[1])])
}

function show(v) {
    byId("shown").hidden = false
    byId("about").textContent = `${thousands(v.rows)} positions of ${thousands(v.games)} games` + (v.limited ? ", the first of the file" : "") + (v.bad ? `; ${thousands(v.bad)} lines cannot be read` : "") + `; ${thousands(v.scored)} have a score.`
    if (examined !== byId("data").value) countRows(v)
    byId("scored").hidden = v.scored === 0
    const step = 2400 / v.scores.length
    if (v.scored) histogram("scores", "Scores in centipawns", "centipawns", v.scores.map((c, i) => [-1200 + (i + 0.5) * step, c]))
    histogram("balance", "Balance of material in pawns", "pawns", v.material.map((c, i) => [i - (v.material.length - 1) / 2, c]))
    byId("fits").textContent = v.fits ? `${thousands(v.fits)} positions match; mean squared error of the expected score ${v.squared.toFixed(5)} at K ${v.k.toPrecision(4)}` + (v.k_known ? "." : ", assumed: the weights have no K.") : "No position with a label matches."
    byId("worst").replaceChildren(...v.worst.map(w => el("li", {}, mini(w.fen),
        el("p", {}, el("b", {}, `${signed(w.error, 2)}: `), `${w.label.toFixed(2)} scored, ${w.predicted.toFixed(2)} expected (${signed(w.eval / 100, 2)} pawns)`),
        el("p", {class: "hint"}, `line ${w.line}, game ${w.game}, ${w.result === "*" ? "no result" : w.result}; ${w.fen.split(" ")[1] === "w" ? "White" : "Black"} to move, phase ${w.phase.toFixed(2)}, material ${plain(w.material)}`),
        el("a", {href: address("/position", withToken({fen: w.fen, weights: byId("weights").value}))}, "Open in Position"))))
}

// countRows counts results and phases of the positions that were read, until doctor has read the whole file.
function countRows(v) {
    counts(byId("results"), [["White wins", v.results[3]], ["draw", v.results[2]], ["Black wins", v.results[1]], ["unknown", v.results[0]]], v.rows)
    const n = v.phases.length
    counts(byId("phases"), v.phases.map((c, i) => [`${(i / n).toFixed(2)} to ${((i + 1) / n).toFixed(2)}`, c]).reverse(), v.rows)
    byId("whole").textContent = v.limited ? `Of the first ${thousands(v.rows)} positions; doctor is still reading.` : ""
}

// showFile shows doctor's counts of the whole file.
function showFile(d) {
    const r = d.rows.results, n = d.counts.samples, games = d.rows.games, noise = d.noise, ends = d.rows.ends, over = d.rows.finished
    byId("whole").textContent = `Of all ${thousands(n)} positions of the file.`
    counts(byId("results"), [["White wins", r.white], ["draw", r.draw], ["Black wins", r.black], ["unknown", r.unknown]], n)
    const quarters = d.phases.length
    counts(byId("phases"), d.phases.map((c, i) => [`${(i / quarters).toFixed(2)} to ${((i + 1) / quarters).toFixed(2)}`, c]).reverse(), n)
    const some = list => list.filter(([, c]) => c > 0)
    counts(byId("noise"), some([["in check", noise.in_check], ["with a capture or promotion as the move", noise.noisy_moves, noise.moves_known],
        ["captures pending", noise.loud, noise.searched], ["from the opening book", noise.book], ["first 16 half-moves", noise.early, noise.plies_known], ["last 10 half-moves", noise.late, noise.left_known],
        ["repeated, or mirrored", d.rows.positions.repeated], ["repeated with another label", d.rows.positions.contradicted]]), n)
    counts(byId("ends"), some([["normal", ends.normal], ["adjudicated", ends.adjudicated], ["lost on time or by rules", ends.forfeit], ["not ended", ends.unterminated], ["unknown", ends.unknown]]), n)
    byId("ended").hidden = ends.unknown === n
    const facts = [["Black to move", `${(100 * d.rows.black_to_move / Math.max(1, n)).toFixed(1)} %`], [d.games_named ? "games" : "clusters", thousands(games.games)], ["positions per game", (games.rows / Math.max(1, games.games)).toFixed(1)],
        ["positions of the longest game", thousands(games.largest)], ["effective number of games", thousands(games.effective)], ["different openings", thousands(d.rows.openings.games)],
        ["game over on the board", thousands(over.checkmate + over.stalemate + over.dead_position + over.seventy_five_moves)],
        ["95 % of scores between", d.reading.score ? `${plain(d.scores.low)} and ${plain(d.scores.high)}` : "–"], ["score of one pawn", d.reading.score ? plain(d.scores.slope) : "–"],
        ["upsets: lost from 600 cp ahead", d.rows.judged ? `${thousands(d.rows.upsets)} of ${thousands(d.rows.judged)}` : "–"]]
    byId("gamefacts").tBodies[0].replaceChildren(...facts.map(([name, text]) => el("tr", {}, el("th", {scope: "row"}, name), el("td", {}, text))))
    byId("gamenote").textContent = d.games_named ? "" : "Rows do not name their games: positions with equal pawns and material count as one."
    byId("examined").hidden = false
    byId("commands").replaceChildren(...(d.commands ?? []).map(commandLine))
    byId("advice").hidden = !d.commands?.length
}

const surveying = measuring(byId("surveying"), () => look())
const examining = measuring(byId("examining"), () => diagnose())

// diagnose shows what doctor finds; it reads the whole file, which may take a while.
const diagnose = guarded(async () => {
    const data = byId("data").value
    byId("diagnosis").textContent = ""
    byId("examined").hidden = byId("advice").hidden = true
    for (const id of ["findings", "suspects"]) byId(id).replaceChildren()
    byId("suspect").hidden = true
    let d
    try {
        d = await examining("/api/doctor", withToken({data}))
    } catch (e) {
        if (data !== byId("data").value) return
        byId("diagnosis").textContent = ""
        throw e
    }
    if (data !== byId("data").value) return
    byId("diagnosis").textContent = d.verdict
    examined = data
    showFile(d)
    byId("findings").replaceChildren(...d.findings.map(f => {
        const flags = [["extract", f.extract], ["fit", f.fit]].filter(([, list]) => list?.length).flatMap(([command, list]) => [el("br"), `${command}: `, el("code", {}, list.join(" "))])
        return el("li", {class: f.level}, el("b", {}, `${f.level} ${f.code} `), f.text, ...flags, ...(f.remedy ? [el("br"), f.remedy] : []))
    }))
    byId("suspect").hidden = d.suspects.length === 0
    byId("suspects").replaceChildren(...d.suspects.map(s => el("li", {}, `line ${s.line}: ${s.what} (${s.code})`)))
}, "notexamined")

let latest = 0

const look = guarded(async () => {
    const mine = ++latest, params = {}
    for (const id of ["data", "weights", "phase", "material", "result"]) params[id] = byId(id).value
    remember(params)
    byId("reading").textContent = "reading"
    try {
        const v = await surveying("/api/data", params)
        if (mine === latest) show(v)
    } catch (e) {
        if (mine !== latest) return
        byId("shown").hidden = true // it would be of another file
        throw e
    } finally {
        if (mine === latest) byId("reading").textContent = ""
    }
}, "failed")

const begin = guarded(async () => {
    const items = await openContext(() => look())
    const of = kind => items.filter(i => i.kind === kind).map(i => i.label)
    byId("none").hidden = of("data").length > 0
    byId("some").hidden = of("data").length === 0
    if (!of("data").length) return
    fill(byId("data"), of("data"), param("data") || (of("data").includes(param("rows")) ? param("rows") : ""))
    for (const id of ["phase", "material", "result"]) byId(id).value = param(id)
    for (const id of ["data", "phase", "material", "result"]) byId(id).onchange = look
    byId("data").addEventListener("change", diagnose)
    await look()
    diagnose()
})

await begin()
document.body.dataset.ready = "true"
