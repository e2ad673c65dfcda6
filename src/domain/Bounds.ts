/** Upper bounds on what a workspace may create, so that every list and every fan-out is finite. */
import { Data } from "effect"

/** In a workspace. */
export const bounds = { "API keys": 100, "OAuth apps": 50, "webhook endpoints": 20 } as const
export type Bounded = keyof typeof bounds

/** In a project. */
export const projectBounds = { tasks: 5000, milestones: 500 } as const
type BoundedInProject = keyof typeof projectBounds

const isInProject = (what: Bounded | BoundedInProject): what is BoundedInProject =>
  Object.hasOwn(projectBounds, what)

export class BoundReached extends Data.TaggedError("BoundReached")<{
  readonly what: Bounded | BoundedInProject
}> {
  override get message() {
    const { what } = this
    const most = isInProject(what)
      ? `A project has at most ${projectBounds[what]}`
      : `A workspace has at most ${bounds[what]}`
    return `${most} ${what}; remove one before you create another`
  }
}
