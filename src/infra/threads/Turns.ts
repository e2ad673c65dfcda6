/**
 * Who comes next where several owners want the same few places: they take turns, one owner has all
 * places but one at most, and its line has an end. What has a place may be followed there by more of the same
 * owner, as long as nobody else waits.
 */

export interface TurnsOptions {
  /** How many places there are. */
  readonly most: number
  /** How many of one owner may be waiting or running. */
  readonly perOwner: number
}

interface Line<Task> {
  readonly waiting: Task[]
  /** How many places it has. */
  places: number
  /** How many of it are waiting or running. */
  length: number
}

export interface Turns<Task> {
  /** False where its owner's line is full. */
  readonly enter: (task: Task) => boolean
  /** Gives a place to whoever is next; undefined where none is left, or nobody may have it. */
  readonly next: () => Task | undefined
  /** One more of the owner, for a place that it has; undefined where somebody else waits. */
  readonly following: (owner: string) => Task | undefined
  /** What had a place and what followed it there: the place itself is given back by `leavePlace`. */
  readonly done: (task: Task) => void
  readonly leavePlace: (owner: string) => void
  /** To the head of the line: what followed another and was not begun. */
  readonly putBack: (task: Task) => void
  /** Whoever waits no longer; false where it is not waiting. */
  readonly giveUp: (task: Task) => boolean
}

export const makeTurns = <Task extends { readonly owner: string }>({
  most,
  perOwner
}: TurnsOptions): Turns<Task> => {
  const share = Math.max(1, most - 1)
  /** In the order of their turns. */
  const lines = new Map<string, Line<Task>>()
  let free = most

  const lineOf = (owner: string): Line<Task> => {
    let line = lines.get(owner)
    if (line === undefined) {
      line = { waiting: [], places: 0, length: 0 }
      lines.set(owner, line)
    }
    return line
  }
  const goLast = (owner: string, line: Line<Task>): void => {
    lines.delete(owner)
    lines.set(owner, line)
  }
  const forgetEmpty = (owner: string, { length, places }: Line<Task>): void => {
    if (length === 0 && places === 0) lines.delete(owner)
  }

  return {
    enter: (task) => {
      const line = lineOf(task.owner)
      if (line.length >= perOwner) return false
      line.length += 1
      // Who begins to wait comes after all who do already.
      if (line.waiting.length === 0) goLast(task.owner, line)
      line.waiting.push(task)
      return true
    },
    next: () => {
      if (free === 0) return undefined
      for (const [owner, line] of lines) {
        if (line.places >= share) continue
        const task = line.waiting.shift()
        if (task === undefined) continue
        free -= 1
        line.places += 1
        goLast(owner, line)
        return task
      }
      return undefined
    },
    following: (owner) => {
      for (const [other, { waiting }] of lines) {
        if (other !== owner && waiting.length > 0) return undefined
      }
      return lines.get(owner)?.waiting.shift()
    },
    done: ({ owner }) => {
      const line = lineOf(owner)
      line.length -= 1
      forgetEmpty(owner, line)
    },
    leavePlace: (owner) => {
      free += 1
      const line = lineOf(owner)
      line.places -= 1
      forgetEmpty(owner, line)
    },
    putBack: (task) => {
      lineOf(task.owner).waiting.unshift(task)
    },
    giveUp: (task) => {
      const line = lineOf(task.owner)
      const at = line.waiting.indexOf(task)
      if (at >= 0) {
        line.waiting.splice(at, 1)
        line.length -= 1
      }
      forgetEmpty(task.owner, line)
      return at >= 0
    }
  }
}
