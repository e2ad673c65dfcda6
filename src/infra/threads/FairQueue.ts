/**
 * Fair queue: round robin of several owners for a few slots. One owner has all slots but one at
 * most, and its lane is bounded. A slot may take more tasks of its owner while no other owner
 * waits.
 */

interface FairQueueOptions {
  readonly most: number
  /** Tasks of one owner that wait or run, at most. */
  readonly perOwner: number
}

interface Lane<Task> {
  readonly waiting: Task[]
  /** Slots that it has. */
  slots: number
  /** Tasks that wait or run. */
  length: number
}

export interface FairQueue<Task> {
  /** False if its owner's lane is full. */
  readonly enqueue: (task: Task) => boolean
  /** Takes a slot for the next task; undefined without a free slot or a task that may have it. */
  readonly dequeue: () => Task | undefined
  /** A further task for a slot of the owner; undefined if another owner waits. */
  readonly dequeueFor: (owner: string) => Task | undefined
  /** Ends a task; `releaseSlot` returns its slot. */
  readonly done: (task: Task) => void
  readonly releaseSlot: (owner: string) => void
  /** Returns a task that was not started to the head of its lane. */
  readonly requeue: (task: Task) => void
  /** Removes a waiting task; false if it does not wait. */
  readonly cancel: (task: Task) => boolean
}

export const makeFairQueue = <Task extends { readonly owner: string }>({
  most,
  perOwner
}: FairQueueOptions): FairQueue<Task> => {
  const share = Math.max(1, most - 1)
  /** In the order of their turns. */
  const lanes = new Map<string, Lane<Task>>()
  let free = most

  const laneOf = (owner: string): Lane<Task> => {
    let lane = lanes.get(owner)
    if (lane === undefined) {
      lane = { waiting: [], slots: 0, length: 0 }
      lanes.set(owner, lane)
    }
    return lane
  }
  const moveToEnd = (owner: string, lane: Lane<Task>): void => {
    lanes.delete(owner)
    lanes.set(owner, lane)
  }
  const deleteEmpty = (owner: string, { length, slots }: Lane<Task>): void => {
    if (length === 0 && slots === 0) lanes.delete(owner)
  }

  return {
    enqueue: (task) => {
      const lane = laneOf(task.owner)
      if (lane.length >= perOwner) return false
      lane.length += 1
      // A lane that begins to wait comes after all waiting lanes.
      if (lane.waiting.length === 0) moveToEnd(task.owner, lane)
      lane.waiting.push(task)
      return true
    },
    dequeue: () => {
      if (free === 0) return undefined
      for (const [owner, lane] of lanes) {
        if (lane.slots >= share) continue
        const task = lane.waiting.shift()
        if (task === undefined) continue
        free -= 1
        lane.slots += 1
        moveToEnd(owner, lane)
        return task
      }
      return undefined
    },
    dequeueFor: (owner) => {
      for (const [other, { waiting }] of lanes) {
        if (other !== owner && waiting.length > 0) return undefined
      }
      return lanes.get(owner)?.waiting.shift()
    },
    done: ({ owner }) => {
      const lane = laneOf(owner)
      lane.length -= 1
      deleteEmpty(owner, lane)
    },
    releaseSlot: (owner) => {
      free += 1
      const lane = laneOf(owner)
      lane.slots -= 1
      deleteEmpty(owner, lane)
    },
    requeue: (task) => {
      laneOf(task.owner).waiting.unshift(task)
    },
    cancel: (task) => {
      const lane = laneOf(task.owner)
      const at = lane.waiting.indexOf(task)
      if (at >= 0) {
        lane.waiting.splice(at, 1)
        lane.length -= 1
      }
      deleteEmpty(task.owner, lane)
      return at >= 0
    }
  }
}
