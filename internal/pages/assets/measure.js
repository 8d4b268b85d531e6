// Questions that read many rows: a line in their panel says how far the answer has come, and a button ends it.
import {ask, el, thousands} from "./page.js"

// far says in words how far a measure has come.
function far(s) {
    if (s.before) return `waiting for ${s.before === 1 ? "another measurement" : thousands(s.before) + " other measurements"}`
    return s.of ? `${Math.floor(100 * s.share)} % of ${s.of}: ${s.stage}` : s.stage ? `${s.stage} …` : "measuring …"
}

// measuring returns a function that asks as ask does and shows in an element how far the answer has come. Another
// question by the same function ends the one before it, and its stop ends any; the server then stops reading. again
// is what the user may do once more after a cancel.
export function measuring(place, again) {
    let running = null
    const asked = async (path, params) => {
        running?.abort()
        const mine = running = new AbortController(), said = el("span"), bar = el("progress", {max: 1, "aria-label": "measured"})
        let cancelled = false
        const button = el("button", {type: "button", onclick: () => { cancelled = true; mine.abort() }}, "Cancel")
        const tell = state => {
            if (mine !== running) return
            said.textContent = far(state)
            if (state.of) bar.value = state.share
            else bar.removeAttribute("value")
            if (said.parentNode !== place) place.replaceChildren(said, " ", bar, " ", button)
        }
        try {
            return await ask(path, params, {signal: mine.signal, tell})
        } finally {
            if (mine === running) {
                running = null
                place.replaceChildren(...(cancelled ? ["Cancelled. ", el("button", {type: "button", onclick: () => { place.replaceChildren(); again() }}, "Measure again")] : []))
            }
        }
    }
    asked.stop = () => running?.abort()
    addEventListener("pagehide", asked.stop) // a browser may keep the page, and its question
    return asked
}
