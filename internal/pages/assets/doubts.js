// Warnings with what to do about them: grouped by that, each with the words of docs/warnings.md on its code.
import {el} from "./page.js"

// groups are what to do, in the order in which it is read.
const groups = [
    ["repair", "Repair the data", "Other data, or another way to read and split them."],
    ["pull", "Pull harder", "A stronger prior or ridge, or fewer weights: the data say too little of some."],
    ["look", "Look closer", "It may be a finding, and it may be a fault of the model, the search or a player."],
    ["play", "Play more", "More games, other openings or another limit."],
    ["ignore", "May be ignored", ""],
]

// prose makes nodes of a text with `code` and **strong** parts.
export const prose = text => text.split(/(`[^`]*`|\*\*[^*]*\*\*)/).filter(Boolean).map(part =>
    part.startsWith("`") ? el("code", {}, part.slice(1, -1)) : part.startsWith("**") ? el("strong", {}, part.slice(2, -2)) : part)

// said splits a warning into its code, "" without one, and its text.
export function said(warning) {
    const found = /^([A-Z]\d\d): ([\s\S]*)$/.exec(warning)
    return found ? {code: found[1], text: found[2]} : {code: "", text: warning}
}

// coded is a code whose words are shown when the mouse rests on it.
export function coded(code, codes) {
    const about = codes?.[code]
    return about ? el("abbr", {class: "code", tabindex: 0, title: `${about.title}: ${about.means.replace(/[*`]/g, "")}`, "aria-label": `${code}: ${about.title}`}, code) : el("b", {}, code)
}

// one is what was found under a code, and folded what the code means.
function one(code, texts, codes) {
    const about = codes?.[code]
    if (!about) return el("li", {}, ...texts.map(text => el("p", {}, code ? `${code}: ${text}` : text)))
    return el("li", {class: "doubt"}, el("details", {}, el("summary", {}, el("span", {class: "code"}, code), " ", about.title),
        el("p", {}, ...prose(about.means)), about.remedy ? el("p", {}, el("strong", {}, "What to do: "), ...prose(about.remedy)) : null), ...texts.map(text => el("p", {}, text)))
}

// byCode gathers the texts of each code, in the order in which the codes come.
function byCode(warnings) {
    const found = new Map()
    for (const {code, text} of warnings.map(said)) found.set(code, [...(found.get(code) ?? []), text])
    return [...found]
}

// doubts makes the groups of warnings.
export function doubts(warnings, codes) {
    const of = w => codes?.[said(w).code]?.action ?? "look"
    return groups.map(([action, title, hint]) => [title, hint, warnings.filter(w => of(w) === action)]).filter(([, , list]) => list.length).map(([title, hint, list]) =>
        el("section", {class: "doubts"}, el("h3", {}, `${title} (${list.length})`), hint ? el("p", {class: "hint"}, hint) : null, el("ul", {class: "plain"}, ...byCode(list).map(([code, texts]) => one(code, texts, codes)))))
}
