// Keys of all pages: / leads to the field of the page, m to the menu, n to the next part and Shift+N to the one before.
// Who speaks to a computer, or rests a hand on its keys, switches them off by the last button of a page.
import {el} from "./page.js"

// typing reports whether keys go into a field.
const typing = e => e.target.closest?.("input:not([type=checkbox], [type=radio], [type=range]), select, textarea, [contenteditable], dialog")

const kept = "single keys" // in the browser's storage, if they are off

// off reports whether keys of a single character are switched off.
function off() {
    try { return localStorage.getItem(kept) === "off" } catch { return false }
}

// free reports whether a key is for the page: not for a field, with no other key, and not switched off.
export const free = e => !typing(e) && !e.ctrlKey && !e.altKey && !e.metaKey && (e.key.length > 1 || !off())

// offButton switches single keys off and on again.
function offButton() {
    const b = el("button", {type: "button", class: "skip", id: "singlekeys", "aria-pressed": String(off())}, "No single keys")
    b.onclick = () => {
        try { off() ? localStorage.removeItem(kept) : localStorage.setItem(kept, "off") } catch { return } // no storage: they stay on
        b.setAttribute("aria-pressed", off())
    }
    return b
}

const menu = document.querySelector("header nav")

// part leads to the heading of the next part of the page, or of the one before; after the last the first comes again.
function part(on) {
    const heads = [...document.querySelectorAll("main h2")].filter(h => h.checkVisibility()), at = document.activeElement
    const side = h => at === document.body || at.id === "main" ? Node.DOCUMENT_POSITION_FOLLOWING : at.compareDocumentPosition(h)
    const next = on ? heads.find(h => side(h) & Node.DOCUMENT_POSITION_FOLLOWING) ?? heads[0] : heads.findLast(h => side(h) & Node.DOCUMENT_POSITION_PRECEDING) ?? heads.at(-1)
    if (!next) return
    next.tabIndex = -1
    next.focus({preventScroll: true})
    next.scrollIntoView({block: "start"})
}

// field leads to the field that a page is used by most.
function field() {
    const f = document.querySelector('[aria-keyshortcuts="/"]')
    f?.focus()
    f?.select()
}

function key(e) {
    if (e.key === "Escape" && e.target.matches?.("abbr")) { // what it means goes, and nothing else
        e.stopImmediatePropagation()
        return e.target.blur()
    }
    if (!free(e)) return
    const does = {"/": field, m: () => (menu.querySelector("[aria-current]") ?? menu.querySelector("a"))?.focus(), n: () => part(true), N: () => part(false)}
    if (!does[e.key]) return
    e.preventDefault()
    does[e.key]()
}

// choose goes through the menu: a letter leads to the next page that begins with it.
function choose(e) {
    if (e.ctrlKey || e.altKey || e.metaKey) return
    const links = [...menu.querySelectorAll("a")], at = links.indexOf(document.activeElement)
    const after = [...links.slice(at + 1), ...links.slice(0, at + 1)]
    const to = {ArrowRight: after[0], ArrowLeft: links.at(at - 1)}[e.key] ?? after.find(a => a.textContent.toLowerCase().startsWith(e.key.toLowerCase()))
    if (!to) return
    e.preventDefault()
    e.stopPropagation() // p presents a page, elsewhere
    to.focus()
}

if (menu) {
    addEventListener("keydown", key)
    menu.addEventListener("keydown", choose)
    document.body.append(offButton())
}
