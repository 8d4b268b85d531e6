// Weights that only one of two files has, in words: by the family that their names begin with.
import {thousands} from "./page.js"

const mostFamilies = 12

// family is the first word of a weight's name, of a square's table the first two.
const family = name => name.startsWith("pst.") ? name.split(".").slice(0, 2).join(".") : name.split(".")[0]

// listed says which families of weights there are among names, the largest first.
function listed(names) {
    const counts = new Map()
    for (const n of names) counts.set(family(n), (counts.get(family(n)) ?? 0) + 1)
    const all = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]))
    const words = all.slice(0, mostFamilies).map(([name, n]) => n > 1 ? `${name} (${thousands(n)})` : name)
    return words.join(", ") + (all.length > mostFamilies ? ` and ${all.length - mostFamilies} more families` : "")
}

// onlyOne says which weights only one of two files has; "" if both have the same.
export function onlyOne(fresh, added, old, removed) {
    const say = (label, names) => names.length ? `Only ${label} has ${listed(names)}.` : ""
    return [say(fresh, added), say(old, removed)].filter(s => s).join(" ")
}
