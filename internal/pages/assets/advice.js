// The page Advice: the report of weights advise.
import {address, ask, bar, breakable, byId, commandLine, el, fixed, guarded, plain, precise, remember, signed, thousands, whisker} from "./page.js"
import {Chart} from "./chart.js"
import {coded} from "./doubts.js"
import {openLists} from "./lists.js"
import {mini} from "./mini.js"

const z95 = 1.959964 // of a normal error

const kinds = {
    family: "a family of terms", table: "a table of terms", term: "a term", where: "a term, in some positions only", mover: "counted for the side to move alone",
    ahead: "counted for the side that is ahead in material", square: "the square of a count", product: "the product of two counts",
}

// percent is a share with its sign; bound, one of an interval, has a sign only below 0.
const decimals = 2
const percent = x => x === null ? "–" : `${signed(100 * x, decimals)} %`
const bound = x => x === null ? "–" : signed(100 * x, decimals).replace("+", "")
const gainText = a => `${percent(a.gain)} (${bound(a.low_all)} to ${bound(a.high_all)})`
const eloRange = w => `${signed(w.low, 0)} to ${signed(w.high, 0)}`
const eloText = w => `${eloRange(w)} Elo`
const costText = ns => ns ? ns.toFixed(0) : "–"
const heads = names => el("thead", {}, el("tr", {}, ...names.map(([name, wide, text]) => el(name ? "th" : "td", {scope: name ? "col" : null, class: [wide ? "wide" : "", text ? "text" : ""].join(" ").trim() || null}, name))))
const count = (n, thing) => `${thousands(n)} ${thing}${n === 1 ? "" : "s"}`

const charts = [] // of the report on the page

// gainBar is a bar from 0 to a value, with its interval.
function gainBar(list, of) {
    const all = list.flatMap(x => [of(x).low, of(x).value, of(x).high]).filter(v => v !== null)
    const low = Math.min(0, ...all), span = Math.max(0, ...all) - low || 1
    return x => {
        const w = whisker(v => (v - low) / span, of(x))
        w.classList.add("zero", "filled")
        const zero = -low / span, at = ((of(x).value ?? 0) - low) / span, grown = el("i")
        w.style.setProperty("--zero", zero)
        grown.style.setProperty("--from", Math.min(zero, at))
        grown.style.setProperty("--length", Math.abs(at - zero))
        w.prepend(grown)
        return w
    }
}

const ofGain = a => ({low: a.low_all, value: a.gain, high: a.high_all})

// rank fills a table of candidates, in whose columns some have something; to says where a name leads.
function rank(table, list, scale, to) {
    const draw = gainBar(scale, ofGain)
    const more = [
        {head: "Elo of such gains", has: a => a.elo, text: a => eloRange(a.elo)}, {head: "games that show it", has: () => true, text: a => thousands(a.games)},
        {head: "ns to count", has: a => a.cost_ns, text: a => costText(a.cost_ns)}, {head: "overlaps with", has: a => a.overlaps?.length, text: a => a.overlaps.slice(0, 2).map(overlap).join(", "), words: true},
    ].filter(c => list.some(c.has))
    table.replaceChildren(heads([["candidate"], ["gain (95 %, all tried)"], [""], ...more.map(c => [c.head, true, c.words])]),
        el("tbody", {}, ...list.map((a, i) => el("tr", {"data-name": a.name, "data-gain": a.gain},
            el("th", {scope: "row"}, to ? el("a", {href: to(i), onclick: () => { byId(to(i).slice(1)).open = true }}, breakable(a.name)) : breakable(a.name)),
            el("td", {class: "gaintext"}, gainText(a)), el("td", {class: "barcell"}, draw(a)), ...more.map(c => el("td", {class: c.words ? "wide text" : "wide"}, c.has(a) ? c.text(a) : "–"))))))
}

const overlap = o => `${o.name} ${Math.round(100 * o.share)} %`

// lead says in words what was evaluated and what is missing.
function lead(r) {
    const e = r.evaluation, first = r.recommended[0], found = Math.max(r.found ?? 0, r.recommended.length)
    byId("title").textContent = `Advice for ${e.name}`
    if (first) {
        byId("verdict").replaceChildren(first.has ? "It would gain most from other weights of the terms it has: " : "It lacks most: ", el("strong", {"data-first": first.name}, first.name))
        byId("worth").replaceChildren(`${first.has ? "They" : "Adding it"} would take away ${bound(first.gain)}\u00a0% of the error of this evaluation: between ${bound(first.low_all)} and ${bound(first.high_all)}\u00a0% with 95\u00a0% certainty, allowing for all that were tried.`,
            first.elo ? ` Families of such a gain were worth ${eloText(first.elo)} in this toolkit's own evaluation.` : "")
    } else {
        byId("verdict").replaceChildren("Nothing is recommended.")
        byId("worth").textContent = `Of ${count(r.tried, "candidate")}, chance may explain every gain: the evaluation knows what these games can show.`
    }
    byId("said").textContent = `The evaluation of ${e.name} was compared with ${truth(r.label)}: ${count(r.data.rows, "position")} of ${count(r.data.games, game(r.data))}. ` +
        `${thousands(r.tried)} candidates were tried${first ? `, and ${thousands(found)} ${found === 1 ? "is" : "are"} recommended` : ""}.` + (found > r.recommended.length ? ` The first ${thousands(r.recommended.length)} are listed.` : "")
    const parts = [["ranking", "ranking"], ["next", "what to do now"], ["candidates", "candidates"], ["stepped", "one after the other"], ["isfine", "what is fine"], ["removed", "what can go"], ["calibrated", "scale by phase"], ["wrong", "where it is wrong"]]
    byId("contents").replaceChildren("On this page: ", ...parts.filter(([id]) => !byId(id).hidden).flatMap(([id, text], i) => [i ? " · " : "", el("a", {href: "#" + id}, text)]))
    byId("facts").tBodies[0].replaceChildren(...facts(r).filter(([, text]) => text).map(([name, text]) => el("tr", {}, el("th", {scope: "row"}, name), el("td", {}, text))))
}

// truth is what labels are made of.
const truth = label => label.lambda === 1 ? "the results of games" : label.lambda === 0 ? "the scores of searches" : "the results of games and the scores of searches"

// game is what rows are grouped by.
const game = data => data.named ? "game" : "pawn skeleton"

// facts are what was read, and how.
function facts(r) {
    const e = r.evaluation, d = r.data, l = r.label
    const score = `the expected score of the search's score at K = ${precise(l.k, 4)}`
    const label = l.lambda === 1 ? "the result of the game" : l.lambda === 0 ? score : `${plain(l.lambda)} of the result of the game and ${plain(1 - l.lambda)} of ${score}`
    return [["evaluation", `${e.name} (${e.source}), ${e.unit}, ${e.view === "mover" ? "the side to move's view" : "White's view"}`], ["known by", e.how], ["data", (d.files ?? []).join(", ")],
        ["positions", `${thousands(d.rows)} of ${thousands(d.lines)} lines, of ${count(d.games, game(d))}` + (d.named ? "" : "; the data do not name games: positions with the same pawns count as one")],
        ["left out", (d.dropped ?? []).map(x => `${thousands(x.rows)} ${x.why}`).join("; ")],
        ["label", `${label}; ${thousands(l.results)} positions have a result, ${thousands(l.scores)} a score`],
        ["error", `${fixed(r.loss, 6)}, the mean of (label − expected score)², at K = ${precise(r.k, 4)}`], ["recommended", r.rule], ["made by", r.tool]]
}

// card shows a candidate; its contents are made when it is opened.
function card(r, a, i) {
    const place = el("div")
    const whole = el("details", {id: `candidate-${i + 1}`, class: "panel candidate"}, el("summary", {}, el("strong", {}, `${i + 1}. `, breakable(a.name)), ` ${gainText(a)}`), place)
    whole.ontoggle = () => {
        if (whole.open && !place.hasChildNodes()) place.append(...contents(r, a))
    }
    whole.open = i < firstOpen
    return whole
}

const hasIt = "The evaluation has it already: its weights are off, or it is worth more in some positions than in others."

const firstOpen = 5 // of the cards

// contents are the definition of a candidate with its picture, its weights, and positions.
function contents(r, a) {
    const picture = a.picture
    const drawn = picture && el("figure", {class: "mini"}, mini(picture.fen, `position ${picture.fen}`), el("figcaption", {}, `${picture.shows}: ${plain(picture.count)} here`))
    const rows = [["what it is", kinds[a.kind] ?? a.kind], ["what is counted", a.formula], ["unit", a.unit], ["source", a.source], ["gain", `${gainText(a)} of the error, on games not used to find it, allowing for all that were tried; ${bound(a.low)} to ${bound(a.high)} % if it alone had been`],
        ["worth", a.elo && `families of such a gain: ${eloText(a.elo)}`], ["shown by", `${count(a.rows, "position")} of ${count(a.games, game(r.data))}`],
        ["by chance", `p ${a.adjusted < 0.0001 ? "below 0.0001" : `= ${fixed(a.adjusted, 4)}`}, by Holm's rule for all that were tried`],
        ["overlaps", a.overlaps?.length ? `the same gain is partly that of ${a.overlaps.slice(0, 3).map(o => `${o.name} (${Math.round(100 * o.share)} %)`).join(", ")}` : "with no other candidate"],
        ["note", a.has && hasIt],
        ["cost", a.cost_ns ? `${costText(a.cost_ns)} ns to count in a position` : ""]]
    const facts = el("table", {class: "texts facts"}, el("tbody", {}, ...rows.filter(([, text]) => text).map(([name, text]) => el("tr", {}, el("th", {scope: "row"}, name), el("td", {}, text)))))
    const positions = a.positions ?? []
    return [el("div", {class: "definition"}, drawn, facts, weights(a)),
        ...(positions.length ? [el("h3", {}, "Positions of different games in which the evaluation is most wrong for lack of it: centipawns, White's view; the label is White's expected score"), el("ol", {class: "boards five"}, ...positions.map(p => position(a, p)))] : [])]
}

const ofWeights = a => a.weights ?? []
const mostWeights = 10 // are shown unfolded

// weights lists the weights to begin with.
function weights(a) {
    const half = (w, e) => `${signed(w)} ± ${e === null ? "–" : (z95 * e).toFixed(1)}`
    const table = el("table", {class: "beginwith"}, el("thead", {}, el("tr", {}, ...["weights to begin with", "middlegame", "endgame"].map(h => el("th", {scope: "col"}, h)))),
        el("tbody", {}, ...ofWeights(a).map(w => el("tr", {}, el("th", {scope: "row"}, breakable(w.name)), el("td", {"data-mg": w.mg}, half(w.mg, w.mg_error)), el("td", {"data-eg": w.eg}, half(w.eg, w.eg_error))))))
    const said = el("p", {class: "hint"}, "Centipawns of the evaluation for one of the unit, ± 95 %.")
    if (ofWeights(a).length <= mostWeights) return el("div", {class: "scroll"}, table, said)
    return el("details", {class: "scroll"}, el("summary", {}, `${thousands(ofWeights(a).length)} weights to begin with`), table, said)
}

// position is a position in which the evaluation is wrong for lack of a candidate.
function position(a, p) {
    const several = ofWeights(a).length > 1
    const of = n => several ? `${signed(n, 0)} cp` : plain(n)
    const place = p.file ? `${p.file}, line ${p.line}` : p.line ? `line ${p.line}` : `game ${p.game}`
    return el("li", {"data-fen": p.fen}, mini(p.fen, `position ${p.fen}`),
        el("p", {}, "evaluation ", el("b", {"data-eval": p.eval}, signed(p.eval, 0)), el("br"), "with it ", el("b", {"data-with": p.with}, signed(p.with, 0)), el("br"), "label ", el("b", {"data-label": p.label}, fixed(p.label, 2))),
        el("p", {class: "hint"}, `White ${of(p.white)}, Black ${of(p.black)}; ${p.fen.split(" ")[1] === "b" ? "Black" : "White"} to move; ${place}`),
        el("a", {class: "served", href: address("/position", {fen: p.fen})}, "Open in Position"))
}

function fine(list) {
    const largest = Math.max(...list.map(f => f.high), 1e-9)
    byId("isfine").hidden = !list.length
    byId("fine").tBodies[0].replaceChildren(...list.map(f => {
        const share = el("span", {class: "share", "aria-hidden": "true"})
        share.style.setProperty("--share", Math.max(0, f.high) / largest)
        return el("tr", {"data-name": f.name}, el("th", {scope: "row"}, breakable(f.name)), el("td", {}, `${bound(f.high)} %`), el("td", {class: "barcell"}, share))
    }))
}

// worst says in words where the evaluation is most wrong beyond what chance explains.
function worst(list) {
    const x = list.filter(clear).sort((a, b) => Math.abs(b.bias) - Math.abs(a.bias))[0]
    return x ? `Most of all by ${x.by}, ${x.group}: ${x.side} scores ${fixed(Math.abs(x.bias), 3)} ${x.bias < 0 ? "less" : "more"} than the evaluation says, which is ${fixed(Math.abs(x.bias_cp), 0)} centipawns.` : "Nowhere more than chance explains."
}

const clear = x => Math.abs(x.bias) > z95 * x.bias_error

// residuals has a table of each question by which rows are grouped.
function residuals(list) {
    byId("wrong").hidden = !list.length
    byId("worst").textContent = worst(list)
    const largest = Math.max(...list.map(x => Math.abs(x.bias)), 1e-9)
    byId("residuals").replaceChildren(...[...new Set(list.map(x => x.by))].map(by => {
        const rows = list.filter(x => x.by === by)
        return el("section", {class: "panel"}, el("h2", {}, by.charAt(0).toUpperCase() + by.slice(1)), el("p", {class: "hint"}, `What ${rows[0].side} scores beyond its expected score.`),
            el("div", {class: "scroll"}, el("table", {class: "ranked"}, heads([[""], ["expected score (± 95 %)"], ["centipawns", true], [""], ["positions", true], ["of the error", true]]),
                el("tbody", {}, ...rows.map(x => el("tr", {"data-bias": x.bias, class: clear(x) ? "" : "unsure"}, el("th", {scope: "row"}, x.group),
                    el("td", {}, `${signed(x.bias, 3)} ± ${fixed(z95 * x.bias_error, 3)}`), el("td", {class: "wide"}, signed(x.bias_cp, 0)), el("td", {class: "barcell"}, bar(x.bias, largest)),
                    el("td", {class: "wide"}, thousands(x.rows)), el("td", {class: "wide"}, `${fixed(100 * x.share, 1)} %`)))))))
    }))
}

// calibration draws a curve of each phase, the opening first.
function calibration(list) {
    byId("calibrated").hidden = !list.length
    byId("calibration").replaceChildren(...[...list].reverse().map(c => {
        const half = z95 * c.slope_error, place = el("div"), points = c.points ?? []
        const word = !c.slope ? "" : c.slope + half < 1 ? "it promises too much" : c.slope - half > 1 ? "it promises too little" : "right, as far as these games tell"
        const title = el("h3", {"data-slope": c.slope}, `${c.phase}: ${c.slope ? `slope ${fixed(c.slope, 2)} ± ${fixed(half, 2)}` : "slope not known"}, ${count(c.rows, "position")}${word && ": " + word}`)
        const all = points.flatMap(p => [p.expected, p.label]), from = Math.floor(10 * Math.min(0.5, ...all)) / 10
        queueMicrotask(() => {
            const chart = new Chart(place, {
                label: title.textContent, x: "expected score", y: "label", format: v => v.toFixed(2), height: 220, range: () => [from, 1],
                series: [{label: "right", colour: "--faint", width: 1, dash: [4, 4]}, {label: "label", colour: "--white", points: true, size: 7}],
            })
            charts.push(chart)
            chart.set([points.map(p => p.expected), points.map(p => p.expected), points.map(p => p.label)], title.textContent)
        })
        return el("div", {}, title, place)
    }))
}

function steps(list) {
    byId("stepped").hidden = !list.length
    const draw = gainBar(list, ofGain), elo = list.some(s => s.elo)
    byId("steps").replaceChildren(heads([["added"], ["gain (95 %, all tried)"], ["", true], ["error that is left"], ...(elo ? [["Elo of such gains", true]] : [])]),
        el("tbody", {}, ...list.map((s, i) => el("tr", {"data-name": s.name, "data-gain": s.gain}, el("th", {scope: "row"}, `${i + 1}. `, breakable(s.name)), el("td", {class: "gaintext"}, gainText(s)), el("td", {class: "barcell wide"}, draw(s)),
            el("td", {}, `${bound(s.loss)} %`), elo ? el("td", {class: "wide"}, s.elo ? eloRange(s.elo) : "–") : null))))
}

const mostRemovals = 20 // are shown unfolded

function removals(list) {
    byId("removed").hidden = !list.length
    const cost = list.some(x => x.cost_ns)
    const rise = x => `${percent(x.loss)} (${bound(x.low)} to ${bound(x.high)})`
    const table = (part, draw = gainBar(part, x => ({low: x.low, value: x.loss, high: x.high}))) => [heads([["term"], ["error without it (95 %)"], [""], ["games that have it", true], ...(cost ? [["ns to count its family", true]] : [])]),
        el("tbody", {}, ...part.map(x => el("tr", {"data-name": x.name, "data-loss": x.loss}, el("th", {scope: "row"}, breakable(x.name)), el("td", {class: "gaintext"}, rise(x)), el("td", {class: "barcell"}, draw(x)),
            el("td", {class: "wide"}, thousands(x.games)), cost ? el("td", {class: "wide"}, costText(x.cost_ns)) : null)))]
    byId("removals").replaceChildren(...table(list.slice(0, mostRemovals)))
    byId("needed").hidden = list.length <= mostRemovals
    document.querySelector("#needed summary").textContent = `${count(list.length - mostRemovals, "other")} that would cost more`
    byId("others-needed").replaceChildren(...table(list.slice(mostRemovals)))
}

const show = guarded(async () => {
    byId("shown").hidden = true
    for (const chart of charts.splice(0)) chart.release()
    const {report: r, codes} = await ask("/api/advice", {advice: byId("advice").value})
    for (const list of ["recommended", "others", "fine", "residuals", "calibration", "steps", "simplify", "next", "warnings"]) r[list] ??= []
    byId("shown").hidden = false
    byId("warned").hidden = r.warnings.length === 0
    byId("warnings").replaceChildren(...r.warnings.map(w => el("li", {}, w.code ? coded(w.code, codes) : null, " ", w.text)))
    const all = [...r.recommended, ...r.others]
    byId("ranked").hidden = !r.recommended.length
    byId("nothing").hidden = r.recommended.length > 0
    byId("nothing").textContent = r.rule
    rank(byId("ranked"), r.recommended, all, i => `#candidate-${i + 1}`)
    byId("rest").hidden = !r.others.length
    document.querySelector("#rest summary").textContent = `${count(r.others.length, "other")} that would come next`
    rank(byId("others"), r.others, all)
    byId("next").hidden = !r.next.length
    byId("commands").replaceChildren(...r.next.map(c => el("li", {}, c.about, c.line ? commandLine(c.line) : null)))
    byId("candidates").replaceChildren(...r.recommended.map((a, i) => card(r, a, i)))
    steps(r.steps)
    fine(r.fine)
    removals(r.simplify)
    calibration(r.calibration)
    residuals(r.residuals)
    lead(r)
})

const begin = guarded(async () => {
    byId("advice").onchange = () => { remember({advice: byId("advice").value}); show() }
    addEventListener("beforeprint", () => { for (const d of document.querySelectorAll("#candidates details, #about, #rest")) d.open = true })
    await openLists({advice: ["advice"]}, show)
})

await begin()
document.body.dataset.ready = "true"
