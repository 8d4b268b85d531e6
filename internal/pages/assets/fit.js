// The page Fit: the report of fit -report.
import {address, ask, bar, byId, copy, el, guarded, param, remember, step, thousands} from "./page.js"
import {Chart} from "./chart.js"
import {badRow} from "./badrow.js"
import {doubts, said} from "./doubts.js"
import {expected} from "./forecast.js"
import {openLists} from "./lists.js"
import {measuring} from "./measure.js"
import {mini} from "./mini.js"
import * as runs from "./runpages.js"

const six = n => n === null || n === undefined ? "–" : Math.abs(n) >= 10 ? n.toFixed(1) : n.toFixed(6)
const z95 = 1.959964 // of a normal error

const charts = [] // of the report on the page

// drawn makes a chart of the report.
function drawn(place, options) {
    const chart = new Chart(place, options)
    charts.push(chart)
    return chart
}

function errors(r) {
    const names = [["mse", "mean squared error"], ["rmse", "root mean squared error"], ["mae", "mean absolute error"], ["r2", "R²"], ["logloss", "log loss"], ["null_mse", "MSE of always guessing the mean"], ["n", "rows"], ["games", "games"]]
    const training = r.test ? "wide" : "" // on a telephone the test is what counts
    document.querySelector("#errors thead th:nth-child(2)").className = training
    byId("errors").tBodies[0].replaceChildren(...names.filter(([n]) => r.train?.[n] !== undefined).map(([n, said]) => {
        const figure = v => v === undefined ? "–" : n === "n" || n === "games" ? thousands(v) : six(v)
        const ci = r.test?.[n + "_ci"]
        return el("tr", {}, el("th", {scope: "row"}, said), el("td", {class: training}, figure(r.train[n])), el("td", {}, figure(r.test?.[n])), el("td", {}, ci ? `${six(ci.low)} to ${six(ci.high)}` : ""))
    }))
}

// lead shows what is asked first: what to expect of a match, and whether the fit has helped.
function lead(r) {
    const g = r.guard, f = r.fitted
    byId("title").textContent = `Fit of ${r.set}` + (f?.weights ? `: ${f.weights}` : "")
    const kind = {"likely to gain": "better", "likely to lose": "worse"}[g?.verdict] ?? ""
    byId("verdict").replaceChildren(...(g ? [el("strong", {class: "badge " + kind, "data-verdict": g.verdict}, g.verdict), " in a match against the weights that it began with" + (f?.start ? ` (${f.start})` : "") + (g.forecast ? `: ${expected(g.forecast)}` : "") + "."] : [f ? "No verdict: there are no weights that the fit began with." : "This report is of an older version and has no verdict: draw it again with fit -report."]))
    byId("helped").replaceChildren(...gains(r))
    if (!byId("helped").children.length) byId("helped").append(el("p", {}, "Not known: there is no test part, or no weights that the fit began with."))
}

// reasons are what is unusual about the step from the old weights.
function reasons(r, codes) {
    byId("reasons").replaceChildren(...doubts((r.guard?.reasons ?? []).map(w => `${w.code}: ${w.text}`), codes).flatMap(group => [...group.querySelectorAll("li")]))
}

// made shows the settings of a fit, its files and its command.
function made(r, own) {
    const f = r.fitted
    byId("made").hidden = !f
    if (!f) return
    const about = [["rows", thousands(f.rows)], ["set", r.set], ["loss", f.loss + (f.k && !f.settings?.some(s => s.name === "K") ? `, K = ${f.k.toPrecision(4)}` : "")], ["began with", f.start || "zero"]]
    runs.settings(byId("facts").tBodies[0], [...about, ...(f.settings ?? []).map(s => [s.name, s.text])],
        [...(f.sources ?? []).map(s => ({name: s.name, sha256: s.sha256 ?? ""})), {name: f.weights ? f.weights + (own && own !== f.weights ? `, open as ${own}` : "") : "weights, not written to a file", sha256: f.sha256}].filter(x => x.sha256))
    byId("called").hidden = !f.command
    byId("command").textContent = f.command
    byId("copy").onclick = () => copy(f.command, byId("copied"))
}

// acts are what can be done with a fit.
function acts(r, label, own) {
    const f = r.fitted, data = items.find(i => i.kind === "data")?.label ?? f?.sources?.[0]?.name ?? "DATA", file = own || f?.weights
    const began = items.find(i => i.kind === "weights" && i.label === own)?.began
    byId("acts").replaceChildren(...[
        own ? runs.act("Weights", address("/weights", {weights: own})) : null,
        own ? runs.act("Play it", address("/play", {weights: own})) : null,
        own ? runs.act("Compare with start", address("/compare", began ? {weights: own, versus: began} : {weights: own})) : null,
        runs.clone(label),
        ...(file && f?.start ? runs.copying("Copy the match", `match -a ${quote(file)} -b ${quote(f.start === "published" ? `published:${r.set}` : f.start)} -sprt 0,5`) : []),
        ...(file ? runs.copying("What does it lack?", `weights advise -weights ${quote(file)} ${quote(data)}`) : []),
        ...(file ? runs.copying("Export to C", `weights export -lang c ${quote(file)}`) : []),
        runs.save("/api/fit/page", {report: label}),
        f && !own ? el("span", {class: "hint"}, "Its weights are not open: pass their file to workbench as well to compare them and to play.") : null,
    ].filter(Boolean))
}

// quote is a word of a command line.
const quote = word => /^[\w.:=,/+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

// gains are the changes of the test error against the weights that the fit began with: a sentence and a whisker each.
function gains(r) {
    const list = [["as an engine plays", r.gain], ["with an intercept each", r.intercept_gain]].filter(([, g]) => g?.change)
    const around = runs.around(list.map(([, g]) => g.change))
    return list.map(([how, {change: c}]) => {
        const word = c.high < 0 ? "better" : c.low > 0 ? "worse" : ""
        return el("div", {class: "gain"}, el("p", {}, el("strong", {class: word, "data-gain": c.value}, percent(c)), ` squared error on the test rows, ${how}`), around(c))
    })
}

// worst shows the worst positions of the report.
function worst(r) {
    const list = r.worst ?? []
    byId("worst").hidden = list.length === 0
    byId("worsthint").textContent = `Of the ${r.part}: those farthest from their labels, at most one of a game; quiet ones, without a check or a capture that is due, come first. A click opens the position.`
    const number = v => Math.abs(v) > 1.5 ? thousands(v) : v.toFixed(2)
    byId("worstrows").replaceChildren(...list.map(w => {
        const black = w.fen.split(" ")[1] === "b"
        const board = mini(w.fen, `position ${w.fen}`)
        return el("li", {}, opening(board, w.fen), el("p", {}, el("span", {class: "turn" + (black ? " black" : ""), role: "img", "aria-label": black ? "Black to move" : "White to move"}), ` label ${number(w.label)}, predicted ${number(w.predicted)}`),
            el("p", {class: "hint"}, `${w.cp < 0 ? "−" : "+"}${Math.abs(w.cp / 100).toFixed(2)}; ${w.quiet ? "quiet" : "not quiet"}; ${w.source}, line ${thousands(w.line)}`))
    }))
}

// opening is a board that opens in Position on a server; in a file it is the board.
const opening = (board, fen) => document.documentElement.classList.contains("file") ? board : el("a", {href: address("/position", {fen, ...(own ? {weights: own} : {})}), title: "open in Position"}, board)

// percent is a relative change with its interval, as fit prints it.
const hundredths = x => (x < 0 ? "−" : "+") + Math.abs(100 * x).toFixed(2)
const percent = c => `${hundredths(c.value)} %` + (c.low === undefined ? "" : ` [${hundredths(c.low)}, ${hundredths(c.high)}]`)

function passes(r) {
    byId("passed").hidden = !r.passes?.length
    byId("passes").replaceChildren()
    if (!r.passes?.length) return
    const last = r.passes.at(-1).loss
    const above = r.passes.map(p => p.loss > last ? Math.log10((p.loss - last) / last) : null)
    drawn(byId("passes"), {
        label: "Loss by pass", x: "pass", whole: true, y: "above the last", format: v => "10" + power(v),
        series: [{label: "loss above the last, as a share", colour: "--white", points: r.passes.length < 60}],
    }).set([r.passes.map(p => p.passes), above], `from ${six(r.passes[0].loss)} to ${six(last)} in ${r.passes.length} steps`)
}

const raised = {"-": "⁻", ".": "·", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹"}
const power = v => [...String(Math.round(v * 10) / 10)].map(c => raised[c] ?? c).join("")

function learning(r) {
    byId("learned").hidden = r.learning.length < 2
    byId("learning").replaceChildren()
    if (r.learning.length < 2) return
    const of = name => r.learning.map(p => p[name])
    drawn(byId("learning"), {
        label: `Learning curve: ${r.measure}`, x: "training rows", y: r.measure, format: v => six(v),
        series: [{label: "training", colour: "--black", dash: [6, 3], points: true}, {label: "test", colour: "--white", points: true}, {label: "high", colour: "--white", width: 0.5}, {label: "low", colour: "--white", width: 0.5}],
        bands: [{of: [3, 4], colour: "--white"}],
    }).set([of("rows"), of("train"), of("test"), of("high"), of("low")])
}

// calibration draws a curve of each phase, the opening first.
function calibration(r) {
    const curves = [...(r.calibration ?? [])].reverse()
    byId("calibrated").hidden = curves.length === 0
    byId("pointrows").replaceChildren()
    byId("calibratedon").textContent = `Expected score against result on the ${r.calibrated} rows. On the line the evaluation is right; where the curve is flatter, it is overconfident. Click a point for its rows.`
    byId("calibration").replaceChildren(...curves.map(c => {
        const place = el("div")
        const title = el("h3", {}, `phase ${c.from.toFixed(2)} to ${c.to.toFixed(2)}: slope ${c.slope.toFixed(2)} ± ${(z95 * c.slope_stderr).toFixed(2)}, ${thousands(c.n)} rows`)
        const bins = c.bins ?? []
        queueMicrotask(() => drawn(place, {
            label: title.textContent, x: "expected score", y: "result", format: v => v.toFixed(2), height: 240, range: () => [0, 1], pick: i => showPoint(c, i),
            series: [{label: "right", colour: "--faint", width: 1, dash: [4, 4]}, {label: "result", colour: "--white", points: true, size: 7}, {label: "high", colour: "--white", width: 0.5}, {label: "low", colour: "--white", width: 0.5}],
            bands: [{of: [3, 4], colour: "--white"}],
        }).set([bins.map(b => b.predicted), bins.map(b => b.predicted), bins.map(b => b.observed), bins.map(b => b.observed + z95 * b.stderr), bins.map(b => b.observed - z95 * b.stderr)], `slope ${c.slope.toFixed(2)}`))
        return el("div", {}, title, place, pointsOf(c))
    }))
}

// pointsOf lists the points of a curve, each with a button that does what a click on the point does.
function pointsOf(c) {
    return el("details", {}, el("summary", {}, "points as a table"), el("table", {},
        el("thead", {}, el("tr", {}, ...["expected", "result", "± 95 %", "rows"].map(h => el("th", {scope: "col"}, h)), el("td"))),
        el("tbody", {}, ...(c.bins ?? []).map((b, i) => el("tr", {}, el("th", {scope: "row"}, b.predicted.toFixed(3)), el("td", {}, b.observed.toFixed(3)), el("td", {}, (z95 * b.stderr).toFixed(3)), el("td", {}, thousands(b.n)),
            el("td", {}, el("button", {type: "button", "aria-label": `rows of the point ${b.predicted.toFixed(3)}`, onclick: () => showPoint(c, i)}, "Show")))))))
}

let asked = null // the rows of the last point

// showPoint shows the results of a point's rows, and the worst of them if they are open.
const showPoint = guarded(async (c, i) => {
    const b = c.bins[i], place = byId("pointrows")
    place.replaceChildren(el("p", {}, el("b", {}, `${thousands(b.n)} rows`), ` of phase ${c.from.toFixed(2)} to ${c.to.toFixed(2)}: ${b.predicted.toFixed(3)} expected, ${b.observed.toFixed(3)} scored, 95 %: ${(b.observed - z95 * b.stderr).toFixed(3)} to ${(b.observed + z95 * b.stderr).toFixed(3)}.`))
    const weights = byId("weights").value, rows = byId("rows").value
    asked?.stop()
    if (!rows) return
    const hint = el("p", {class: "hint"}), line = el("p", {class: "measuring"})
    place.append(line, hint)
    asked = measuring(line, () => showPoint(c, i))
    const first = c.bins.slice(0, i).reduce((sum, bin) => sum + bin.n, 0)
    const found = await asked("/api/calibration", {weights, rows, from: c.from, to: c.to, first, n: b.n, all: c.n})
    hint.textContent = `The worst, by ${weights}, of ${thousands(found.rows)} rows in ${rows}, ${found.part}: ${found.predicted.toFixed(3)} expected, ${found.label.toFixed(3)} scored. ` +
        (found.exact ? "" : "These are not the rows of the curve: this phase has more or fewer. ") + found.note
    place.append(el("ol", {class: "boards"}, ...found.worst.map(w => badRow(found.k, w, weights))))
})

function groups(r) {
    byId("grouped").hidden = !r.groups?.length
    const largest = Math.max(...(r.groups ?? []).map(g => g.loss), 0)
    byId("groups").tBodies[0].replaceChildren(...(r.groups ?? []).map(g => {
        const share = el("span", {class: "share", "aria-hidden": "true"})
        share.style.setProperty("--share", largest ? g.loss / largest : 0)
        return el("tr", {}, el("th", {scope: "row"}, g.name), el("td", {}, thousands(g.weights)), el("td", {}, g.loss.toPrecision(3)), el("td", {}, (100 * g.share).toFixed(2)), el("td", {class: "barcell"}, share))
    }))
}

const mostRows = 200

// drawnElsewhere are the titles of tables whose figures have a panel of their own.
const drawnElsewhere = r => t => !(r.groups?.length && t.title.startsWith("How much the training loss would rise"))

// tables shows the tables of the report; a mean residual has a bar.
function tables(r) {
    byId("tables").replaceChildren(...(r.tables ?? []).filter(drawnElsewhere(r)).map(t => {
        const at = t.header.findIndex(h => /residual/.test(h))
        const values = at < 0 ? [] : t.cells.map(row => Number(row[at]) || 0)
        const largest = Math.max(...values.map(Math.abs), 0)
        const body = t.cells.slice(0, mostRows).map((row, i) => el("tr", {}, ...row.map((c, j) => el(j ? "td" : "th", j ? {} : {scope: "row"}, c.replace(/^-(?=[\d.])/, "−"))), at < 0 ? null : el("td", {class: "barcell"}, bar(values[i], largest))))
        return el("details", {class: "more", open: t.cells.length <= 20}, el("summary", {}, t.title + (t.cells.length > mostRows ? `: ${mostRows} of ${thousands(t.cells.length)} rows` : "")),
            el("div", {class: "scroll"}, el("table", {}, el("thead", {}, el("tr", {}, ...t.header.map(h => el("th", {scope: "col"}, h)), at < 0 ? null : el("td"))), el("tbody", {}, ...body))))
    }))
}

let items = [], own = ""

const show = guarded(async () => {
    const answer = await ask("/api/fit", {report: byId("report").value}).finally(() => {
        for (const chart of charts.splice(0)) chart.release()
        byId("shown").classList.add("loading")
    })
    const {report: r, weights: known, codes, label} = answer
    own = known ?? ""
    if (own && !param("weights")) byId("weights").value = own
    lead(r)
    reasons(r, codes)
    acts(r, label, own)
    byId("warnings").replaceChildren(...doubts(r.warnings.filter(w => !(r.guard?.reasons ?? []).some(g => said(w).code === g.code)), codes))
    if (!byId("warnings").children.length) byId("warnings").append(el("p", {}, "The fit has no warnings beside those of the verdict."))
    byId("summary").hidden = Boolean(r.fitted && r.train)
    byId("summary").textContent = r.summary.split("\n\n")[0]
    worst(r)
    errors(r)
    passes(r)
    learning(r)
    calibration(r)
    byId("wrong").hidden = byId("calibrated").hidden && byId("worst").hidden
    groups(r)
    tables(r)
    made(r, own)
    byId("shown").classList.remove("loading")
})

const begin = guarded(async () => {
    for (const id of ["weights", "rows"]) byId(id).onchange = () => { remember({[id]: byId(id).value}); byId("pointrows").replaceChildren() }
    byId("report").onchange = () => { step({report: byId("report").value}); show() }
    const noted = open => {
        items = open
        byId("judges").hidden = !open.some(i => ["matrix", "data"].includes(i.kind))
    }
    const after = id => id === "report" ? show() : byId("pointrows").replaceChildren()
    await openLists({report: ["report"], weights: ["weights"], rows: ["matrix", "data"]}, after, {noted})
})

await begin()
document.body.dataset.ready = "true"
