/**
 * The pages' only script, in a file because the content security policy allows no inline script. It
 * adds a copy button, shows the strength of a typed password, and helps with forms of money. All
 * pages work without it, and the server's rules decide.
 */
import { minPasswordLength } from "../../domain/people/Password.ts"

const copy = `
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy)
    await navigator.clipboard.writeText(source.textContent)
    button.textContent = "Copied"
  })
}
`

const strength = `
const strengthOf = (password) => {
  const length = [...password].length
  const different = new Set(password.toLowerCase()).size
  if (length === 0) return ["", 0]
  if (length < ${minPasswordLength})
    return ["Too short: " + (${minPasswordLength} - length) + " more", 1]
  if (!/\\p{L}/u.test(password)) return ["Too simple: only digits and signs", 1]
  if (different < 6) return ["Weak: few different characters", 2]
  return length < 16 ? ["Acceptable: longer is stronger", 3] : ["Strong", 4]
}
for (const output of document.querySelectorAll("[data-strength]")) {
  const [meter, words] = output.children
  document.getElementById(output.dataset.strength).addEventListener("input", ({ target }) => {
    const [text, level] = strengthOf(target.value)
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

export const pageScript = `${copy}${strength}${sum}${editor}`
