/** The words of the list of projects, and of the statuses of a project. */
import type { ProjectStatus } from "../../domain/projects/ProjectResource.ts"

/** A tab of the list; `all` are those that are not archived. */
export type ProjectTab = ProjectStatus | "all"

interface EmptyTab {
  readonly text: string
  readonly action: string
}

export interface ProjectListWords {
  readonly title: string
  /** The name of the tabs. */
  readonly byStatus: string
  readonly tabs: Readonly<Record<ProjectTab, string>>
  readonly statuses: Readonly<Record<ProjectStatus, string>>
  readonly search: string
  readonly show: string
  /** Before the name of the client that the list is of. */
  readonly ofClient: string
  readonly ofAll: string
  readonly noClient: string
  readonly csv: string
  readonly newProject: string
  readonly columns: Readonly<
    Record<"name" | "client" | "status" | "tasks" | "end" | "spent" | "budget", string>
  >
  readonly tasksDone: (done: string, all: string) => string
  readonly overBudget: string
  readonly shown: (count: string, all: string) => string
  readonly older: string
  readonly newer: string
  readonly empty: Readonly<Record<ProjectTab, EmptyTab>>
  readonly noneFound: EmptyTab
  readonly tooBroad: (most: string) => string
}
