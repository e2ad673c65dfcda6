/** Parts of pages: labelled fields, notes, tables, questions. */
import {
  type ComponentChildren,
  cloneElement,
  type HTMLInputTypeAttribute,
  isValidElement,
  type VNode
} from "preact"
import type { Language } from "../domain/text/Language.ts"
import type { Child } from "../html/Elements.ts"
import * as html from "../html/Elements.ts"
import { wordsIn } from "../words/Words.ts"
import type { Problem, Problems } from "./forms/Forms.ts"

export const note = (kind: "good" | "bad" | "plain" | "warn", ...children: Child[]) =>
  html.div({ class: `note note-${kind}`, role: kind === "bad" ? "alert" : "status" }, children)

const messageOf = (problem: Problem): Child =>
  typeof problem === "string" ? problem : link(`#${problem.field}`, problem.message)

/** The problems of a form, above it; each is a link to its field. */
export const problems = (wrong: Problems, hasFocus = true) => {
  if (wrong.length === 0) return null
  const [first] = wrong
  return html.div(
    // Focused when the page opens, so that it is heard first and Tab goes on from it.
    { class: "note note-bad", role: "alert", tabindex: -1, autofocus: hasFocus },
    wrong.length === 1 && first !== undefined
      ? html.p(messageOf(first))
      : html.ul(wrong.map((problem) => html.li(messageOf(problem))))
  )
}

/** The hint and problem below an input, and the attributes that refer to them. */
const remarks = (name: string, hint: string | undefined, wrong: Problems = []) => {
  const found = wrong.find((problem) => typeof problem !== "string" && problem.field === name)
  const message = typeof found === "object" ? found.message : undefined
  const ids = [
    ...(message === undefined ? [] : [`${name}-problem`]),
    ...(hint === undefined ? [] : [`${name}-hint`])
  ]
  return {
    describedBy: { "aria-describedby": ids.length === 0 ? undefined : ids.join(" ") },
    invalid: { "aria-invalid": message === undefined ? undefined : ("true" as const) },
    below: [
      message === undefined ? null : html.p({ class: "problem", id: `${name}-problem` }, message),
      hint === undefined ? null : html.p({ class: "hint", id: `${name}-hint` }, hint)
    ]
  }
}

interface FieldOptions {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly type?: HTMLInputTypeAttribute
  readonly hint?: string
  readonly required?: boolean
  readonly autofocus?: boolean
  readonly autocomplete?: string
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  readonly accept?: string
  readonly multiline?: boolean
  /** The problems of the form; the field shows its own. */
  readonly wrong?: Problems | undefined
}

/** One labelled input; the name is its id too. */
export const field = ({ label, hint, multiline = false, value, wrong, ...input }: FieldOptions) => {
  const { describedBy, invalid, below } = remarks(input.name, hint, wrong)
  const attributes = { ...input, id: input.name, ...describedBy, ...invalid }
  return html.div(
    { class: "field" },
    html.label({ for: input.name }, label),
    multiline
      ? html.textarea(attributes, value ?? "")
      : html.input({ ...attributes, type: input.type ?? "text", value }),
    below
  )
}

/** Shows the strength of a password while it is typed; hidden without the script. */
export const strengthMeter = (field: string, language: Language) => {
  const { strength, strengths } = wordsIn(language).visit
  const scale = { min: 0, max: 4, low: 2, high: 3, optimum: 4, value: 0, "aria-label": strength }
  return html.p(
    { "data-strength": field, "data-words": strengths.join("|"), hidden: true, role: "status" },
    html.meter(scale),
    html.span({ class: "hint" })
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
  /** Set where the language of the label differs from the page. */
  readonly lang?: string
}

/** Choices under a heading of their own. */
export interface ChoiceGroup {
  readonly group: string
  readonly choices: ReadonlyArray<Choice>
}

const option = ({ value, label, lang }: Choice, chosen: string) =>
  html.option({ value, lang, selected: value === chosen }, label)

export const select = (
  name: string,
  label: string,
  choices: ReadonlyArray<Choice | ChoiceGroup>,
  chosen: string,
  options: { readonly hint?: string; readonly wrong?: Problems | undefined } = {}
) => {
  const { describedBy, invalid, below } = remarks(name, options.hint, options.wrong)
  return html.div(
    { class: "field" },
    html.label({ for: name }, label),
    html.select(
      { name, id: name, ...describedBy, ...invalid },
      choices.map((choice) =>
        "group" in choice
          ? html.optgroup(
              { label: choice.group },
              choice.choices.map((one) => option(one, chosen))
            )
          : option(choice, chosen)
      )
    ),
    below
  )
}

/**
 * A group of checkboxes or radio buttons. The first has the name as its id, so that a problem links
 * to it; groups that share a name have ids of their own.
 */
export const checks = (
  name: string,
  legend: string,
  choices: ReadonlyArray<Choice>,
  chosen: ReadonlyArray<string>,
  type: "checkbox" | "radio" = "checkbox",
  wrong?: Problems,
  id = name
) => {
  const { describedBy, invalid, below } = remarks(name, undefined, wrong)
  return html.fieldset(
    { class: "checks", ...describedBy },
    html.legend(legend),
    choices.map(({ value, label }, index) =>
      html.label(
        html.input({
          type,
          name,
          value,
          id: index === 0 ? id : undefined,
          checked: chosen.includes(value),
          // Radio buttons have no such state of their own (WAI-ARIA 1.2).
          ...(type === "checkbox" ? invalid : {})
        }),
        html.span(label)
      )
    ),
    below
  )
}

export const csrfName = "csrf"

/** A form that posts, with its token. */
export const form = (
  action: string,
  csrf: string,
  children: ReadonlyArray<Child>,
  options: { readonly upload?: boolean; readonly class?: string } = {}
) =>
  html.form(
    {
      method: "post",
      action,
      class: options.class,
      enctype: options.upload === true ? "multipart/form-data" : undefined
    },
    html.input({ type: "hidden", name: csrfName, value: csrf }),
    children
  )

export const button = (
  label: string,
  kind?: "second" | "danger" | "link",
  name?: string,
  value?: string,
  /** For readers that do not see what stands beside it. */
  spoken?: string
) => html.button({ type: "submit", class: kind, name, value, "aria-label": spoken }, label)

export const link = (href: string, label: string, kind?: string) =>
  html.a({ href, class: kind }, label)

/** A new secret with a button to copy it. */
export const secretBox = (
  id: string,
  label: string,
  secret: string,
  { copy, copied }: { readonly copy: string; readonly copied: string }
) =>
  html.div(
    { class: "field" },
    html.p({ class: "label" }, label),
    html.div(
      { class: "row" },
      html.code({ class: "secret", id }, secret),
      html.button(
        { type: "button", class: "second", "data-copy": id, "data-copied": copied, hidden: true },
        copy
      )
    )
  )

/** A cell without a word of this length never breaks a word. */
const longWord = /\S{17}/

/** Cells of this length, such as dates and states, stay on one line. */
const maxShort = 14

const widthOf = (text: string): { readonly class?: string } => {
  if (longWord.test(text)) return { class: "long" }
  return text.length <= maxShort ? { class: "short" } : {}
}

const textOf = (content: ComponentChildren): string => {
  if (Array.isArray(content)) return content.map(textOf).join(" ").replace(/ +/g, " ")
  if (isValidElement(content)) return textOf(content.props.children)
  return typeof content === "string" || typeof content === "number" ? String(content) : ""
}

const isActions = ({ props }: VNode): boolean => "class" in props && props["class"] === "actions"

/**
 * On narrow screens the table has no head: cells carry the name of their column, except the first
 * one and the actions.
 * Only cells with long words may break them.
 */
const labelled =
  (columns: ReadonlyArray<string>) =>
  (content: Child, index: number): Child => {
    if (!isValidElement(content) || isActions(content)) return content
    const width = "class" in content.props ? {} : widthOf(textOf(content).trim())
    return cloneElement(content, {
      ...width,
      ...(index === 0 ? {} : { "data-label": columns[index] })
    })
  }

/** A column without a name, as that of actions, has no heading. */
const heading = (name: string) => (name === "" ? html.td() : html.th({ scope: "col" }, name))

/** A table that becomes a stack of cards on a narrow screen. */
export const table = (
  caption: string,
  columns: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<Child>>
) =>
  html.table(
    { class: "stack" },
    html.caption(caption),
    html.thead(html.tr(columns.map(heading))),
    html.tbody(rows.map((cells) => html.tr(cells.map(labelled(columns)))))
  )

/** The head of a page: its title, and beside it what can be done. */
export const pageHead = (title: Child, actions: Child, { kind = "do" } = {}): Child =>
  html.div({ class: "head" }, title, html.div({ class: kind }, actions))

/** The text of a heading with its class; an empty text is a column without a heading. */
export type Heading = readonly [text: Child, kind?: string]

/** A table of rows that `Styles.ts` lays out on a narrow screen; its name is for those who hear. */
export const rowsTable = (
  name: string,
  headings: ReadonlyArray<Heading>,
  rows: ReadonlyArray<Child>,
  { foot = null, kind = "rows" }: { readonly foot?: Child; readonly kind?: string } = {}
): Child =>
  html.table(
    { class: kind },
    html.caption(name),
    html.thead(
      html.tr(
        headings.map(([text, look]) =>
          text === "" ? html.td() : html.th({ scope: "col", class: look }, text)
        )
      )
    ),
    html.tbody(rows),
    foot
  )

export const cell = (...children: Child[]) => html.td(children)
export const actions = (...children: Child[]) => html.td({ class: "actions" }, children)

export const badge = (text: string, kind?: "good" | "bad") =>
  html.span({ class: kind === undefined ? "badge" : `badge badge-${kind}` }, text)
