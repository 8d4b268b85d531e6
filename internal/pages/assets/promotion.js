// The choice of what a pawn becomes: a dialog, by mouse or by keys.
import {el} from "./page.js"
import {picture} from "./mini.js"

const names = {q: "Queen", r: "Rook", b: "Bishop", n: "Knight"}
let dialog = null

// promoted asks which of the moves of a pawn, {uci}, is meant; null if the person thinks again.
export function promoted(fits) {
    if (!dialog) {
        dialog = el("dialog", {id: "promotion", "aria-labelledby": "promoting"}, el("p", {id: "promoting", tabindex: -1, autofocus: true}, "The pawn becomes"), el("div", {id: "pieces", class: "tools"}))
        document.body.append(dialog)
    }
    const color = fits[0].uci[3] === "8" ? "w" : "b"
    const choice = (letter, ...shown) => el("button", {type: "button", value: letter, onclick: () => dialog.close(letter)}, ...shown)
    return new Promise(done => {
        dialog.onclose = () => done(fits.find(m => m.uci[4] === dialog.returnValue) ?? null)
        dialog.querySelector("#pieces").replaceChildren(...Object.entries(names).map(([letter, name]) => choice(letter, picture(color + letter), name)), choice("", "Cancel"))
        dialog.returnValue = ""
        dialog.showModal()
    })
}
