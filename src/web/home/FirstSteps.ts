/**
 * The three steps of an empty workspace, ticked when they are done: who you are, the first client,
 * the first invoice. Where the service is tried out, sample data is offered too.
 */
import { may } from "../../domain/people/Permissions.ts"
import type { Workspace } from "../../domain/workspaces/Workspace.ts"
import { type Child, div, h2, li, ol, p, section, span, ul } from "../../html/Elements.ts"
import { sign } from "../../html/Icons.ts"
import type { HomeWords } from "../../words/home/HomeWords.ts"
import { onceField } from "../forms/OnceForms.ts"
import { button, form, link } from "../Parts.ts"
import type { HomeReader } from "./HomeReader.ts"

export const samplePath = "/home/sample-data"

type PartName = keyof HomeWords["steps"]["parts"]

const identityOf = (workspace: Workspace): Readonly<Record<PartName, boolean>> => ({
  legalName: workspace.legalName !== null,
  address: workspace.address !== null || workspace.addressText !== null,
  logo: workspace.logoHash !== null,
  bank: workspace.bankAccount !== null
})

const partNames: ReadonlyArray<PartName> = ["legalName", "address", "logo", "bank"]

const tick = ({ words }: HomeReader): Child => [
  span({ class: "good" }, sign("tick")),
  span({ class: "vh" }, ` (${words.steps.done})`)
]

interface Step {
  readonly words: HomeWords["steps"]["client"]
  readonly href: string
  readonly isDone: boolean
  readonly isNext: boolean
  readonly parts?: Child
}

const stepOf = (reader: HomeReader, { words, href, isDone, isNext, parts }: Step): Child =>
  li(
    { class: isDone ? "is-done" : undefined },
    div(
      { class: "what" },
      p({ class: "strong" }, words.title, isDone ? [" ", tick(reader)] : null),
      p({ class: "small quiet" }, words.text),
      parts
    ),
    link(href, words.action, isNext ? "button" : "button second")
  )

const partList = (reader: HomeReader): Child => {
  const found = identityOf(reader.signedIn.workspace)
  return ul(
    { class: "parts small" },
    partNames.map((name) =>
      li(reader.words.steps.parts[name], found[name] ? [" ", tick(reader)] : null)
    )
  )
}

const sampleForm = ({ words, page }: HomeReader): Child =>
  form(
    samplePath,
    page.cookies.csrf,
    [
      onceField(page),
      p({ class: "quiet" }, words.steps.sampleText),
      button(words.steps.sample, "second")
    ],
    { class: "do sample" }
  )

export const firstSteps = (reader: HomeReader, offersSamples: boolean): Child => {
  const { words, view, signedIn } = reader
  const { steps } = words
  const { workspace, user } = signedIn
  const done = [
    Object.values(identityOf(workspace)).every((isThere) => isThere),
    view.counts.clients > 0,
    view.counts.invoices > 0
  ]
  const next = done.indexOf(false)
  const at = (place: number) => ({ isDone: done[place] === true, isNext: next === place })
  const isEmpty = view.counts.clients === 0 && view.counts.invoices === 0
  return section(
    h2(steps.title),
    ol(
      { class: "steps" },
      stepOf(reader, {
        ...at(0),
        words: steps.identity,
        href: "/settings/workspace",
        parts: partList(reader)
      }),
      stepOf(reader, { ...at(1), words: steps.client, href: "/clients/new" }),
      stepOf(reader, { ...at(2), words: steps.invoice, href: "/invoices/new" })
    ),
    offersSamples && isEmpty && may(user.role, "settings") ? sampleForm(reader) : null
  )
}
