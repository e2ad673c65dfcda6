/**
 * The pages' only script, in a file because the content security policy allows no inline script. It
 * adds a copy button, shows the strength of a typed password, helps with forms of money, and has
 * keys for the frame and for lists. All pages work without it, and the server's rules decide.
 */
import { minPasswordLength } from "../../domain/people/Password.ts"

const copy = `
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy)
    await navigator.clipboard.writeText(source.textContent)
    button.textContent = button.dataset.copied
  })
}
`

const strength = `
const strengthOf = (password, [short, simple, weak, fair, strong]) => {
  const length = [...password].length
  const different = new Set(password.toLowerCase()).size
  if (length === 0) return ["", 0]
  if (length < ${minPasswordLength})
    return [short.replace("{}", ${minPasswordLength} - length), 1]
  if (!/\\p{L}/u.test(password)) return [simple, 1]
  if (different < 6) return [weak, 2]
  return length < 16 ? [fair, 3] : [strong, 4]
}
for (const output of document.querySelectorAll("[data-strength]")) {
  const [meter, words] = output.children
  document.getElementById(output.dataset.strength).addEventListener("input", ({ target }) => {
    const [text, level] = strengthOf(target.value, output.dataset.words.split("|"))
    output.hidden = level === 0
    meter.value = level
    words.textContent = text
  })
}
`

/** The button of a payment names the amount that is typed. */
const sum = `
for (const button of document.querySelectorAll("[data-sum]")) {
  button.form.elements.amount.addEventListener("input", ({ target }) => {
    button.textContent = button.dataset.sum.replace("{}", target.value)
  })
}
`

/**
 * The invoice form: totals while it is written, by the form's own `refresh`; another line by Enter
 * in the last one; a warning before unsaved changes are left.
 */
const editor = `
for (const form of document.querySelectorAll("[data-editor]")) {
  const start = new URLSearchParams(new FormData(form)).toString()
  const press = (intent) => form.querySelector('[name=intent][value="' + intent + '"]').click()
  let timer, latest = 0, isLeaving = false
  const refresh = async () => {
    const run = ++latest
    const body = new URLSearchParams(new FormData(form))
    body.set("intent", "refresh")
    const answer = await fetch(form.action, { method: "POST", body }).catch(() => null)
    if (run !== latest || answer === null || !answer.ok) return
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    for (const part of form.querySelectorAll("[data-live]")) {
      const fresh = page.getElementById(part.id)
      if (fresh && fresh.innerHTML !== part.innerHTML) part.replaceChildren(...fresh.childNodes)
    }
  }
  form.addEventListener("input", ({ target }) => {
    if (target.dataset.refresh !== undefined) return press("refresh")
    clearTimeout(timer)
    timer = setTimeout(refresh, 300)
  })
  form.addEventListener("keydown", (event) => {
    const { tagName, name = "" } = event.target
    const last = form.querySelectorAll("[name$=unit_price]").length - 1
    const isLast = tagName === "INPUT" && name.startsWith("line." + last + ".")
    if (event.key !== "Enter" || !isLast) return
    event.preventDefault()
    press("add-line")
  })
  form.addEventListener("submit", ({ submitter }) => {
    isLeaving = submitter?.formTarget !== "_blank"
  })
  addEventListener("beforeunload", (event) => {
    const now = new URLSearchParams(new FormData(form)).toString()
    if (!isLeaving && now !== start) event.preventDefault()
  })
}
`

/**
 * Keys of one character (WCAG 2.1.4): never while something is typed, and none where the reader has
 * switched them off.
 */
const keys = `
const keys = document.getElementById("keys")
if (keys && document.body.dataset.keys === "on") {
  const places = { h: "/home", i: "/invoices", c: "/clients", p: "/projects", r: "/reports" }
  let wentAt = -1e9
  const find = () => {
    let [rail, bar] = ["find", "find-bar"].map((id) => document.getElementById(id))
    if (rail.offsetParent === null) {
      bar.closest("details").open = true
      rail = bar
    }
    rail.focus()
    rail.select()
  }
  const move = (by) => {
    const rows = [...document.querySelectorAll("main .row-link")]
    const at = rows.indexOf(document.activeElement)
    rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]?.focus()
  }
  const actions = {
    "/": find,
    n: () => location.assign("/invoices/new"),
    g: (event) => { wentAt = event.timeStamp },
    j: () => move(1),
    k: () => move(-1),
    "?": () => keys.showModal()
  }
  for (const hint of document.querySelectorAll(".find kbd")) hint.hidden = false
  keys.querySelector("button").addEventListener("click", () => keys.close())
  addEventListener("keydown", (event) => {
    const { key, target } = event
    const isTyped = target.closest?.("input,select,textarea,[contenteditable]")
    const { ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event
    if (isTyped || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return
    if (keys.open) return
    const place = event.timeStamp - wentAt < 2000 && places[key]
    wentAt = -1e9
    if (!place && !Object.hasOwn(actions, key)) return
    event.preventDefault()
    if (place) location.assign(place)
    else actions[key](event)
  })
}
`

export const pageScript = `${copy}${strength}${sum}${editor}${keys}`
