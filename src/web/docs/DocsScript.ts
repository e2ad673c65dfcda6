/**
 * The script of `/docs`: fills an API key into the examples and sends requests to this server. The
 * key stays in the page. Without script the examples can be pasted into a shell.
 */
export const docsScript = `
const key = document.getElementById("key")
const written = [...document.querySelectorAll("[data-shell]")]
  .map((code) => [code, code.textContent])
const given = () => key.value.trim()

const fill = () => {
  for (const [code, text] of written) {
    code.textContent = text
      .replace("$RETAINER", location.origin)
      .replace("$KEY", () => given() || "$KEY")
  }
}
key.closest("[hidden]").hidden = false
key.addEventListener("input", fill)
fill()

const add = (parent, name, properties) => {
  const made = Object.assign(document.createElement(name), properties)
  parent.append(made)
  return made
}

const field = (form, id, label, name, value) => {
  const box = add(form, "div", { className: "field" })
  add(box, "label", { htmlFor: id, textContent: label })
  return add(box, name, { id, value, spellcheck: false })
}

const shown = async (response) => {
  const type = response.headers.get("content-type") ?? ""
  if (!/json|text|xml/.test(type)) return (await response.blob()).size + " bytes of " + type
  const text = await response.text()
  return type.includes("json") ? JSON.stringify(JSON.parse(text), null, 2) : text
}

const tryForm = ({ operation, method, path }) => {
  const form = document.createElement("form")
  const address = field(form, "path-" + operation, "Path and query", "input", path)
  const example = document.getElementById("body-" + operation)
  const body = example && field(form, "sent-" + operation, "Body", "textarea", example.textContent)
  if (body) body.rows = body.value.split("\\n").length
  add(form, "button", { textContent: "Send" })
  const answer = add(form, "pre", { className: "code", hidden: true, tabIndex: 0, role: "status" })
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    answer.hidden = false
    answer.textContent = "Sent …"
    try {
      const response = await fetch(address.value, {
        method,
        body: body?.value,
        credentials: "omit",
        cache: "no-store",
        headers: {
          ...(given() === "" ? {} : { authorization: "Bearer " + given() }),
          ...(body ? { "content-type": "application/json" } : {})
        }
      })
      answer.textContent = response.status + "\\n\\n" + (await shown(response))
    } catch (error) {
      answer.textContent = "It could not be sent: " + error.message
    }
  })
  return form
}

for (const button of document.querySelectorAll("[data-operation]")) {
  button.hidden = false
  button.addEventListener("click", () => {
    const form = tryForm(button.dataset)
    button.replaceWith(form)
    form.querySelector("input").focus()
  })
}
`
