// The page Loop: the iterations of a run, live while it goes on.
import {ask, byId, el, fill, follow, guarded, moment, param, plain, remember, resumed, thousands, withToken} from "./page.js"
import {Chart} from "./chart.js"

const colours = ["--white", "--black", "--third", "--fourth", "--text"]
const dashes = [undefined, [6, 3], [2, 3], [10, 3, 2, 3], [1, 4]]

let unfollow = null
const loss = new Chart(byId("loss"), {
    label: "Loss on games held out, by iteration", x: "iteration", whole: true, y: "loss", format: v => v.toFixed(4),
    series: [{label: "weights found", colour: "--white", points: true}, {label: "weights before", colour: "--black", points: true, dash: [6, 3]}],
})
const values = {}

function watch() {
    unfollow?.()
    unfollow = follow("/api/loop", withToken({run: byId("run").value}), show, "this run cannot be read")
}

function show(s) {
    const list = s.iterations, last = list.at(-1)
    byId("done").textContent = (list.length === 1 ? "1 iteration has ended" : `${list.length} iterations have ended`) + (last ? `; the best weights are those of ${last.best ? "iteration " + last.best : "the beginning"}` : "")
    byId("next").textContent = s.next ? `Iteration ${s.next.iteration} has ${s.stopped ? "stopped" : "begun"}` + (s.next.file ? `; it wrote ${s.next.file} on ${moment(s.next.at)}` : "") : "No iteration is under way."
    byId("resume").replaceChildren(...(s.stopped ? ["Stopped", ...resumed(s.resume, byId("resumed"))] : []))
    loss.set([list.map(i => i.number), list.map(i => i.loss), list.map(i => i.old)], last ? `${plain(last.loss)} of the last, ${plain(last.old)} before` : "")
    byId("lossname").textContent = last ? `${last.loss_name}; games differ by iteration: compare only the two of the same iteration` : ""
    showValues(s, "mg")
    showValues(s, "eg")
    byId("iterations").tBodies[0].replaceChildren(...list.map(i => el("tr", {},
        el("th", {scope: "row"}, String(i.number)), el("td", {}, i.games ? thousands(i.games) + (i.unique < i.games ? `, ${thousands(i.unique)} different` : "") : "given"),
        el("td", {class: "wide"}, thousands(i.rows)), el("td", {}, i.loss === null ? "–" : i.loss.toFixed(5)), el("td", {class: "wide"}, i.old === null ? "–" : i.old.toFixed(5)),
        el("td", {}, i.gate ? i.gate.text : "no match"), el("td", {class: "wide"}, i.gate ? i.gate.decision : ""), el("td", {}, i.gate ? i.gate.passed ? "passed" : "old ones kept" : ""))))
    showWarnings(s.label, list)
}

let warnedOf = ""

// showWarnings lists those of each iteration, the last first and open. What a reader has opened stays open until
// the warnings change.
function showWarnings(label, list) {
    const of = `${list.length} ${label}`
    if (of === warnedOf) return
    warnedOf = of
    const warned = list.filter(i => i.warnings.length).reverse()
    byId("warned").hidden = warned.length === 0
    byId("warnings").replaceChildren(...warned.map(i => el("details", {open: i === list.at(-1)}, el("summary", {}, `iteration ${i.number}: ${i.warnings.length} warnings`),
        el("ul", {}, ...i.warnings.map(w => el("li", {}, w))))))
}

// showValues draws the values of the pieces in a phase; 0 is the beginning.
function showValues(s, phase) {
    byId("values").hidden = s.first.length === 0
    if (!s.first.length) return
    values[phase] ??= new Chart(byId(phase), {
        label: `Values of the pieces, ${phase === "mg" ? "middlegame" : "endgame"}`, x: "iteration", whole: true, y: "centipawns", format: v => v.toFixed(0).replace("-", "−"),
        series: s.first.map((v, i) => ({label: v.name, colour: colours[i % colours.length], dash: dashes[i % dashes.length], points: true})),
    })
    const of = name => s.iterations.map(i => i.values.find(v => v.name === name)?.[phase] ?? null)
    values[phase].set([[0, ...s.iterations.map(i => i.number)], ...s.first.map(v => [v[phase], ...of(v.name)])])
}

const begin = guarded(async () => {
    const names = (await ask("/api/items")).filter(i => i.kind === "run").map(i => i.label)
    byId("none").hidden = names.length > 0
    byId("some").hidden = names.length === 0
    if (!names.length) return
    fill(byId("run"), names, param("run"))
    byId("run").onchange = () => {
        remember({run: byId("run").value})
        for (const phase of ["mg", "eg"]) {
            values[phase]?.release()
            values[phase] = undefined
        }
        watch()
    }
    watch()
})

await begin()
document.body.dataset.ready = "true"
