package workbench

import "github.com/chromedp/chromedp/kb"

// menu opens a page by the menu: m, its first letter as often as needed, Enter.
func (k *keyboard) menu(name, condition string, letters ...string) {
	k.t.Helper()
	k.press("m")
	k.press(letters...)
	k.focused(`nav a[href*="/` + name + `"]`)
	k.press(enter)
	k.on("/"+name, condition)
}

// find leads to a run of the first page: / to the filter, its name, Enter.
func (k *keyboard) find(label string) {
	k.t.Helper()
	k.press("/")
	k.focused("#filter")
	k.typed(label)
	k.press(enter)
	k.toFirst(label)
}

// toFirst waits until the first row has the focus.
func (k *keyboard) toFirst(label string) {
	k.t.Helper()
	k.on("/", `document.activeElement.matches("#runs tbody tr:nth-child(1) th a") && document.activeElement.closest("tr").dataset.label === `+quote(label))
}

// openFit opens the fit that has a report, from the first page.
func (k *keyboard) openFit() {
	k.t.Helper()
	k.find("new.json")
	k.press(enter)
	k.on("/fit", fitShown)
}

func openByKeys(k *keyboard) { k.lists() }

func bestByKeys(k *keyboard) {
	k.press("/")
	k.tabTo(`th[data-column=mse] button`)
	k.press(enter)
	k.best()
	k.focused(`th[data-column=mse] button`)
}

func differByKeys(k *keyboard) {
	bestByKeys(k)
	k.press("/", enter)
	k.toFirst("fit06.json")
	k.back()
	for i, label := range []string{"fit06.json", "fit07.json"} {
		if i > 0 {
			k.tabTo(`[aria-label="tick ` + label + `"]`)
		}
		k.focused(`[aria-label="tick ` + label + `"]`)
		k.press(" ")
		k.until(`document.activeElement.checked && location.search.includes("` + label + `")`)
	}
	k.press("/")
	k.tabTo("#overlay")
	k.press(enter)
	k.differ()
}

func startByKeys(k *keyboard) {
	k.menu("jobs", "true", "j")
	k.press(tabKey)
	k.focused(".skip")
	k.press(enter)
	k.tabTo(`#new a[href="/jobs?new=fit"]`)
	k.press(enter)
	k.on("/jobs", formShown)
	k.until(`document.activeElement.id === "flag-args"`)
	k.press(enter)
	k.fitted()
}

func cloneByKeys(k *keyboard) {
	k.openFit()
	k.press("n")
	k.tabTo(`#acts a[href*="clone-run"]`)
	k.press(enter)
	k.on("/jobs", formShown)
	k.until(`document.activeElement.id === "flag-args"`)
	k.tabTo("#flag-lambda")
	k.typed("0.5")
	k.press(enter)
	k.cloned()
}

func stopByKeys(k *keyboard) {
	k.playing()
	k.menu("jobs", `document.querySelector("[data-act=stop]") && document.querySelector("[data-job] pre")`, "j")
	k.press("n")
	k.tabTo("[data-act=stop]")
	k.press(enter)
	kept := k.stopped()
	k.until(`document.activeElement.matches("[data-act=resume]")`)
	k.press(enter)
	k.resumed(kept)
}

func worstByKeys(k *keyboard) {
	k.openFit()
	first := k.first("#worstrows a")
	k.press("n", "n", "n")
	k.tabTo("#worstrows a")
	k.press(enter)
	k.shows(first)
}

func worstOfDataByKeys(k *keyboard) {
	k.menu("data", dataShown, "d")
	first := k.first("#worst a")
	k.press("N")
	k.tabTo("#worst a")
	k.press(enter)
	k.shows(first)
}

func dragByKeys(k *keyboard) {
	k.menu("whatif", slidersShown, "w", "w")
	k.press("/")
	k.tabTo("[data-slider] input[type=range]")
	k.press(kb.PageUp)
	name := k.dragged()
	k.press("n")
	k.tabTo("#fitonly summary")
	k.press(enter)
	k.tabTo("#fitcommand a")
	k.press(enter)
	k.on("/jobs", formShown)
	k.until(`document.activeElement.id === "flag-args"`)
	k.press(enter)
	k.refitted(name)
}

func playByKeys(k *keyboard) {
	k.menu("play", `document.body.dataset.turn === "own"`, "p", "p")
	k.press("/")
	k.focused("#move")
	for i, move := range []string{"e4", "d4"} {
		k.typed(move)
		k.press(enter)
		k.stands(2*i+2, "own")
	}
	k.back()
	k.back()
	k.focused("#resign")
	k.press(enter)
	k.stands(4, "over")
	k.press("n")
	k.tabTo("#pgn")
	k.press(enter)
	k.recorded()
}

func saveByKeys(k *keyboard) {
	k.openFit()
	k.press("n", "n")
	k.back()
	k.focused("#acts a[download]")
	k.press(enter)
	k.mailed()
}
