// The trail of a page: what it shows is in its address, and what it showed before in the browser's history.

// write puts parameters into the address, as a new step of the history or in place of the present one; empty ones are
// removed. Steps that come of themselves one after the other, as while a key is held, share a step of the history.
export function write(params, step) {
    const url = new URL(location.href)
    for (const [name, value] of Object.entries(params)) {
        if (!value) url.searchParams.delete(name)
        else url.searchParams.set(name, value)
    }
    if (url.href === location.href) return
    const fresh = step === "new" || step === "next" && history.state !== "next"
    history[fresh ? "pushState" : "replaceState"](step === "next" || !fresh && history.state === "next" ? "next" : null, "", url)
}

// read returns a parameter of the address as it is now.
export const read = name => new URL(location.href).searchParams.get(name) ?? ""

// returned calls a function when the user goes back or forward.
export const returned = f => addEventListener("popstate", f)
