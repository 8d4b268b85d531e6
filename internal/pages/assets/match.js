// The page Match: a match or tournament, live while it is played.
import {address, ask, bounds, byId, el, filed, follow, guarded, later, moment, onBack, param, percent, plain, remember, resumed, signed, step, thousands, whisker} from "./page.js"
import {Chart} from "./chart.js"
import {doubts} from "./doubts.js"
import {Player} from "./games.js"
import {openLists} from "./lists.js"
import {mini} from "./mini.js"
import {scoreText} from "./moves.js"
import * as runs from "./runpages.js"

const player = new Player()
let unfollow = null, shown = null, from = 0

const number = (n, places = 0) => n === null || n === undefined ? "∞" : signed(n, places)
const pairing = () => byId("pairing").value || param("pairing") || 0

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

// watch follows a match, and a pairing of it. The promise is kept when the first standing is on the page.
function watch() {
    unfollow?.()
    return new Promise(done => {
        const complained = setTimeout(done, 3000) // a match that cannot be read has no standing
        unfollow = follow("/api/match", {match: byId("match").value, pairing: pairing()}, guarded(async standing => {
            shown = standing
            try {
                show()
                await list()
                runs.shown()
            } finally {
                clearTimeout(complained)
                done()
            }
        }), "this match cannot be read")
    })
}

function show() {
    const r = shown.result
    byId("state").textContent = shown.stopped ? `stopped, ${thousands(r.finished)} of ${thousands(r.planned)}` : shown.running ? "running" : r.stop
    byId("state").className = "state " + (shown.stopped ? "stopped" : shown.running ? "running" : "ended")
    byId("resume").replaceChildren(...(shown.stopped ? ["Stopped", ...resumed(shown.resume, byId("resumed"))] : []))
    byId("when").textContent = shown.last ? `last game on ${moment(shown.last)}` : ""
    progress(r)
    verdict(r)
    showTest(r)
    settings(r)
    tournament(r)
    pairings(r)
    estimate(r)
    showElo()
    pentanomial(r.pairings[shown.pairing])
    disagreements()
    faults(r.faults ?? [])
    openings(r)
    byId("warnings").replaceChildren(...doubts(shown.warnings, shown.codes))
    byId("warned").hidden = shown.warnings.length === 0
}

// progress says how many games were played, how fast, and how many are still to come. Only of a match whose end is
// known is there a bar.
function progress(r) {
    const p = shown.pace
    byId("progress").hidden = Boolean(r.sprt)
    byId("progress").max = r.planned
    byId("progress").value = r.finished
    byId("finished").textContent = `${thousands(r.finished)} of ${r.sprt ? "at most " : ""}${thousands(r.planned)} games`
    const left = p?.games === undefined || p?.games === null ? "" : r.sprt ? `; about ${thousands(p.games)} more if the pairs to come are like these, ${runs.lasting(p.seconds)}` : `; ${runs.lasting(p.seconds)} left`
    byId("left").textContent = p ? `${p.per_second < 10 ? p.per_second.toPrecision(2) : thousands(p.per_second)} games a second${shown.running && !shown.stopped ? left : ""}` : ""
    byId("counted").textContent = [
        `${thousands(r.games)} games counted, ${r.unique === r.games ? "all different" : `${thousands(r.unique)} of them different`}`,
        r.voided && `${thousands(r.voided)} pairs void`, r.repeated && `${thousands(r.repeated)} pairs repeated`,
    ].filter(Boolean).join("; ")
}

// verdict says what the games come to: in the words of the command, once it has ended.
function verdict(r) {
    const two = r.pairings.length === 1, p = r.pairings[0], e = p?.estimate
    byId("title").textContent = two ? `${p.first} against ${p.second}` : `${r.event || "Tournament"}: ${r.players.length} players`
    const badge = (text, kind = "") => el("span", {class: "badge " + kind}, text)
    if (shown.opinion) {
        const better = r.sprt ? {H1: "better", H0: "worse"}[r.sprt.decision] : e?.elo.low > 0 ? "better" : e?.elo.high < 0 ? "worse" : ""
        const word = r.sprt ? {H1: "H1 accepted", H0: "H0 accepted"}[r.sprt.decision] ?? "undecided" : {better: "better", worse: "worse"}[better] ?? "no difference shown"
        byId("verdict").replaceChildren(badge(word, better), " ", el("strong", {}, shown.opinion.verdict), " ", shown.opinion.next)
    } else if (two) {
        byId("verdict").replaceChildren(badge(shown.stopped ? "stopped" : "no verdict yet"), e.games ? ` So far ${signed(e.elo.value, 0)} Elo for ${p.first}, 95 %: ${bounds(e.elo.low, e.elo.high, 0)}.` : " No pair of games is finished.")
    } else {
        const {order} = ranked(r), first = r.players[order[0]], played = first.wins + first.draws + first.losses
        byId("verdict").replaceChildren(badge(first.name), played ? ` ${shown.running ? "leads" : "is first"} with ${plain(first.wins + first.draws / 2)} points of ${thousands(played)} games.` : " No game is finished.")
    }
}

// settings shows what the match is played by: in a line, and in a table with its files.
function settings(r) {
    const all = shown.settings ?? []
    byId("settingsline").replaceChildren(...all.filter(s => ["limit", "openings", "rules", "seed", "at once"].includes(s.name) || s.name.startsWith("player") && r.players.length === 2)
        .flatMap((s, i) => [i ? " · " : "", `${s.name}: `, el("b", {}, s.text)]))
    runs.settings(byId("settings").tBodies[0], all.map(s => [s.name, s.text]), shown.files ?? [])
    byId("acts").replaceChildren(...[runs.clone(shown.label), runs.save("/api/match/page", {match: shown.label})].filter(Boolean))
}

// wdl is what a player has won, drawn and lost.
const wdl = p => `+${thousands(p.wins)} =${thousands(p.draws)} −${thousands(p.losses)}`

// ranked is the order of the players, by rating or by points.
function ranked(r) {
    const rated = r.ratings?.players, points = i => r.players[i].wins + r.players[i].draws / 2
    const order = r.players.map((_, i) => i).sort((a, b) => rated ? (rated[b].elo.value ?? 0) - (rated[a].elo.value ?? 0) : points(b) - points(a))
    return {rated, points, order}
}

// tournament shows ranking and crosstable.
function tournament(r) {
    byId("tournament").hidden = r.players.length < 3
    if (r.players.length < 3) return
    const {rated, points, order} = ranked(r)
    const reach = rated?.flatMap(p => [p.elo.low, p.elo.value, p.elo.high]).filter(v => v !== null && v !== undefined) ?? []
    const low = Math.min(...reach), span = Math.max(...reach) - low || 1
    byId("playertable").tBodies[0].replaceChildren(...order.map(i => {
        const p = r.players[i], {elo, anchor} = rated?.[i] ?? {}
        return el("tr", {}, el("th", {scope: "row"}, p.name), el("td", {}, elo ? number(elo.value) : "–"), el("td", {}, !elo ? "–" : anchor ? "fixed" : bounds(elo.low, elo.high, 0)),
            el("td", {class: "barcell"}, elo ? ranging(elo, low, span) : ""),
            el("td", {class: "wide"}, thousands(p.wins + p.draws + p.losses)), el("td", {}, plain(points(i))), el("td", {class: "wide"}, wdl(p)))
    }))
    byId("unrated").textContent = r.unrated || (rated ? "" : "Ratings follow when the tournament has ended.")
    crosstable(r, order)
}

// ranging draws a rating on the scale of all, and 0 on it.
function ranging(elo, low, span) {
    const w = whisker(v => (v - low) / span, elo), zero = -low / span
    if (zero >= 0 && zero <= 1) w.classList.add("zero")
    w.style.setProperty("--zero", zero)
    return w
}

// crosstable has the points of each player against each other.
function crosstable(r, order) {
    const of = new Map(r.pairings.flatMap((p, i) => [[`${p.first}\n${p.second}`, [i, p.wins + p.draws / 2]], [`${p.second}\n${p.first}`, [i, p.losses + p.draws / 2]]]))
    const name = i => r.players[i].name
    byId("crosstable").tHead.rows[0].replaceChildren(el("th", {scope: "col"}, "player"), ...order.map((i, n) => el("th", {scope: "col", title: name(i)}, String(n + 1))))
    byId("crosstable").tBodies[0].replaceChildren(...order.map((i, n) => el("tr", {}, el("th", {scope: "row"}, `${n + 1} ${name(i)}`), ...order.map(j => {
        const found = of.get(`${name(i)}\n${name(j)}`)
        if (!found) return el("td", {class: "self"}, i === j ? "" : "–")
        const [at, points] = found, p = r.pairings[at]
        return el("td", {}, el("button", {type: "button", "aria-pressed": String(at === shown.pairing), "aria-label": `${name(i)} against ${name(j)}: ${plain(points)} of ${thousands(p.wins + p.draws + p.losses)}`, onclick: () => choosePairing(at)}, `${plain(points)} / ${thousands(p.wins + p.draws + p.losses)}`))
    }))))
}

function choosePairing(at) {
    byId("pairing").value = at
    byId("pairing").dispatchEvent(new Event("change"))
}

function pairings(r) {
    const select = byId("pairing")
    byId("pairings").hidden = r.pairings.length < 2
    if (select.options.length !== r.pairings.length) select.replaceChildren(...r.pairings.map((p, i) => el("option", {value: i}, `${p.first} – ${p.second}`)))
    select.value = shown.pairing
}

// trueMinus writes a text of the command as the pages do.
const trueMinus = text => text.replace(/-(?=[\d.i])/g, "−").replace(/\binf\b/g, "∞")

// estimate shows the numbers of the pairing, as match prints them.
function estimate(r) {
    const p = r.pairings[shown.pairing], text = shown.texts[shown.pairing], e = p.estimate
    byId("who").textContent = r.pairings.length > 1 ? `${p.first} against ${p.second}` : "Elo"
    const rows = e.games ? [
        ["Elo", trueMinus(text.elo)], ["normalised", trueMinus(text.normalized)], ["games", `${wdl(p)}, ${percent(e.score)}`],
        ["better (LOS)", percent(e.los)], ...(text.notes ?? []).map(n => ["note", n]),
    ] : [["games", "no pair is finished"]]
    byId("numbers").tBodies[0].replaceChildren(...rows.map(([h, v]) => el("tr", {}, el("th", {scope: "row"}, h), el("td", {}, v))))
}

function showElo() {
    const c = shown.curve, last = c.pairs.length - 1
    strength.set([c.pairs, c.elo, c.high, c.low], last < 0 ? "no pair yet" : `after ${thousands(c.pairs[last])} pairs ${number(c.elo[last])}, ${number(c.low[last])} to ${number(c.high[last])}`)
}

function showTest(r) {
    byId("test").hidden = byId("bar").hidden = !r.sprt
    byId("strength").classList.toggle("wideplace", !r.sprt)
    byId("testtext").textContent = trueMinus(r.sprt?.text ?? "")
    if (!r.sprt) return
    const {lower, upper, llr} = r.sprt
    showBar(lower, upper, llr)
    test ??= new Chart(byId("llr"), {
        label: "Log likelihood ratio of the test, by pair", x: "pairs", whole: true, y: "LLR", format: v => signed(v, 2),
        series: [{label: "LLR", colour: "--white"}],
        levels: [{at: upper, colour: "--white", label: "H1 accepted"}, {at: lower, colour: "--black", label: "H0 accepted"}, {at: 0, colour: "--faint", dash: false, width: 1}],
        range: (_, low, high) => [Math.min(lower * 1.15, low ?? 0), Math.max(upper * 1.15, high ?? 0)],
    })
    test.set([shown.curve.pairs, shown.curve.llr ?? []], `${signed(llr, 2)}, bounds ${signed(lower, 2)} and ${signed(upper, 2)}`)
}

// showBar draws the ratio between its bounds.
function showBar(lower, upper, llr) {
    const at = v => Math.min(1, Math.max(0, (v - lower) / (upper - lower)))
    const place = byId("bar"), track = place.querySelector(".track")
    for (const [name, v] of [["from", Math.min(at(0), at(llr))], ["to", Math.max(at(0), at(llr))], ["zero", at(0)]]) track.style.setProperty("--" + name, v)
    place.classList.toggle("down", llr < 0)
    byId("lower").textContent = `H0 at ${signed(lower, 2)}`
    byId("now").textContent = `LLR ${signed(llr, 2)}`
    byId("upper").textContent = `H1 at ${signed(upper, 2)}`
    place.setAttribute("aria-label", `LLR ${signed(llr, 2)} between ${signed(lower, 2)} and ${signed(upper, 2)}`)
}

function pentanomial(p) {
    const largest = Math.max(...p.pentanomial, 1)
    byId("penta").tBodies[0].replaceChildren(...p.pentanomial.map((n, i) => {
        const share = el("span", {class: "share", "aria-hidden": "true"})
        share.style.setProperty("--share", n / largest)
        return el("tr", {}, el("th", {scope: "row"}, ["0", "½", "1", "1½", "2"][i]), el("td", {}, thousands(n)), el("td", {class: "barcell"}, share))
    }))
}

// disagreements shows what the two players have judged most differently, as boards.
function disagreements() {
    const list = shown.apart ?? []
    byId("disagreed").hidden = list.length === 0
    byId("apart").replaceChildren(...list.map(d => {
        const black = d.mover.fen.split(" ")[1] === "w"
        const mover = black ? d.black : d.white, other = black ? d.white : d.black
        return el("li", {}, el("a", {href: address("/match", {match: shown.label, game: d.game, ply: d.ply}), title: `open game ${d.game} at this move`, "aria-label": `game ${d.game} after ${d.mover.san}`, onclick: e => { e.preventDefault(); open(d.game, d.ply) }}, mini(d.mover.fen, `position after ${d.mover.san}`)),
            el("p", {}, turn(d.mover.fen), ` after ${d.mover.san}`, el("br"), scored(mover, d.mover), el("br"), scored(other, d.answer)),
            el("p", {class: "hint"}, `game ${d.game}, ${half(d.result)}; expected scores ${d.gap.toFixed(2)} apart`))
    }))
}

// scored is a player with his score, which does not break.
const scored = (name, move) => el("span", {}, `${name} `, el("span", {class: "unbroken"}, scoreText(move) || "no score"))

// turn is a dot in the colour of the side to move.
const turn = fen => el("span", {class: "turn" + (fen.split(" ")[1] === "b" ? " black" : ""), role: "img", "aria-label": fen.split(" ")[1] === "b" ? "Black to move" : "White to move"})

const half = result => result === "1/2-1/2" ? "½–½" : result.replace("-", "–")

const mostFaults = 50

function faults(list) {
    byId("faulty").textContent = list.length ? `${thousands(list.length)} games ended by a fault` + (list.length > mostFaults ? `; the last ${mostFaults}:` : ":") : "No faults: every game was ended by the rules of chess."
    byId("faults").replaceChildren(...list.slice(-mostFaults).map(f => el("li", {},
        el("button", {type: "button", class: "term", onclick: () => open(f.game)}, `game ${f.game}`), ` ${f.player || "pair void"}: ${f.end}: ${f.reason}`)))
}

// openings lists results by opening: those of most games, or, of one pair each, those in which a player won both.
function openings(r) {
    const all = shown.openings ?? [], often = all.filter(o => o.games > 2), p = r.pairings[shown.pairing]
    const list = often.length ? often : all.filter(o => o.games === 2 && (o.half === 0 || o.half === 4))
    byId("openingtext").textContent = `${thousands(shown.distinct ?? 0)} different openings` + (often.length ? "; the most frequent:" : list.length ? `, each in one pair of games; those of which one player won both, of the first ${all.length}:` : ", each in one pair of games.")
    byId("openings").hidden = list.length === 0
    byId("openingpoints").textContent = `points of ${p.first}`
    byId("openings").tBodies[0].replaceChildren(...list.map(o => el("tr", {}, el("th", {scope: "row"}, o.name), ...[o.games, o.half / 2, o.white, o.draws, o.black].map(n => el("td", {}, plain(n))))))
}

const page = 25

// fitting picks the matching games of a file, as the server does.
function fitting({games}, {from, count, find, result, between}) {
    const p = between === undefined ? null : shown.result.pairings[between]
    const fits = g => (!p || [p.first, p.second].includes(g.white) && [p.first, p.second].includes(g.black)) && (!result || (result === "faults" ? g.guilty : g.result === result)) &&
        `${g.white}\n${g.black}\n${g.end}\n${g.opening}`.toLowerCase().includes(find.toLowerCase())
    const list = games.filter(fits)
    return {total: list.length, games: list.slice(from, from + count)}
}

let listing = 0 // how often games were asked for

// list shows the matching games. An answer, or a failure, that comes after something else was asked for is no longer of use.
async function list() {
    const mine = ++listing, wanted = {match: byId("match").value, from, count: page, find: byId("find").value.trim(), result: byId("result").value, ...(shown?.result.pairings.length > 1 ? {between: shown.pairing} : {})}
    const late = () => mine !== listing || wanted.match !== byId("match").value
    const answer = await ask("/api/games", wanted).catch(e => { if (!late()) throw e })
    if (late()) return
    const {total, games} = filed ? fitting(answer, wanted) : answer
    byId("games").tBodies[0].replaceChildren(...games.map(g => el("tr", {},
        el("th", {scope: "row"}, el("button", {type: "button", class: "term", "data-game": g.game, "aria-label": `play through game ${g.game}`, onclick: () => open(g.game)}, String(g.game))),
        el("td", {}, g.white), el("td", {}, g.black), el("td", {}, half(g.result)), el("td", {class: "wide"}, g.end), el("td", {class: "wide"}, thousands(g.plies)), el("td", {class: "wide"}, g.opening))))
    byId("listed").textContent = total ? `${thousands(from + 1)} to ${thousands(from + games.length)} of ${thousands(total)}` : "no game matches"
    byId("newer").disabled = from === 0
    byId("older").disabled = from + games.length >= total
}

const open = guarded(async (n, ply = 0) => {
    step({game: String(n), ply: ""})
    await player.open(byId("match").value, n, ply)
    byId("player").scrollIntoView({block: "start"})
    byId("gamename").focus({preventScroll: true})
})

// addressed opens the game of the address.
const addressed = guarded(async () => {
    if (param("game")) await player.open(byId("match").value, param("game"), Number(param("ply")) || 0)
    else player.close()
})

const begin = guarded(async () => {
    const other = () => {
        byId("pairing").replaceChildren()
        from = 0
        test?.release()
        test = null
        watch()
    }
    byId("match").onchange = () => {
        step({match: byId("match").value, game: "", ply: "", pairing: ""})
        player.close()
        other()
    }
    byId("pairing").onchange = () => { remember({pairing: byId("pairing").value}); from = 0; watch() }
    const again = guarded(async () => {
        from = 0
        remember({find: byId("find").value.trim(), result: byId("result").value})
        await list()
    })
    byId("find").value = param("find")
    if (param("result")) byId("result").value = param("result")
    byId("find").oninput = later(again, 150)
    byId("result").onchange = again
    byId("newer").onclick = guarded(async () => { from = Math.max(0, from - page); await list() })
    byId("older").onclick = guarded(async () => { from += page; await list() })
    await openLists({match: ["match"]}, () => Promise.all([watch(), addressed()]), {other})
    onBack(addressed) // the match of the address is chosen by then
})

await begin()
document.body.dataset.ready = "true"
