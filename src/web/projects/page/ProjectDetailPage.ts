/**
 * The page of one project (`/projects/:id`): its budget, tasks, milestones, invoices and files. An
 * action is a form of this page, or a link to it with `?do=` whose form is posted there.
 */
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { Users } from "../../../app/people/Users.ts"
import { Milestones } from "../../../app/projects/Milestones.ts"
import { Tasks } from "../../../app/projects/Tasks.ts"
import {
  MilestoneResource,
  type MilestoneView
} from "../../../domain/projects/MilestoneResource.ts"
import { TaskResource, type TaskView } from "../../../domain/projects/TaskResource.ts"
import { type Child, div, p } from "../../../html/Elements.ts"
import type { ProjectAction } from "../../../words/projects/ProjectWords.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import { framedPage } from "../../Frame.ts"
import { conflictNote, makeLastChange, versionOf } from "../../forms/EditConflict.ts"
import { fillInDraft } from "../../forms/FormDraftCookie.ts"
import type { Problems } from "../../forms/Forms.ts"
import { makeOnce } from "../../forms/OnceForms.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { note } from "../../Parts.ts"
import {
  emptyValues,
  type FieldNames,
  milestoneFields,
  taskFields,
  type Values,
  valuesOfForm,
  valuesOfMilestone,
  valuesOfTask
} from "../form/FieldForms.ts"
import { projectsPath } from "../ProjectListQuery.ts"
import { milestonesOf } from "./MilestoneViews.ts"
import { isAction, isPanel, kindOf } from "./ProjectActions.ts"
import { makeProjectChanges } from "./ProjectChanges.ts"
import { budgetOf, projectFigures, projectHead } from "./ProjectHead.ts"
import { type ProjectPanel, projectPanelOf } from "./ProjectPanels.ts"
import { makeReadProject, type ShownProject } from "./ProjectReading.ts"
import { projectSide } from "./ProjectSide.ts"
import { type RefusedTask, tasksOf } from "./TaskViews.ts"

/** The outcome of a form, for the page that is shown after it. */
interface Outcome {
  readonly status?: number
  readonly panel?: ProjectPanel | null
  readonly refusedTask?: RefusedTask | null
  readonly refusal?: string
}

const doneNote = ({ page, reader: { words, all } }: ShownProject): Child => {
  const done = queryOf(page.request, "done") ?? ""
  const texts: Readonly<Record<string, string>> = { ...words.done, ...all.files.done }
  return Object.hasOwn(texts, done) ? note("good", p(texts[done])) : null
}

const projectPage = (
  shown: ShownProject,
  { status = 200, panel = null, refusedTask = null, refusal }: Outcome = {}
) => {
  const { project, signedIn, page } = shown
  return framedPage(signedIn, page, {
    title: project.name,
    place: "projects",
    sheet: "project",
    isOpen: true,
    status,
    children: [
      panel === null
        ? null
        : fillInDraft([projectPanelOf(shown, panel)], page.cookies.draft, page.language),
      div(
        { class: "invoice-head" },
        refusal === undefined ? doneNote(shown) : note("bad", p(refusal)),
        projectHead(shown),
        projectFigures(shown),
        budgetOf(shown)
      ),
      div(
        { class: "inv" },
        div(tasksOf(shown, panel === null ? refusedTask : "hidden"), milestonesOf(shown)),
        projectSide(shown)
      )
    ]
  })
}

/** The task or the milestone that an action names; one of another project is unknown. */
interface Target {
  readonly task: TaskView | null
  readonly milestone: MilestoneView | null
}

const makeTarget = Effect.gen(function* () {
  const tasks = yield* Tasks
  const milestones = yield* Milestones

  return Effect.fnUntraced(function* (
    { signedIn, project }: ShownProject,
    name: ProjectAction,
    of: string
  ) {
    const { workspace } = signedIn
    const kind = kindOf(name)
    const ofProject = <A extends { readonly projectId: string }, E>(read: Effect.Effect<A, E>) =>
      Effect.flatMap(
        Effect.mapError(read, () => pageNotFound),
        (found) =>
          found.projectId === project.id ? Effect.succeed(found) : Effect.fail(pageNotFound)
      )
    const target: Target = {
      task: kind === "task" ? yield* ofProject(tasks.get(workspace, of)) : null,
      milestone: kind === "milestone" ? yield* ofProject(milestones.get(workspace, of)) : null
    }
    return target
  })
})

/** The panel of an action as it opens. */
const makePanel = Effect.gen(function* () {
  const users = yield* Users

  return Effect.fnUntraced(function* (
    { signedIn, reader }: ShownProject,
    name: ProjectAction,
    { task, milestone }: Target
  ) {
    const colleagues =
      name === "edit-task" ? yield* users.list({ workspaceId: signedIn.workspace.id }) : []
    const known = colleagues.map(({ user: { id, name: called } }) => ({ id, name: called }))
    const own = task?.assignee ?? null
    const panel: ProjectPanel = {
      ...{ name, task, milestone, given: null, wrong: [], note: null },
      people: own === null || known.some(({ id }) => id === own.id) ? known : [own, ...known],
      values:
        task !== null
          ? valuesOfTask(task)
          : milestone !== null
            ? valuesOfMilestone(reader, milestone)
            : emptyValues(milestoneFields),
      etag:
        task !== null
          ? versionOf(TaskResource.toWire(task))
          : milestone !== null
            ? versionOf(MilestoneResource.toWire(milestone))
            : ""
    }
    return panel
  })
})

const fieldsOf = (name: ProjectAction): FieldNames =>
  kindOf(name) === "task" ? taskFields : milestoneFields

/** Both values of each field that differs, with names in place of ids and codes. */
const conflictOf = (
  { page, reader: { words } }: ShownProject,
  panel: ProjectPanel,
  typed: Values,
  who: string | null
): Child => {
  const named = (name: string, value: string): string => {
    if (name === "assignee_id") return panel.people.find(({ id }) => id === value)?.name ?? value
    const status = Object.entries(words.tasks.statuses).find(([code]) => code === value)
    return name === "status" ? (status?.[1] ?? value) : value
  }
  return conflictNote(page, {
    title: panel.task === null ? words.changed.milestone : words.changed.task,
    who,
    compared: Object.entries(fieldsOf(panel.name)).map(
      ([name, label]) =>
        [
          words.labels[label],
          named(name, panel.values[name] ?? ""),
          named(name, typed[name] ?? "")
        ] as const
    )
  })
}

const makeSubmit = Effect.gen(function* () {
  const read = yield* makeReadProject
  const changeOf = yield* makeProjectChanges
  const targetOf = yield* makeTarget
  const opened = yield* makePanel
  const lastChange = yield* makeLastChange
  const once = yield* makeOnce

  return Effect.fnUntraced(function* (signedIn: SignedIn, page: FormRequest) {
    const name = queryOf(page.request, "do")
    if (!isAction(name)) return yield* pageNotFound
    const of = queryOf(page.request, "of") ?? ""
    const shownOf = Effect.mapError(read(signedIn, page, idOf(page)), () => pageNotFound)
    const before = yield* shownOf
    const { words } = before.reader

    /** The page as it is now, with a note or with the form that was refused. */
    const refuse = (refusal: string) =>
      Effect.map(shownOf, (shown) => projectPage(shown, { status: 422, refusal }))
    const inForm = Effect.fnUntraced(function* (
      wrong: Problems,
      noteOf: (shown: ShownProject, panel: ProjectPanel) => Child = () => null
    ) {
      const shown = yield* shownOf
      const form = page.form
      if (!isPanel(name)) return projectPage(shown, { status: 422, refusedTask: { form, wrong } })
      const panel = yield* opened(shown, name, yield* targetOf(shown, name, of))
      const values = valuesOfForm(fieldsOf(name), form)
      const refused = { ...panel, values, given: form, wrong, note: noteOf(shown, panel) }
      return projectPage(shown, { status: 422, panel: refused })
    })

    const change = changeOf(before, name, of, page.form)
    if (Result.isFailure(change)) return yield* inForm(change.failure)
    // A form that was sent twice may be of what its first sending deleted.
    const checked = Effect.andThen(targetOf(before, name, of), change.success)
    return yield* once(signedIn, page, checked).pipe(
      Effect.catchTags({
        ProjectNotFound: () => Effect.fail(pageNotFound),
        TaskNotFound: () => Effect.fail(pageNotFound),
        MilestoneNotFound: () => Effect.fail(pageNotFound),
        ProjectItemsArchived: () => refuse(words.archived),
        BoundReached: () =>
          refuse(name === "task" ? words.tasks.tooMany : words.milestones.tooMany),
        Invalid: () => inForm([{ field: "assignee_id", message: words.rules.assignee }]),
        MilestoneBilled: ({ invoice }) => refuse(words.milestones.fixed(invoice.number)),
        MilestoneNotBillable: ({ missing }) =>
          refuse(missing === "amount" ? words.milestones.noAmount : words.milestones.noClient),
        PreconditionFailed: () =>
          Effect.flatMap(lastChange(signedIn.workspace, page, of), (who) =>
            inForm([], (shown, panel) =>
              conflictOf(shown, panel, valuesOfForm(fieldsOf(name), page.form), who)
            )
          )
      })
    )
  })
})

export const layerProjectDetailPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost } = yield* makePages
    const read = yield* makeReadProject
    const targetOf = yield* makeTarget
    const opened = yield* makePanel
    const submit = yield* makeSubmit

    const shownOf = (signedIn: SignedIn, page: BrowserRequest) =>
      Effect.mapError(read(signedIn, page, idOf(page)), () => pageNotFound)

    yield* settingsGet(`${projectsPath}/:id`, (signedIn, page) =>
      Effect.gen(function* () {
        const shown = yield* shownOf(signedIn, page)
        const name = queryOf(page.request, "do")
        // What is archived has no forms.
        if (!isAction(name) || !isPanel(name) || shown.project.status === "archived") {
          return projectPage(shown)
        }
        const target = yield* targetOf(shown, name, queryOf(page.request, "of") ?? "")
        return projectPage(shown, { panel: yield* opened(shown, name, target) })
      })
    )

    yield* signedInPost(`${projectsPath}/:id`, submit)
  })
)
