// Settings in which weights files differ, as pages show them. They come as weights diff prints them: most as JSON.
import {el, plain, thousands} from "./page.js"
import {coded} from "./doubts.js"

const longest = 60 // characters of a setting that are shown

// setting is the value of a setting; a long one opens by a click. codes explain those of its warnings.
export function setting(name, text, codes) {
    if (name === "warnings") return el("span", {}, ...[...new Set(text.split(", "))].flatMap((code, i) => [i ? ", " : "", codes?.[code] ? coded(code, codes) : code]))
    const said = name === "prior" ? prior(text) : /^\d{4,15}$/.test(text) && !name.endsWith("seed") ? thousands(Number(text)) : /^0\.\d{6,}$/.test(text) ? String(Number(Number(text).toPrecision(6))) : text.replace(/^"(.*)"$/, "$1") || "none"
    return said.length <= longest ? said : el("details", {}, el("summary", {}, said.slice(0, longest - 10) + "…"), said)
}

// prior names a prior as fit does, and its file by the beginning of its hash.
function prior(text) {
    if (!text.startsWith("{")) return text
    const p = JSON.parse(text)
    return `prior ${p.name} worth ${plain(p.rows)} rows` + (p.sha256 ? `, ${p.sha256.slice(0, 12)}` : "")
}
