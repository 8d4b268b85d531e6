// The page Match: a match or tournament, live while it is played.
import {ask, byId, el, filed, fill, follow, guarded, later, moment, param, remember, resumed, signed, thousands, whisker, withToken} from "./page.js"
import {Chart} from "./chart.js"
import {Player} from "./games.js"

const player = new Player()
let unfollow = null, shown = null, from = 0

const number = (n, places = 0) => n === null || n === undefined ? "∞" : signed(n, places)
const percent = x => (100 * x).toFixed(1) + " %"

const strength = new Chart(byId("elo"), {
    label: "Elo with its 95 % band, by pair", x: "pairs", whole: true, y: "Elo", format: v => signed(v, 0),
    series: [{label: "Elo", colour: "--white"}, {label: "high", colour: "--white", width: 0.5}, {label: "low", colour: "--white", width: 0.5}],
    bands: [{of: [2, 3], colour: "--white"}], levels: [{at: 0, colour: "--faint", dash: false, width: 1}], range: () => reach(),
})
let test = null

// reach is the range of the axis of Elo: the band after the first eighth of the pairs, whose width would make the rest
// flat.
function reach() {
    const c = shown?.curve
    if (!c) return [-10, 10]
    const settled = c.pairs.map((_, i) => i).filter(i => i >= c.pairs.length / 8 - 1)
    const list = settled.flatMap(i => [c.low[i], c.elo[i], c.high[i]]).filter(v => v !== null) // null: unbounded
    const low = Math.min(-5, ...list), high = Math.max(5, ...list), room = (high - low) / 20
    return [low - room, high + room]
}

// watch follows a match, and a pairing of it.
function watch() {
    unfollow?.()
    unfollow = follow("/api/match", withToken({match: byId("match").value, pairing: byId("pairing").value || 0}), guarded(async standing => {
        shown = standing
        show()
        await list()
    }), "this match cannot be read")
}

function show() {
    const r = shown.result
    byId("state").textContent = shown.stopped ? `stopped, ${thousands(r.finished)} of ${thousands(r.planned)}` : shown.running ? "running" : r.stop
    byId("state").className = "state " + (shown.stopped ? "stopped" : shown.running ? "running" : "ended")
    byId("resume").replaceChildren(...(shown.stopped ? ["Stopped", ...resumed(shown.resume, byId("resumed"))] : []))
    byId("when").textContent = shown.last ? `last game on ${moment(shown.last)}` : ""
    byId("progress").max = r.planned
    byId("progress").value = r.finished
    byId("finished").textContent = `${thousands(r.finished)} of ${r.sprt ? "at most " : ""}${thousands(r.planned)} games`
    byId("counted").textContent = [
        `${thousands(r.games)} count, ${thousands(r.unique)} of them different`,
        r.voided && `${thousands(r.voided)} pairs void`, r.repeated && `${thousands(r.repeated)} pairs repeated`,
    ].filter(Boolean).join("; ")
    pairings(r)
    verdict(r)
    showElo()
    showTest(r)
    pentanomial(r.pairings[shown.pairing])
    players(r)
    faults(r.faults ?? [])
    openings()
    byId("warnings").replaceChildren(...shown.warnings.map(w => el("li", {}, w)))
    byId("warned").hidden = shown.warnings.length === 0
}

function pairings(r) {
    const select = byId("pairing")
    byId("pairings").hidden = r.pairings.length < 2
    if (select.options.length === r.pairings.length) return
    select.replaceChildren(...r.pairings.map((p, i) => el("option", {value: i, selected: i === shown.pairing}, `${p.first} – ${p.second}`)))
}

function verdict(r) {
    const p = r.pairings[shown.pairing], text = shown.texts[shown.pairing], e = p.estimate
    byId("who").textContent = `${p.first} against ${p.second}`
    byId("verdict").replaceChildren(
        el("strong", {id: "elovalue"}, e.games ? `${number(e.elo.value)} Elo` : "no games yet"),
        ...(e.games ? [el("br"), `95 %: ${number(e.elo.low)} to ${number(e.elo.high)}`] : []))
    const rows = e.games ? [
        ["games", `+${p.wins} =${p.draws} −${p.losses}, ${percent(e.score)}`], ["Elo", text.elo], ["normalised", text.normalized],
        ["better (LOS)", percent(e.los)], ...(text.notes ?? []).map(n => ["note", n]),
    ] : []
    byId("numbers").tBodies[0].replaceChildren(...rows.map(([h, v]) => el("tr", {}, el("th", {scope: "row"}, h), el("td", {}, v))))
}

function showElo() {
    const c = shown.curve, last = c.pairs.length - 1
    strength.set([c.pairs, c.elo, c.high, c.low], last < 0 ? "no pair yet" : `after ${c.pairs[last]} pairs ${number(c.elo[last])}, ${number(c.low[last])} to ${number(c.high[last])}`)
}

function showTest(r) {
    byId("test").hidden = !r.sprt
    byId("strength").classList.toggle("wideplace", !r.sprt)
    if (!r.sprt) return
    const {lower, upper, llr} = r.sprt
    test ??= new Chart(byId("llr"), {
        label: "Log likelihood ratio of the test, by pair", x: "pairs", whole: true, y: "LLR", format: v => signed(v, 2),
        series: [{label: "LLR", colour: "--white"}],
        levels: [{at: upper, colour: "--white", label: "H1 accepted"}, {at: lower, colour: "--black", label: "H0 accepted"}, {at: 0, colour: "--faint", dash: false, width: 1}],
        range: (_, low, high) => [Math.min(lower * 1.15, low ?? 0), Math.max(upper * 1.15, high ?? 0)],
    })
    test.set([shown.curve.pairs, shown.curve.llr ?? []], `${signed(llr, 2)}, bounds ${signed(lower, 2)} and ${signed(upper, 2)}`)
    byId("testtext").textContent = r.sprt.text
}

function pentanomial(p) {
    const largest = Math.max(...p.pentanomial, 1)
    byId("penta").tBodies[0].replaceChildren(...p.pentanomial.map((n, i) => {
        const share = el("span", {class: "share", "aria-hidden": "true"})
        share.style.setProperty("--share", n / largest)
        return el("tr", {}, el("th", {scope: "row"}, ["0", "½", "1", "1½", "2"][i]), el("td", {}, thousands(n)), el("td", {class: "barcell"}, share))
    }))
}

function players(r) {
    const place = byId("players")
    place.hidden = r.players.length < 3
    if (place.hidden) return
    const rated = r.ratings?.players
    const order = r.players.map((_, i) => i)
    const points = i => r.players[i].wins + r.players[i].draws / 2
    order.sort((a, b) => rated ? (rated[b].elo.value ?? 0) - (rated[a].elo.value ?? 0) : points(b) - points(a))
    const reach = rated?.flatMap(p => [p.elo.low, p.elo.value, p.elo.high]).filter(v => v !== null && v !== undefined) ?? []
    const low = Math.min(...reach), span = Math.max(...reach) - low || 1
    byId("playertable").tBodies[0].replaceChildren(...order.map(i => {
        const p = r.players[i], elo = rated?.[i].elo
        return el("tr", {}, el("th", {scope: "row"}, p.name), el("td", {}, elo ? number(elo.value) : "–"), el("td", {class: "wide"}, elo ? `${number(elo.low)} to ${number(elo.high)}` : ""),
            el("td", {class: "barcell"}, elo ? whisker(v => (v - low) / span, elo) : ""),
            el("td", {}, String(p.wins + p.draws + p.losses)), el("td", {}, String(points(i))), el("td", {class: "wide"}, `+${p.wins} =${p.draws} −${p.losses}`))
    }))
    byId("unrated").textContent = r.unrated ?? ""
}

const mostFaults = 50

function faults(list) {
    byId("faulty").textContent = list.length ? `${list.length} games ended by a fault` + (list.length > mostFaults ? `; the last ${mostFaults}:` : ":") : "No faults: every game was ended by the rules of chess."
    byId("faults").replaceChildren(...list.slice(-mostFaults).map(f => el("li", {},
        el("button", {type: "button", class: "term", onclick: () => open(f.game)}, `game ${f.game}`), ` ${f.player || "pair void"}: ${f.end}: ${f.reason}`)))
}

function openings() {
    const often = shown.openings.filter(o => o.games > 2)
    byId("openingtext").textContent = `${thousands(shown.distinct)} different openings` + (often.length ? `; the most frequent:` : ", each in one pair of games.")
    byId("openings").hidden = often.length === 0
    byId("openings").tBodies[0].replaceChildren(...often.map(o => el("tr", {}, el("th", {scope: "row"}, o.name), ...[o.games, o.white, o.draws, o.black].map(n => el("td", {}, String(n))))))
}

const page = 25

// fitting picks the matching games of a file, as the server does.
function fitting({games}, {from, count, find, result}) {
    const fits = g => (!result || (result === "faults" ? g.guilty : g.result === result)) &&
        `${g.white}\n${g.black}\n${g.end}\n${g.opening}`.toLowerCase().includes(find.toLowerCase())
    const list = games.filter(fits)
    return {total: list.length, games: list.slice(from, from + count)}
}

// list shows the matching games.
async function list() {
    const wanted = {match: byId("match").value, from, count: page, find: byId("find").value.trim(), result: byId("result").value}
    const answer = await ask("/api/games", wanted)
    const {total, games} = filed ? fitting(answer, wanted) : answer
    byId("games").tBodies[0].replaceChildren(...games.map(g => el("tr", {},
        el("th", {scope: "row"}, el("button", {type: "button", class: "term", "data-game": g.game, "aria-label": `play through game ${g.game}`, onclick: () => open(g.game)}, String(g.game))),
        el("td", {}, g.white), el("td", {}, g.black), el("td", {}, g.result === "1/2-1/2" ? "½–½" : g.result.replace("-", "–")), el("td", {class: "wide"}, g.end), el("td", {class: "wide"}, String(g.plies)), el("td", {class: "wide"}, g.opening))))
    byId("listed").textContent = total ? `${from + 1} to ${from + games.length} of ${thousands(total)}` : "no game matches"
    byId("newer").disabled = from === 0
    byId("older").disabled = from + games.length >= total
}

const open = guarded(async n => {
    remember({game: String(n)})
    await player.open(byId("match").value, n)
    byId("player").scrollIntoView({block: "nearest"})
})

const begin = guarded(async () => {
    const items = await ask("/api/items")
    const names = items.filter(i => i.kind === "match").map(i => i.label)
    byId("none").hidden = names.length > 0
    byId("some").hidden = names.length === 0
    if (!names.length) return
    fill(byId("match"), names, param("match"))
    byId("match").onchange = () => {
        remember({match: byId("match").value, game: ""})
        byId("pairing").replaceChildren()
        byId("player").hidden = true
        from = 0
        test?.release()
        test = null
        watch()
    }
    byId("pairing").onchange = watch
    const again = guarded(async () => { from = 0; await list() })
    byId("find").oninput = later(again, 150)
    byId("result").onchange = again
    byId("newer").onclick = guarded(async () => { from = Math.max(0, from - page); await list() })
    byId("older").onclick = guarded(async () => { from += page; await list() })
    watch()
    if (param("game")) await player.open(byId("match").value, param("game"))
})

await begin()
document.body.dataset.ready = "true"
