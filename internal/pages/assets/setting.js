// Settings in which weights files differ, as pages show them. They come as weights diff prints them: most as JSON.
import {el, thousands} from "./page.js"
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
        value = JSON.parse(text.replace(/(seed":)\s*(\d+)/g, '$1"$2"')) // a seed may have more digits than a number here
    } catch {
        return text || "none" // words already
    }
    if (name.endsWith("seed")) return text
    return name === "prior" && value ? prior(value) : words(value) || "none"
}

// prior names a prior as fit does, and its file by the beginning of its hash.
const prior = p => `${p.name} worth ${exact(p.rows)} rows` + (p.sha256 ? `, ${hash(p.sha256)}` : "")

const hash = text => text.slice(0, 12)

// exact is a number with all digits that say something: two that differ look different.
const exact = v => String(Number.isInteger(v) ? v : Number(v.toPrecision(12))).replace(/^(-?)(\d+)(?=\.|$)/, (_, sign, n) => sign + thousands(Number(n))).replaceAll("-", "−")

// words writes a value of JSON; what is in a list one after the other.
function words(value) {
    if (Array.isArray(value)) return value.map(words).join("; ")
    if (value && typeof value === "object") return fields(value)
    return typeof value === "number" ? exact(value) : String(value ?? "")
}

// fields writes "name value" of each field of an object. One whose fields are called so is such a pair itself.
function fields({name, value, ...rest}) {
    const own = [name, value].filter(v => v !== undefined).map(words).join(" ")
    return [own, ...Object.entries(rest).map(([n, v]) => n === "sha256" ? hash(v) : `${n.replaceAll("_", " ")} ${words(v)}`)].filter(Boolean).join(", ")
}
