/**
 * The form of a project (`/projects/new`, `/projects/:id/edit`). An edit is saved under the version
 * that it was opened with; a change by somebody else meanwhile is shown before it is replaced.
 */
import { Effect, Predicate, Result } from "effect"
import { HttpRouter } from "effect/http"
import { IfMatch } from "../../../app/Preconditions.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { Users } from "../../../app/people/Users.ts"
import { Projects } from "../../../app/projects/Projects.ts"
import type { FieldProblem } from "../../../domain/Invalid.ts"
import {
  ProjectCreate,
  ProjectResource,
  ProjectUpdate,
  type ProjectView
} from "../../../domain/projects/ProjectResource.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import type { Child } from "../../../html/Elements.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import { framedPage } from "../../Frame.ts"
import { makeClientChoice, refreshIntent, searchName } from "../../forms/ClientChoice.ts"
import { conflictNote, makeLastChange, versionOf } from "../../forms/EditConflict.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { makeOnce, onceField } from "../../forms/OnceForms.ts"
import { clientName } from "../../PageFormats.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { projectsPath } from "../ProjectListQuery.ts"
import { projectReader, type Reader } from "../ProjectParts.ts"
import {
  decodeValues,
  emptyValues,
  projectFields,
  type Values,
  valuesOfForm,
  valuesOfProject
} from "./FieldForms.ts"
import { type ProjectFormView, projectForm } from "./ProjectFormViews.ts"

const newPath = `${projectsPath}/new`

/** The form is shown anew with what was typed; nothing is saved. */
const isRefresh = (form: Form | undefined): boolean =>
  form?.text(refreshIntent.name) === refreshIntent.value

/** What the form can change: counts and sums move without it. */
const editable = (wire: unknown): unknown =>
  [...Object.keys(projectFields), "client", "team_lead"].map((name) =>
    Predicate.hasProperty(wire, name) ? wire[name] : null
  )

const etagOf = (project: ProjectView): string =>
  versionOf(editable(ProjectResource.toWire(project)))

interface Editing {
  readonly signedIn: SignedIn
  readonly page: BrowserRequest
  /** The project that is edited; null for a new one. */
  readonly project: ProjectView | null
}

interface Shown {
  readonly status?: number
  readonly wrong?: Problems
  readonly note?: (view: Pick<ProjectFormView, "clients" | "people">, reader: Reader) => Child
  /** The form that was sent, if one was. */
  readonly form?: Form
}

const makeChoices = Effect.gen(function* () {
  const clientsOf = yield* makeClientChoice
  const users = yield* Users

  /** The clients to choose from, and all colleagues. */
  return Effect.fnUntraced(function* (
    workspace: Workspace,
    values: Values,
    q: string,
    lead: ProjectFormView["people"][number] | null
  ) {
    const { choice, colleagues } = yield* Effect.all(
      {
        choice: clientsOf(workspace, values["client_id"] ?? "", q),
        colleagues: users.list({ workspaceId: workspace.id })
      },
      { concurrency: "unbounded" }
    )
    const { clients, searchesClients } = choice
    const people = colleagues.map(({ user: { id, name } }) => ({ id: String(id), name }))
    const isThere = lead === null || people.some(({ id }) => id === lead.id)
    return { clients, searchesClients, people: isThere ? people : [lead, ...people] }
  })
})

const makeShow = Effect.gen(function* () {
  const choicesOf = yield* makeChoices

  return Effect.fnUntraced(function* (
    { signedIn, page, project }: Editing,
    values: Values,
    { status = 200, wrong = [], note, form }: Shown = {}
  ) {
    const reader = yield* projectReader(signedIn, page)
    const { words } = reader
    const q = form?.text(searchName) ?? ""
    const lead = project?.teamLead ?? null
    const choices = yield* choicesOf(signedIn.workspace, values, q, lead)
    // What was sent under an older version stays under it until the page has shown the change.
    const etag = project === null ? "" : etagOf(project)
    const path = project === null ? newPath : `${projectsPath}/${project.id}/edit`
    const title = project === null ? words.newProject : words.editProject(project.name)
    const back = project === null ? projectsPath : `${projectsPath}/${project.id}`
    return framedPage(signedIn, page, {
      title,
      place: "projects",
      sheet: "project",
      isOpen: true,
      status,
      children: projectForm({
        ...{ names: projectFields, values, wrong, reader, q, title, back },
        focus: isRefresh(form) ? searchName : "name",
        ...choices,
        action: path,
        csrf: page.cookies.csrf,
        once: onceField(page, form ?? null),
        etag: note === undefined ? (form?.text("etag") ?? etag) : etag,
        isNew: project === null,
        isArchived: project?.status === "archived",
        note: note?.(choices, reader) ?? null
      })
    })
  })
})

/** Problems of the use case, in the reader's words at their fields. */
const refusedByRule = ({ words }: Reader, found: ReadonlyArray<FieldProblem>): Problems =>
  found.map(({ path }) => ({
    field: path,
    message:
      path === "end_date"
        ? words.endBeforeStart
        : path === "team_lead_id"
          ? words.rules.lead
          : words.rules.client
  }))

/** Both values of each field, ids by their names. */
const conflictOf =
  (
    page: BrowserRequest,
    typed: Values,
    stored: Values,
    who: string | null
  ): NonNullable<Shown["note"]> =>
  ({ clients, people }, { words, listWords }) => {
    const named = (name: string, value: string): string => {
      if (name === "client_id") {
        const client = clients.find(({ id }) => id === value)
        return client === undefined ? value : clientName(client)
      }
      if (name === "team_lead_id") return people.find(({ id }) => id === value)?.name ?? value
      if (name !== "status") return value
      return Object.entries(listWords.statuses).find(([status]) => status === value)?.[1] ?? value
    }
    return conflictNote(page, {
      title: words.changed.project,
      who,
      compared: Object.entries(projectFields).map(
        ([name, label]) =>
          [
            words.labels[label],
            named(name, stored[name] ?? ""),
            named(name, typed[name] ?? "")
          ] as const
      )
    })
  }

const makeCreate = Effect.gen(function* () {
  const projects = yield* Projects
  const once = yield* makeOnce
  const show = yield* makeShow

  return Effect.fnUntraced(function* (signedIn: SignedIn, page: FormRequest) {
    const reader = yield* projectReader(signedIn, page)
    const values = valuesOfForm(projectFields, page.form)
    const editing = { signedIn, page, project: null }
    if (isRefresh(page.form)) return yield* show(editing, values, { form: page.form })
    const refuse = (wrong: Problems) =>
      show(editing, values, { status: 422, wrong, form: page.form })
    const numberProblems = reader.all.invoiceForm.numbers
    const input = decodeValues(projectFields, ProjectCreate, values, { ...reader, numberProblems })
    if (Result.isFailure(input)) return yield* refuse(input.failure)
    const created = Effect.map(
      projects.create(signedIn.workspace, input.success),
      ({ id }) => `${projectsPath}/${id}?done=created`
    )
    return yield* Effect.catchTag(once(signedIn, page, created), "Invalid", ({ problems }) =>
      refuse(refusedByRule(reader, problems))
    )
  })
})

const makeEdit = Effect.gen(function* () {
  const projects = yield* Projects
  const once = yield* makeOnce
  const show = yield* makeShow
  const lastChange = yield* makeLastChange

  return Effect.fnUntraced(function* (signedIn: SignedIn, page: FormRequest, project: ProjectView) {
    const { workspace } = signedIn
    const reader = yield* projectReader(signedIn, page)
    const values = valuesOfForm(projectFields, page.form)
    const editing = { signedIn, page, project }
    if (isRefresh(page.form)) return yield* show(editing, values, { form: page.form })
    const refuse = (wrong: Problems) =>
      show(editing, values, { status: 422, wrong, form: page.form })
    const numberProblems = reader.all.invoiceForm.numbers
    const patch = decodeValues(projectFields, ProjectUpdate, values, { ...reader, numberProblems })
    if (Result.isFailure(patch)) return yield* refuse(patch.failure)
    const expected = page.form.text("etag")
    const saved = projects.update(workspace, project.id, patch.success).pipe(
      Effect.provideService(IfMatch, (wire) => versionOf(editable(wire)) === expected),
      Effect.map(({ id }) => `${projectsPath}/${id}?done=saved`)
    )
    return yield* once(signedIn, page, saved).pipe(
      Effect.catchTags({
        ProjectNotFound: () => Effect.fail(pageNotFound),
        Invalid: ({ problems }) => refuse(refusedByRule(reader, problems)),
        ProjectHasInvoices: () =>
          refuse([{ field: "client_id", message: reader.words.hasInvoices }]),
        // It was archived since the form was opened.
        ProjectArchived: () => refuse([{ field: "status", message: reader.words.archived }]),
        PreconditionFailed: () =>
          Effect.flatMap(lastChange(workspace, page, project.id), (who) =>
            show(editing, values, {
              status: 422,
              form: page.form,
              note: conflictOf(page, values, valuesOfProject(reader, project), who)
            })
          )
      })
    )
  })
})

export const layerProjectFormPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost } = yield* makePages
    const projects = yield* Projects
    const show = yield* makeShow
    const create = yield* makeCreate
    const edit = yield* makeEdit

    const projectOf = ({ workspace }: SignedIn, page: BrowserRequest) =>
      Effect.mapError(projects.get(workspace, idOf(page)), () => pageNotFound)

    yield* settingsGet(newPath, (signedIn, page) => {
      const values = {
        ...emptyValues(projectFields),
        status: "planning",
        client_id: queryOf(page.request, "client") ?? ""
      }
      return show({ signedIn, page, project: null }, values)
    })

    yield* signedInPost(newPath, create)

    yield* settingsGet(`${projectsPath}/:id/edit`, (signedIn, page) =>
      Effect.gen(function* () {
        const project = yield* projectOf(signedIn, page)
        const reader = yield* projectReader(signedIn, page)
        return yield* show({ signedIn, page, project }, valuesOfProject(reader, project))
      })
    )

    yield* signedInPost(`${projectsPath}/:id/edit`, (signedIn, page) =>
      Effect.flatMap(projectOf(signedIn, page), (project) => edit(signedIn, page, project))
    )
  })
)
