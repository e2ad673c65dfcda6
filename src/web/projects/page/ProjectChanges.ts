/** Reads the forms of a project's page and calls the use cases of the API. */
import { Effect, Result } from "effect"
import { IfMatch } from "../../../app/Preconditions.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { Milestones } from "../../../app/projects/Milestones.ts"
import { Projects } from "../../../app/projects/Projects.ts"
import { Tasks } from "../../../app/projects/Tasks.ts"
import { MilestoneCreate, MilestoneUpdate } from "../../../domain/projects/MilestoneResource.ts"
import { TaskCreate, TaskUpdate } from "../../../domain/projects/TaskResource.ts"
import type { ProjectAction } from "../../../words/projects/ProjectWords.ts"
import { versionOf } from "../../forms/EditConflict.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { decodeValues, milestoneFields, taskFields, valuesOfForm } from "../form/FieldForms.ts"
import type { ShownProject } from "./ProjectReading.ts"

/** The refusals of the use cases. */
type Refusal = Effect.Error<
  | ReturnType<Projects["Service"]["archive"] | Projects["Service"]["restore"]>
  | ReturnType<Tasks["Service"]["create"] | Tasks["Service"]["update"]>
  | ReturnType<Tasks["Service"]["remove"]>
  | ReturnType<Milestones["Service"]["create"] | Milestones["Service"]["update"]>
  | ReturnType<Milestones["Service"]["remove"] | Milestones["Service"]["bill"]>
>

type Change = Effect.Effect<string, Refusal>
type Read = Result.Result<Change, Problems>

/** A new task is one line: its title, and the day on which it is due. */
const lineFields = { title: taskFields.title, due_date: taskFields.due_date } as const

export const makeProjectChanges = Effect.gen(function* () {
  const projects = yield* Projects
  const tasks = yield* Tasks
  const milestones = yield* Milestones

  /** Each change gives the path to go to; `of` is the id of its task or milestone. */
  return (shown: ShownProject, name: ProjectAction, of: string, form: Form): Read => {
    const { project, reader, path, signedIn } = shown
    const { workspace }: SignedIn = signedIn
    const rules = { ...reader, numberProblems: reader.all.invoiceForm.numbers }
    const to = (place = "") => `${path}?done=${name}${place}`
    const done = <A, E>(change: Effect.Effect<A, E>, place = "") =>
      Result.succeed(Effect.as(change, to(place)))
    /** Under the version that the form was opened with. */
    const versioned = <A, E>(change: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.provideService(change, IfMatch, (wire) => versionOf(wire) === form.text("etag"))
    const typed = <A, S>(
      names: Parameters<typeof valuesOfForm>[0],
      schema: Parameters<typeof decodeValues<A, S>>[1]
    ) => decodeValues(names, schema, valuesOfForm(names, form), rules)
    switch (name) {
      case "archive":
        return done(projects.archive(workspace, project.id))
      case "restore":
        return done(projects.restore(workspace, project.id))
      case "task":
        return Result.map(typed(lineFields, TaskCreate), (input) =>
          Effect.as(tasks.create(workspace, project.id, input), to("#tasks"))
        )
      case "tick":
        return done(tasks.update(workspace, of, { status: "done" }), "#tasks")
      case "untick":
        return done(tasks.update(workspace, of, { status: "todo" }), "#tasks")
      case "edit-task":
        return Result.map(typed(taskFields, TaskUpdate), (patch) =>
          Effect.as(versioned(tasks.update(workspace, of, patch)), to("#tasks"))
        )
      case "delete-task":
        return done(tasks.remove(workspace, of))
      case "milestone":
        return Result.map(typed(milestoneFields, MilestoneCreate), (input) =>
          Effect.as(milestones.create(workspace, project.id, input), to("#milestones"))
        )
      case "complete":
        return done(milestones.update(workspace, of, { status: "completed" }), "#milestones")
      case "reopen":
        return done(milestones.update(workspace, of, { status: "pending" }), "#milestones")
      case "bill":
        return Result.succeed(
          Effect.map(milestones.bill(workspace, of), ({ id }) => `/invoices/${id}`)
        )
      case "edit-milestone":
        return Result.map(typed(milestoneFields, MilestoneUpdate), (patch) =>
          Effect.as(versioned(milestones.update(workspace, of, patch)), to("#milestones"))
        )
      case "delete-milestone":
        return done(milestones.remove(workspace, of))
    }
  }
})
