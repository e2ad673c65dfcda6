/**
 * The pages' only script, in a file because the content security policy allows no inline script. It
 * adds a copy button and shows the strength of a typed password. All pages work without it, and the
 * server's rules decide.
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

export const pageScript = `${copy}${strength}${sum}`
