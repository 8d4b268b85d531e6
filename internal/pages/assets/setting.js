// Settings in which weights files differ, as pages show them. They come as weights diff prints them: most as JSON.
import {el, plain, thousands} from "./page.js"
import {coded} from "./doubts.js"

const longest = 60 // characters of a setting that are shown

// setting is the value of a setting; a long one opens by a click. codes explain those of its warnings.
export function setting(name, text, codes) {
    if (name === "warnings") return el("span", {}, ...[...new Set(text.split(", "))].flatMap((code, i) => [i ? ", " : "", codes?.[code] ? coded(code, codes) : code]))
    const said = inWords(name, text)
    return said.length <= longest ? said : el("details", {}, el("summary", {}, said.slice(0, longest - 10) + "…"), said)
}

function inWords(name, text) {
    let value
    try {
        value = JSON.parse(text)
    } catch {
        return text // words already
    }
    return name === "prior" && value ? prior(value) : words(name, value) || "none"
}

// prior names a prior as fit does, and its file by the beginning of its hash.
const prior = p => `${p.name} worth ${plain(p.rows)} rows` + (p.sha256 ? `, ${hash(p.sha256)}` : "")

const hash = text => text.slice(0, 12)

// words writes a value of JSON: "name value" of each field, and what is in a list one after the other.
function words(name, value) {
    if (Array.isArray(value)) return value.map(v => words("", v)).join("; ")
    if (value && typeof value === "object") return Object.entries(value).map(([n, v]) => n === "sha256" ? hash(v) : n === "name" ? v : `${n.replaceAll("_", " ")} ${words(n, v)}`).join(", ")
    if (Number.isSafeInteger(value)) return name.endsWith("seed") ? String(value) : thousands(value)
    if (typeof value !== "number") return String(value ?? "")
    return Math.abs(value) >= 1000 ? thousands(value) : String(Number(value.toPrecision(6)))
}
