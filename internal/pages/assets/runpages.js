// What the pages of runs share: buttons, settings, whiskers around zero, and times.
import {address, byId, copy, el, filed, owner, thousands, whisker} from "./page.js"

// act is a link that looks like a button; nothing without an address.
export const act = (text, url) => url ? el("a", {class: "button", href: url}, text) : null

// clone leads to the form of a new run with the settings of this one, for who may start it.
export const clone = label => owner ? act("Clone …", address("/jobs", {"clone-run": label})) : null

// save is a link that downloads the page as one file.
export function save(path, params) {
    if (filed) return null
    return el("a", {class: "button", href: address(path, params), download: ""}, "Save page")
}

// copying is a button that copies a command and shows it.
export function copying(text, command) {
    const said = el("span", {class: "hint", "aria-live": "polite"})
    return [el("button", {type: "button", title: command, onclick: () => copy(command, said)}, text), said]
}

// settings makes the rows of a table of settings, and of files by hash.
export const settings = (place, list, files = []) => place.replaceChildren(
    ...list.filter(([, text]) => text).map(([name, text]) => el("tr", {}, el("th", {scope: "row"}, name), el("td", {}, text))),
    ...files.map(f => el("tr", {}, el("th", {scope: "row"}, "file"), el("td", {}, f.name, " ", el("code", {class: "hash", title: `SHA-256 ${f.sha256}`}, `sha256 ${f.sha256.slice(0, 12)}`)))))

// around draws values in their intervals around a zero that all share.
export function around(list) {
    const furthest = Math.max(...list.flatMap(c => [c.value, c.low ?? c.value, c.high ?? c.value].map(v => Math.abs(v ?? 0))), 1e-9)
    return c => {
        const w = whisker(v => 0.5 + 0.48 * v / furthest, {low: c.low ?? c.value, value: c.value, high: c.high ?? c.value})
        w.classList.add("zero")
        return w
    }
}

// lasting is a time in seconds, for a person.
export function lasting(seconds) {
    if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
    if (seconds < 5400) return `${Math.round(seconds / 60)} min`
    if (seconds < 172800) return `${Math.floor(seconds / 3600)} h ${Math.round(seconds % 3600 / 60)} min`
    return `${Math.round(seconds / 86400)} days`
}

// count is a number of things.
export const count = (n, thing) => `${thousands(n)} ${thing}${n === 1 ? "" : "s"}`

// shown makes the page visible when all that it begins with is there, so that nothing moves what is read already.
export function shown() {
    byId("content").classList.remove("loading")
}
