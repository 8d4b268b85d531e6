// The page Loop: what each iteration of a run has changed, live while it goes on.
import {address, byId, el, filed, follow, guarded, moment, resumed, step, thousands} from "./page.js"
import {Chart} from "./chart.js"
import {doubts} from "./doubts.js"
import {openLists} from "./lists.js"
import * as runs from "./runpages.js"

const colours = ["--white", "--black", "--third", "--fourth", "--text"]
const dashes = [undefined, [6, 3], [2, 3], [10, 3, 2, 3], [1, 4]]

let unfollow = null
const values = {}

// watch follows a run. The promise is kept when the first standing is on the page.
function watch() {
    unfollow?.()
    return new Promise(done => {
        const complained = setTimeout(done, 3000) // a run that cannot be read has no standing
        unfollow = follow("/api/loop", {run: byId("run").value}, guarded(async s => {
            try {
                show(s)
                runs.shown()
            } finally {
                clearTimeout(complained)
                done()
            }
        }), "this run cannot be read")
    })
}

function show(s) {
    const list = s.iterations
    byId("title").textContent = `Loop ${s.label}`
    byId("done").textContent = list.length === 1 ? "1 iteration has ended" : `${list.length} iterations have ended`
    byId("next").textContent = s.next ? `Iteration ${s.next.iteration} has ${s.stopped ? "stopped" : "begun"}` + (s.next.file ? `; it wrote ${s.next.file} on ${moment(s.next.at)}` : "") : "No iteration is running."
    byId("resume").replaceChildren(...(s.stopped ? ["Stopped", ...resumed(s.resume, byId("resumed"))] : []))
    byId("acts").replaceChildren(...[runs.clone(s.label), runs.save("/api/loop/page", {run: s.label})].filter(Boolean))
    verdict(list)
    differences(list)
    showValues(s, "mg")
    showValues(s, "eg")
    showWarnings(s, list)
}

// verdict says which weights to take, and what speaks for them. Without matches none are called the best.
function verdict(list) {
    const last = list.at(-1)
    const badge = (text, kind = "") => el("span", {class: "badge " + kind}, text)
    if (!last) return byId("verdict").replaceChildren(badge("begins"), " No iteration has ended.")
    const gates = list.filter(i => i.gate), better = list.filter(i => i.change && i.change.high !== null && i.change.high < 0).length
    const told = list.filter(i => i.change).length
    const losses = told ? ` On games held out, ${better} of ${runs.count(told, "iteration")} ${better === 1 ? "has" : "have"} a lower loss than the weights before, beyond chance.` : ""
    if (!gates.length) return byId("verdict").replaceChildren(badge("no match"), ` The last weights are those of iteration ${last.number}. No match was played: whether they play better is not known.`, losses)
    const passed = gates.filter(i => i.gate.passed).length
    byId("verdict").replaceChildren(badge(last.best ? `iteration ${last.best}` : "the beginning", last.best ? "better" : ""),
        last.best ? ` The best weights by the matches are those of iteration ${last.best}.` : " No iteration has passed its match: the best weights are those of the beginning.",
        ` ${passed} of ${gates.length} matches were passed.`, losses)
}

const minus = text => text.replace(/-(?=[\d.i])/g, "−").replace(/\binf\b/g, "∞")

// differences has a row for each iteration: what it has changed of the loss, and its match, each around 0.
function differences(list) {
    const last = list.at(-1)
    byId("lossname").textContent = last ? `The change of the ${{mse: "mean squared error"}[last.loss_name] ?? last.loss_name} against the weights before, on the same games held out, with its 95 % interval. Games differ by iteration, so the losses themselves cannot be compared from row to row.` : ""
    byId("lossof").textContent = last ? `change of the ${last.loss_name}` : "loss"
    const changed = runs.around(list.filter(i => i.change).map(i => i.change)), played = runs.around(list.filter(i => i.gate).map(i => i.gate.elo))
    byId("differences").tBodies[0].replaceChildren(...[...list].reverse().map(i => el("tr", {},
        el("th", {scope: "row"}, `iteration ${i.number}`),
        el("td", {}, i.games ? `${thousands(i.games)} games` + (i.unique < i.games ? `, ${thousands(i.unique)} different` : "") : "given positions", el("br"), el("span", {class: "hint"}, `${thousands(i.rows)} positions`)),
        el("td", {title: i.loss === null ? "" : `${i.loss.toFixed(6)}, before ${i.old?.toFixed(6)}`}, i.change ? minus(i.change.text) : i.loss === null ? "nothing held out" : "no interval"),
        el("td", {class: "whiskers"}, i.change ? changed(i.change) : ""),
        el("td", {}, i.gate ? minus(i.gate.text) : "no match"), el("td", {class: "whiskers"}, i.gate ? played(i.gate.elo) : ""),
        el("td", {}, i.gate ? i.gate.decision : ""), el("td", {}, i.gate ? i.gate.passed ? "passed" : "rejected" : ""), filed ? null : el("td", {class: "served"}, links(i)))))
}

// links lead to the weights of an iteration, to their comparison with those before, and to its match.
function links(i) {
    const to = [i.weights && ["weights", address("/weights", {weights: i.weights})], i.weights && ["compare", address("/compare", i.before ? {weights: i.weights, versus: i.before} : {weights: i.weights})], i.match && ["match", address("/match", {match: i.match})]].filter(Boolean)
    return el("span", {class: "acts"}, ...to.map(([text, url]) => el("a", {href: url, "aria-label": `${text} of iteration ${i.number}`}, text)))
}

let warnedOf = ""

// showWarnings lists those of each iteration, the last first and open. What a reader has opened stays open until
// the warnings change.
function showWarnings(s, list) {
    const of = `${list.length} ${s.label}`
    if (of === warnedOf) return
    warnedOf = of
    const warned = list.filter(i => i.warnings.length).reverse()
    byId("warned").hidden = warned.length === 0
    byId("warnings").replaceChildren(...warned.map(i => el("details", {open: i === list.at(-1)}, el("summary", {}, `iteration ${i.number}: ${runs.count(i.warnings.length, "warning")}`), ...doubts(i.warnings, s.codes))))
}

// showValues draws the values of the pieces in a phase; 0 is the beginning.
function showValues(s, phase) {
    byId("values").hidden = s.first.length === 0
    if (!s.first.length) return
    values[phase] ??= new Chart(byId(phase), {
        label: `Values of the pieces, ${phase === "mg" ? "middlegame" : "endgame"}`, x: "iteration", whole: true, y: "centipawns", format: thousands,
        series: s.first.map((v, i) => ({label: v.name, colour: colours[i % colours.length], dash: dashes[i % dashes.length], points: true})),
    })
    const of = name => s.iterations.map(i => i.values.find(v => v.name === name)?.[phase] ?? null)
    values[phase].set([[0, ...s.iterations.map(i => i.number)], ...s.first.map(v => [v[phase], ...of(v.name)])])
}

const begin = guarded(async () => {
    const other = () => {
        for (const phase of ["mg", "eg"]) {
            values[phase]?.release()
            values[phase] = undefined
        }
        watch()
    }
    byId("run").onchange = () => {
        step({run: byId("run").value})
        other()
    }
    await openLists({run: ["run"]}, watch, {other})
})

await begin()
document.body.dataset.ready = "true"
