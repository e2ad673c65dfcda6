/**
 * One thread at work: it has its next task before it has answered the last one, so that it need not stop and be
 * woken for each, which costs both sides as much as a small task. Tasks are answered in their order. The time limit
 * of a task is counted from the answer before it. What a thread's end finds begun has failed; what it has not begun
 * goes back.
 */
import { Effect } from "effect"
import type { Order, ThreadAnswer } from "./ThreadEntry.ts"
import type { Turns } from "./Turns.ts"

/** What is known of a thread here. */
export interface Served {
  readonly worker: {
    readonly postMessage: (order: Order) => void
    readonly on: (event: "message", listener: (told: ThreadAnswer) => void) => unknown
    readonly off: (event: "message", listener: (told: ThreadAnswer) => void) => unknown
  }
  /** Calls when the thread is gone, until told to let it be. */
  readonly whenEnded: (tell: (why: string) => void) => () => void
}

export interface Task<Failure> {
  readonly owner: string
  readonly order: Order
  /** Called once. */
  readonly tell: (told: ThreadAnswer | Failure) => void
}

export interface Serving<Failure> {
  readonly turns: Turns<Task<Failure>>
  readonly limitMillis: number
  readonly tooLong: Failure
  readonly gone: (detail: string) => Failure
  /** How many tasks a thread has at a time, with the one that it works at. */
  readonly atHand: number
  /** All that are at work. */
  readonly busy: Set<Busy>
}

export interface Busy {
  readonly tasks: () => number
  /** Takes what may follow there. */
  readonly fill: () => void
}

/** For a new task that got no place: the thread with the least to do may take it. */
export const fillLeast = (busy: ReadonlySet<Busy>): void => {
  let least: Busy | undefined
  for (const one of busy) if (least === undefined || one.tasks() < least.tasks()) least = one
  least?.fill()
}

/** Has a place, for the first task and for whoever is next; fails where the thread is of no use any more. */
export const serve = <Failure>(
  { worker, whenEnded }: Served,
  first: Task<Failure>,
  { turns, limitMillis, tooLong, gone, atHand, busy }: Serving<Failure>
): Effect.Effect<void, Failure> =>
  Effect.callback((resume) => {
    const given: Task<Failure>[] = []
    let { owner } = first
    let timer: NodeJS.Timeout | undefined
    let letBe = (): void => {}
    let isOver = false

    const give = (task: Task<Failure>): void => {
      try {
        worker.postMessage(task.order)
        given.push(task)
      } catch (error) {
        // It cannot be copied: the thread never knew of it.
        turns.done(task)
        task.tell({ kind: "failed", detail: `${error}` })
      }
    }
    const fill = (): void => {
      while (given.length > 0 && given.length < atHand) {
        const task = turns.following(owner)
        if (task === undefined) return
        give(task)
      }
    }
    const self: Busy = { fill, tasks: () => given.length }
    const letGo = (): void => {
      isOver = true
      clearTimeout(timer)
      worker.off("message", onMessage)
      busy.delete(self)
      letBe()
    }
    const fail = (failure: Failure): void => {
      const [begun, ...others] = given.splice(0)
      for (const task of others.reverse()) turns.putBack(task)
      letGo()
      turns.leavePlace(owner)
      if (begun !== undefined) {
        turns.done(begun)
        begun.tell(failure)
      }
      resume(Effect.fail(failure))
    }
    /** The place is given back where nobody of its owner follows, and taken for whoever is next. */
    const goOn = (): void => {
      while (given.length === 0) {
        turns.leavePlace(owner)
        const task = turns.next()
        if (task === undefined) {
          letGo()
          resume(Effect.void)
          return
        }
        owner = task.owner
        give(task)
      }
      timer?.refresh()
      fill()
    }
    const onMessage = (told: ThreadAnswer): void => {
      const task = given.shift()
      if (task === undefined) return
      turns.done(task)
      task.tell(told)
      goOn()
    }

    worker.on("message", onMessage)
    timer = setTimeout(() => fail(tooLong), limitMillis)
    busy.add(self)
    give(first)
    // At once, where the thread is gone already.
    letBe = whenEnded((why) => fail(gone(why)))
    if (!isOver) goOn()
    return Effect.sync(() => fail(gone("it is not needed any more")))
  })
