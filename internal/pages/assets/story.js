// What an evaluation says of a position in a few large words: for a class that looks at one board.
import {ask, breakable, el, plain, signed} from "./page.js"

const most = 5 // terms that are named

const pawns = cp => signed(cp / 100, 2)
const whose = cp => cp > 0 ? "good for White" : cp < 0 ? "good for Black" : "equal for both"
const sign = cp => cp > 0 ? "white" : cp < 0 ? "black" : "equal"

// A Story tells of positions in an element.
export class Story {
    constructor(place) {
        this.place = place
        this.guess = "" // of the pupil: white, black or equal
        this.about = "" // what the guess is about
        this.latest = 0
    }

    // tell tells of {fen, weights, term, guess}: with guess the signs are hidden until it is revealed.
    async tell({fen, weights, term, guess}) {
        const mine = ++this.latest, about = `${fen}\n${term}`
        if (about !== this.about) this.guess = ""
        this.about = about
        const x = await ask("/api/explain", {fen, weights})
        if (mine !== this.latest) return
        const of = x.terms.find(t => t.term === term) ?? x.equal.find(t => t.term === term)
        const name = breakable(term || "the evaluation"), cp = term ? (of?.product ?? 0) - (of?.base ?? 0) : x.sum
        this.place.replaceChildren(...(guess ? this.question(name, term) : this.answer(x, of, term, cp)))
        this.place.dataset.told = guess ? "question" : sign(cp)
    }

    // question asks for the sign of a term.
    question(name, term) {
        const choice = (value, text) => el("button", {type: "button", "aria-pressed": String(this.guess === value), onclick: e => {
            this.guess = value
            for (const b of e.target.parentNode.children) b.setAttribute("aria-pressed", String(b === e.target))
        }}, text)
        return [el("h2", {}, name), el("p", {class: "huge"}, "Who is it good for here?"), el("div", {class: "tools guesses"}, choice("white", "White"), choice("equal", term ? "neither" : "equal"), choice("black", "Black"))]
    }

    answer(x, of, term, cp) {
        const guessed = this.guess ? [el("p", {class: this.guess === sign(cp) ? "guessed right" : "guessed wrong"}, this.guess === sign(cp) ? "You guessed right." : `You guessed ${this.guess === "equal" ? "neither" : this.guess === "white" ? "White" : "Black"}.`)] : []
        const sum = el("p", {class: "huge"}, el("strong", {class: sign(x.sum), "data-sum": x.sum}, pawns(x.sum)), ` pawns: ${whose(Math.round(x.sum))}`)
        if (!term) {
            const list = [...x.terms].sort((a, b) => Math.abs(b.product - b.base) - Math.abs(a.product - a.base)).slice(0, most)
            return [...guessed, sum, el("ol", {class: "story"}, ...list.map(t => el("li", {}, breakable(t.term), ` ${pawns(t.product - t.base)}`)))]
        }
        const counts = !of ? "neither side has it" : of.white === null || of.black === null ? `${plain(of.count)}; pieces of both sides count together` : `White ${plain(of.white)}, Black ${plain(of.black)}`
        return [el("h2", {}, breakable(term)), ...guessed, el("p", {class: "huge"}, el("strong", {class: sign(cp), "data-term": cp}, pawns(cp)), ` pawns: ${whose(cp)}`),
            el("p", {}, `Counted: ${counts}.`), el("p", {class: "hint"}, `of the whole, ${pawns(x.sum)}; weights ${x.label}`)]
    }
}
