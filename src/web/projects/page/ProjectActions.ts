/** What the page of a project can do: the names in `?do=`, and the addresses of its forms. */
import type { ProjectAction } from "../../../words/projects/ProjectWords.ts"
import { projectsPath } from "../ProjectListQuery.ts"

type Kind = "project" | "task" | "milestone"

/** What an action is of, and whether it has a form of its own that is shown in place. */
const actions: Readonly<Record<ProjectAction, readonly [of: Kind, isPanel: boolean]>> = {
  archive: ["project", false],
  restore: ["project", false],
  task: ["project", false],
  tick: ["task", false],
  untick: ["task", false],
  "edit-task": ["task", true],
  "delete-task": ["task", true],
  milestone: ["project", true],
  complete: ["milestone", false],
  reopen: ["milestone", false],
  bill: ["milestone", false],
  "edit-milestone": ["milestone", true],
  "delete-milestone": ["milestone", true]
}

export const isAction = (name: string | undefined): name is ProjectAction =>
  name !== undefined && Object.hasOwn(actions, name)

export const isPanel = (name: ProjectAction): boolean => actions[name][1]

export const kindOf = (name: ProjectAction): Kind => actions[name][0]

export const pathTo = (projectId: string): string => `${projectsPath}/${projectId}`

/** The address of an action, and of the task or milestone that it is of. */
export const actionPath = (path: string, name: ProjectAction, of?: string): string =>
  `${path}?do=${name}${of === undefined ? "" : `&of=${of}`}`
