// Overlay: several runs beside each other, as the address names them.
import {address, ask, byId, el, guarded, ordinal, param, remember, signed, thousands, whisker} from "./page.js"
import {Chart} from "./chart.js"
import {measuring} from "./measure.js"
import {svg} from "./mini.js"
import {setting} from "./setting.js"

const colors = ["white", "black", "third", "fourth", "faint", "warn"]
const labels = new URL(location.href).searchParams.getAll("run")
const colour = i => colors[i % colors.length]

let runs = []
let fits = [] // the runs whose weights are open

const error = x => x < 1 ? x.toFixed(6) : x.toFixed(2)
const bounds = f => f.low === null || f.low === undefined ? "" : ` [${error(f.low)}, ${error(f.high)}]`

function swatch(i) {
    const s = el("span", {class: "runkey", "aria-hidden": "true"})
    s.style.setProperty("--of", `var(--${colour(i)})`)
    return s
}

// summary is a column for each run, and a line for each figure.
function summary() {
    const page = r => address("/" + r.page, {[r.asks]: r.asks === "report" ? r.report : r.label})
    byId("overlaid").tHead.replaceChildren(el("tr", {}, el("td"), ...runs.map((r, i) => el("th", {scope: "col"}, swatch(i), " ", el("a", {href: page(r)}, r.label)))))
    const line = (name, of) => {
        const values = runs.map(of)
        return values.some(Boolean) ? [el("tr", {}, el("th", {scope: "row"}, name), ...values.map(v => el("td", {}, v || "–")))] : []
    }
    byId("overlaid").tBodies[0].replaceChildren(
        ...line("kind", r => r.kind), ...line("data", r => r.data), ...line("set", r => r.set),
        ...line("K", r => r.k && r.k.toPrecision(4)), ...line("error as an engine plays", r => r.plays && error(r.plays.value) + bounds(r.plays)), ...line("with its intercept", r => r.test && error(r.test.value) + bounds(r.test)), ...line("test rows", r => r.group && (r.rank ? `${r.group}, ${ordinal(r.rank)} on them` : `${r.group}, alone`)),
        ...line("against its start", r => r.change && `${signed(r.change.value, 2)} %` + (r.change.low === null ? "" : ` [${signed(r.change.low, 2)}, ${signed(r.change.high, 2)}]`)),
        ...line("verdict", r => r.verdict), ...line("Elo", r => r.elo_text.replaceAll("-inf", "−∞").replace(/\binf\b/g, "∞")), ...line("games", r => r.games ? thousands(r.games) : ""),
        ...line("warnings", r => r.warned?.length ? String(r.warned.length) : ""), ...line("note", r => r.note), ...line("tags", r => (r.tags ?? []).join(", ")))
}

function settings(list) {
    if (fits.length < 2) return byId("settings").replaceChildren(el("p", {class: "hint"}, "Fewer than two of the runs are fits whose weights are open."))
    if (!list.length) return byId("settings").replaceChildren(el("p", {class: "hint"}, "All settings are the same."))
    const names = list.map(s => el("th", {scope: "col"}, s.name.replaceAll("_", " ")))
    byId("settings").replaceChildren(el("table", {class: "texts"}, el("thead", {}, el("tr", {}, el("td"), ...names)),
        el("tbody", {}, ...runs.map((r, i) => el("tr", {}, el("th", {scope: "row"}, swatch(i), " " + r.label), ...list.map(s => el("td", {}, setting(s.name, s.values[i]))))))))
}

function passes() {
    const place = byId("passes"), with3 = runs.map((r, i) => ({r, i})).filter(({r}) => r.passes.length > 1 && r.passes.every(p => p.loss > 0))
    if (!with3.length) return place.replaceChildren(el("p", {class: "hint"}, "No open report of these runs has passes: fit with -report."))
    const losses = new Set(with3.map(({r}) => r.loss)), x = [...new Set(with3.flatMap(({r}) => r.passes.map(p => p.passes)))].sort((a, b) => a - b)
    place.replaceChildren(el("div"), ...(losses.size > 1 ? [el("p", {class: "hint"}, `The losses differ (${[...losses].join(", ")}): heights cannot be compared.`)] : []))
    const series = with3.map(({r, i}) => ({label: r.label, colour: "--" + colour(i), dash: i < colors.length ? [] : [7, 4], points: true, span: true}))
    const chart = new Chart(place.firstChild, {label: "Training loss by pass", x: "passes", y: "training loss", series, logarithmic: true, format: v => v.toPrecision(3), whole: true})
    chart.set([x, ...with3.map(({r}) => x.map(at => r.passes.find(p => p.passes === at)?.loss ?? null))])
}

const phases = ["endgame", "middlegame", "opening"]

// calibration has a picture for each phase: the slope of each run with its 95 %; 1 is calibrated.
function calibration() {
    const place = byId("calibration"), of = runs.map((r, i) => ({r, i})).filter(({r}) => r.calibration.length)
    if (!of.length) return place.replaceChildren(el("p", {class: "hint"}, "No open report of these runs has a calibration: fit with -report."))
    const half = c => 1.96 * c.slope_stderr, all = of.flatMap(({r}) => r.calibration.filter(c => c.slope).flatMap(c => [c.slope - half(c), c.slope + half(c)]))
    const low = Math.min(1, ...all), high = Math.max(1, ...all), at = x => (x - low) / (high - low || 1)
    const most = Math.max(...of.map(({r}) => r.calibration.length))
    place.replaceChildren(el("p", {class: "hint"}, "Slopes with 95 %: 1 is calibrated, below it is too sure."), el("div", {class: "multiples"}, ...Array.from({length: most}, (_, p) => {
        const name = most === phases.length ? phases[p] : `phase ${of[0].r.calibration[p]?.from.toFixed(2)} to ${of[0].r.calibration[p]?.to.toFixed(2)}`
        return el("section", {}, el("h3", {}, name), el("table", {}, el("tbody", {}, ...of.filter(({r}) => r.calibration[p]?.slope).map(({r, i}) => {
            const c = r.calibration[p], w = whisker(at, {value: c.slope, low: c.slope - half(c), high: c.slope + half(c)})
            w.classList.add("zero")
            w.style.setProperty("--zero", at(1))
            return el("tr", {}, el("th", {scope: "row"}, swatch(i), " " + r.label), el("td", {}, `${c.slope.toFixed(2)} ±${half(c).toFixed(2)}`), el("td", {class: "barcell"}, w))
        }))))
    })))
}

function matches(list) {
    byId("matches").replaceChildren(list.length ? el("ul", {}, ...list.map(m => el("li", {}, el("a", {href: address("/match", {match: m.label})}, m.label), `: ${m.first} against ${m.second}, ${thousands(m.games)} games, ${m.elo}`)))
        : el("p", {class: "hint"}, "No open match is between two of these."))
}

// errors are those of the commands, on rows that are open, paired by games.
const errors = guarded(async () => {
    const rows = byId("rows").value
    byId("errors").replaceChildren()
    if (!rows || fits.length < 2) {
        byId("notmeasured").textContent = fits.length < 2 ? "Fewer than two of the runs have open weights: the others cannot be measured." : "No rows are open on which all can be measured: put a data file or a matrix into the folder."
        return
    }
    remember({rows})
    const url = address("/api/metrics", {rows})
    for (const r of fits) url.searchParams.append("weights", r.weights)
    const found = await asked(url.pathname + url.search, {})
    const line = (m, i) => {
        const c = m.change?.relative
        return el("tr", {}, el("th", {scope: "row"}, swatch(runs.indexOf(fits[i])), " " + found.labels[i]), el("td", {}, error(m.metrics.mse)),
            el("td", {}, c ? `${signed(100 * c.value, 2)} %${c.low === undefined ? "" : ` [${signed(100 * c.low, 2)}, ${signed(100 * c.high, 2)}]`}` : "compared with"))
    }
    byId("errors").replaceChildren(el("p", {class: "hint"}, `Mean squared error as an engine plays, ${found.part}; the difference with its 95 % from the same games. `, found.note ?? ""),
        el("table", {}, el("thead", {}, el("tr", {}, el("td"), el("th", {scope: "col"}, "error"), el("th", {scope: "col"}, `against ${found.labels[0]}`))), el("tbody", {}, ...found.plays.map(line))))
}, "notmeasured")

const asked = measuring(byId("measuring"), () => errors())

// showWeights draws dots for each run, by family, on the scale of the K of each where all have one.
function showWeights(weights) {
    const families = [...new Set(weights.map(w => w.group))]
    const scaled = fits.length > 0 && fits.every(r => r.k), scale = runs.map(r => scaled && r.k ? r.k / fits[0].k : 1)
    byId("scale").textContent = fits.length < 2 ? "Fewer than two of the runs have open weights." : scaled ? `Centipawns of ${fits[0].label}: the others are multiplied by the ratio of K.` : "Centipawns as the files have them: not all have a K that gives a common scale."
    byId("family").replaceChildren(...families.map(f => el("option", {value: f}, f || "no family")))
    if (families.includes(param("family"))) byId("family").value = param("family")
    const draw = () => {
        const of = byId("family").value, list = weights.filter(w => w.group === of)
        byId("weights").replaceChildren(dots(of, list.map(w => ({name: w.name, values: w.values.map((v, i) => v === null ? null : v * scale[i])}))))
    }
    byId("family").onchange = () => { remember({family: byId("family").value}); draw() }
    if (families.length) draw()
}

const rowHeight = 18, left = 190, wide = 640

// dots draws the weights of a family, a line each, with a dot for each run.
function dots(of, list) {
    const all = list.flatMap(w => w.values.filter(v => v !== null)), low = Math.min(0, ...all), high = Math.max(0, ...all)
    const x = v => left + 12 + (wide - left - 24) * (v - low) / (high - low || 1), height = 24 + rowHeight * list.length
    const text = (at, y, t, anchor) => { const e = svg("text", {x: at, y, "text-anchor": anchor}); e.textContent = t; return e }
    const picture = svg("svg", {viewBox: `0 0 ${wide} ${height}`, class: "dots", role: "img", "aria-label": `weights of ${of} by run`})
    picture.append(svg("line", {x1: x(0), x2: x(0), y1: 0, y2: height - 20, class: "zero"}), text(x(low), height - 4, low.toFixed(0).replace("-", "−"), "start"), text(x(high), height - 4, high.toFixed(0), "end"))
    list.forEach(({name: n, values}, line) => {
        const y = 10 + line * rowHeight
        picture.append(svg("line", {x1: left, x2: wide - 8, y1: y, y2: y}), text(left - 6, y + 4, n.length > 28 ? "…" + n.slice(-27) : n, "end"))
        values.forEach((v, i) => {
            if (v === null) return
            const dot = svg("circle", {cx: x(v), cy: y, r: 5})
            dot.style.fill = `var(--${colour(i)})`
            const title = svg("title", {})
            title.textContent = `${runs[i].label}: ${n} ${signed(v, 1)}`
            dot.append(title)
            picture.append(dot)
        })
    })
    return picture
}

async function begin() {
    byId("back").replaceChildren(el("a", {href: backTo()}, "← Runs, with these ticked"))
    if (labels.length < 2) {
        byId("back").replaceChildren("Tick two runs or more in ", el("a", {href: backTo()}, "Runs"), " and press Overlay.")
        document.body.dataset.ready = "1"
        return
    }
    const url = address("/api/overlay")
    for (const l of labels) url.searchParams.append("run", l)
    const [found, items] = await Promise.all([ask(url.pathname + url.search), ask("/api/items")])
    runs = found.runs
    fits = runs.filter(r => r.weights)
    byId("shown").hidden = false
    summary()
    byId("apart").textContent = found.apart
    settings(found.settings)
    passes()
    calibration()
    matches(found.matches)
    showWeights(found.weights)
    const rows = items.filter(i => i.kind === "matrix" || i.kind === "data").map(i => i.label)
    byId("rows").replaceChildren(...rows.map(r => el("option", {value: r, selected: r === (param("rows") || found.rows)}, r)))
    byId("rows").onchange = errors
    document.body.dataset.ready = "1"
    await errors()
    document.body.dataset.measured = "1"
}

function backTo() {
    const url = address("/runs", {})
    for (const l of labels) url.searchParams.append("run", l)
    return url
}

guarded(begin)()
