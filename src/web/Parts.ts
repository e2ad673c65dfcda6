/** The pieces that pages are made of: labelled fields, notes, tables, questions. */
import { type ComponentChild, cloneElement, h, isValidElement } from "preact"

export const note = (kind: "good" | "bad" | "plain", ...children: ComponentChild[]) =>
  h("div", { class: `note note-${kind}`, role: kind === "bad" ? "alert" : "status" }, ...children)

export const problems = (messages: ReadonlyArray<string>) =>
  messages.length === 0
    ? null
    : note(
        "bad",
        messages.length === 1
          ? h("p", null, messages[0])
          : h("ul", null, ...messages.map((message) => h("li", null, message)))
      )

interface FieldOptions {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly type?: string
  readonly hint?: string
  readonly required?: boolean
  readonly autocomplete?: string
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  readonly accept?: string
  readonly multiline?: boolean
}

/** One labelled input; the name is its id too. */
export const field = ({ label, hint, multiline = false, value, ...input }: FieldOptions) => {
  const hintId = `${input.name}-hint`
  const attributes = {
    ...input,
    id: input.name,
    "aria-describedby": hint === undefined ? undefined : hintId
  }
  return h(
    "div",
    { class: "field" },
    h("label", { for: input.name }, label),
    multiline
      ? h("textarea", attributes, value ?? "")
      : h("input", { ...attributes, type: input.type ?? "text", value }),
    hint === undefined ? null : h("p", { class: "hint", id: hintId }, hint)
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

export const select = (
  name: string,
  label: string,
  choices: ReadonlyArray<Choice>,
  chosen: string,
  hint?: string
) =>
  h(
    "div",
    { class: "field" },
    h("label", { for: name }, label),
    h(
      "select",
      { name, id: name },
      ...choices.map((choice) =>
        h("option", { value: choice.value, selected: choice.value === chosen }, choice.label)
      )
    ),
    hint === undefined ? null : h("p", { class: "hint" }, hint)
  )

export const checks = (
  name: string,
  legend: string,
  choices: ReadonlyArray<Choice>,
  chosen: ReadonlyArray<string>,
  type: "checkbox" | "radio" = "checkbox"
) =>
  h(
    "fieldset",
    { class: "checks" },
    h("legend", null, legend),
    ...choices.map(({ value, label }) =>
      h(
        "label",
        null,
        h("input", { type, name, value, checked: chosen.includes(value) }),
        h("span", null, label)
      )
    )
  )

export const csrfName = "csrf"

/** A form that posts, with its token. */
export const form = (
  action: string,
  csrf: string,
  children: ReadonlyArray<ComponentChild>,
  options: { readonly upload?: boolean; readonly class?: string } = {}
) =>
  h(
    "form",
    {
      method: "post",
      action,
      class: options.class,
      enctype: options.upload === true ? "multipart/form-data" : undefined
    },
    h("input", { type: "hidden", name: csrfName, value: csrf }),
    ...children
  )

export const button = (
  label: string,
  kind?: "second" | "danger" | "link",
  name?: string,
  value?: string
) => h("button", { type: "submit", class: kind, name, value }, label)

export const link = (href: string, label: string, kind?: string) =>
  h("a", { href, class: kind }, label)

/** A secret that is shown this once, with a button to copy it. */
export const secretBox = (id: string, label: string, secret: string) =>
  h(
    "div",
    { class: "field" },
    h("p", { class: "label" }, label),
    h(
      "div",
      { class: "row" },
      h("code", { class: "secret", id }, secret),
      h("button", { type: "button", class: "second", "data-copy": id, hidden: true }, "Copy")
    )
  )

/** A cell says its column where the head is not shown; the first and the last speak for themselves. */
const labelled =
  (columns: ReadonlyArray<string>) =>
  (content: ComponentChild, index: number): ComponentChild =>
    index === 0 || columns[index] === "Actions" || !isValidElement(content)
      ? content
      : cloneElement(content, { "data-label": columns[index] })

/** A table that becomes a stack of cards on a narrow screen. */
export const table = (
  caption: string,
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<ComponentChild>>
) =>
  h(
    "table",
    { class: "stack" },
    h("caption", null, caption),
    h("thead", null, h("tr", null, ...columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", null, ...rows.map((cells) => h("tr", null, ...cells.map(labelled(columns)))))
  )

export const cell = (...children: ComponentChild[]) => h("td", null, ...children)
export const actions = (...children: ComponentChild[]) => h("td", { class: "actions" }, ...children)

/** A question that a form answers, with a way back. */
export const question = (
  title: string,
  text: string,
  action: { readonly url: string; readonly label: string; readonly back: string },
  csrf: string
) => [
  h("h1", null, title),
  h("p", null, text),
  h(
    "div",
    { class: "row" },
    form(action.url, csrf, [button(action.label, "danger")]),
    link(action.back, "Keep it", "button second")
  )
]
