/** The form of a project, for a new one and for one that is edited. */
import type { ClientListItem } from "../../../domain/clients/ClientResource.ts"
import { openStatuses } from "../../../domain/projects/ProjectResource.ts"
import { type Child, div, button as element, h1, input, p } from "../../../html/Elements.ts"
import { clientSearchField, searchName } from "../../forms/ClientChoice.ts"
import { clientName } from "../../PageFormats.ts"
import { form, link, problems } from "../../Parts.ts"
import { projectsPath } from "../ProjectListQuery.ts"
import { namedProblems } from "./FieldForms.ts"
import { choiceField, type FieldsView, textField } from "./FieldViews.ts"

export interface Person {
  readonly id: string
  readonly name: string
}

export interface ProjectFormView extends FieldsView {
  readonly title: string
  /** The path that the form is posted to, and the one that Cancel leads to. */
  readonly action: string
  readonly back: string
  readonly csrf: string
  readonly once: Child
  readonly etag: string
  readonly clients: ReadonlyArray<Pick<ClientListItem, "id" | "name" | "company">>
  /** There are more clients than are offered, or some were searched for. */
  readonly searchesClients: boolean
  /** The words that were searched for. */
  readonly q: string
  readonly people: ReadonlyArray<Person>
  readonly isNew: boolean
  /** Archived: its status moves by Restore alone. */
  readonly isArchived: boolean
  readonly note: Child
}

export const peopleChoices = (none: string, people: ReadonlyArray<Person>) => [
  { value: "", label: none },
  ...people.map(({ id, name }) => ({ value: id, label: name }))
]

const head = (view: ProjectFormView): Child => {
  const { words, listWords } = view.reader
  const clients = [
    { value: "", label: view.isNew ? words.chooseClient : listWords.noClient },
    ...view.clients.map((client) => ({ value: client.id, label: clientName(client) }))
  ]
  const statuses = openStatuses.map((status) => ({
    value: status,
    label: listWords.statuses[status]
  }))
  return [
    textField(view, "name", { maxLength: 255, required: true }),
    view.searchesClients
      ? clientSearchField({
          ...{ words: view.reader.all.invoiceForm, q: view.q, found: view.clients.length },
          hasFocus: view.focus === searchName
        })
      : null,
    div(
      { class: "two" },
      choiceField(view, "client_id", clients),
      choiceField(view, "team_lead_id", peopleChoices(words.nobody, view.people))
    ),
    div(
      { class: "four" },
      view.isArchived
        ? input({ type: "hidden", name: "status", value: "archived" })
        : choiceField(view, "status", statuses),
      textField(view, "start_date", { type: "date" }),
      textField(view, "end_date", { type: "date" }),
      textField(view, "budget", { maxLength: 40 })
    )
  ]
}

export const projectForm = (view: ProjectFormView): ReadonlyArray<Child> => {
  const { title, wrong, reader, action, csrf, once, etag, back, isNew } = view
  const { words, listWords } = reader
  return [
    p({ class: "crumb" }, link(projectsPath, listWords.title), " / ", title),
    h1(title),
    view.note,
    wrong.length === 0 ? null : p({ class: "strong" }, words.problems),
    problems(namedProblems(words, view.names, wrong), false),
    form(
      action,
      csrf,
      [
        once,
        etag === "" ? null : input({ type: "hidden", name: "etag", value: etag }),
        head(view),
        textField(view, "description", { multiline: true, maxLength: 5000 }),
        div(
          { class: "do" },
          element({ type: "submit" }, isNew ? words.create : words.save),
          link(back, words.cancel, "button second")
        )
      ],
      { class: "project-form" }
    )
  ]
}
