/** How many there may be of what anyone in a workspace can make, so that no list and no fan-out is without end. */
import { Data } from "effect"

/** In a workspace. */
export const bounds = { "API keys": 100, "OAuth apps": 50, "webhook endpoints": 20 } as const
export type Bounded = keyof typeof bounds

/** In a project. */
export const projectBounds = { tasks: 5000, milestones: 500 } as const
export type BoundedInProject = keyof typeof projectBounds

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
