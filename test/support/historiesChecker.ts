/**
 * Linearizability of a register (Herlihy and Wing, 1990): every operation takes effect at one
 * moment between its begin and its end. Each write has a value of its own and the event log gives
 * the order of the writes, so the check is linear: no operation shows an older value than one that
 * had ended before it began.
 */

export interface Operation {
  readonly kind: "read" | "write"
  readonly value: string
  readonly began: number
  readonly ended: number
  /** `unknown` for a write without an answer, or with one that leaves its outcome open. */
  readonly outcome: "done" | "refused" | "unknown"
  /** Says in a message which request it was. */
  readonly by: string
}

interface Placed extends Operation {
  /** The place of its value in the order of the writes. */
  readonly place: number
}

const said = ({ kind, value, by }: Operation): string => `the ${kind} of ${value} (${by})`

const notLogged = (write: Operation, isLogged: boolean): ReadonlyArray<string> => {
  if (write.outcome === "done" && !isLogged)
    return [`${said(write)} was answered, and has no event`]
  return write.outcome === "refused" && isLogged
    ? [`${said(write)} was refused, and has an event`]
    : []
}

/** Operations that show an older value than one that had ended before they began. */
const stale = (all: ReadonlyArray<Placed>): ReadonlyArray<string> => {
  const ends = all
    .filter(({ outcome }) => outcome === "done")
    .sort((one, other) => one.ended - other.ended)
  const found: Array<string> = []
  let newest: Placed | undefined
  let next = 0
  for (const operation of all.toSorted((one, other) => one.began - other.began)) {
    for (let end = ends[next]; end !== undefined && end.ended < operation.began; end = ends[next]) {
      if (newest === undefined || end.place > newest.place) newest = end
      next += 1
    }
    if (newest !== undefined && operation.place < newest.place) {
      found.push(
        `${said(operation)} is older than ${said(newest)}, which had ended before it began`
      )
    }
  }
  return found
}

/**
 * Sentences on operations that no order explains; `order` has the values in the order of their
 * events.
 */
export const violationsOf = (
  operations: ReadonlyArray<Operation>,
  order: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const places = new Map(order.map((value, place) => [value, place]))
  const begins = new Map<string, number>()
  for (const { kind, value, began } of operations) if (kind === "write") begins.set(value, began)
  const placed: Array<Placed> = []
  const found: Array<string> = []
  for (const operation of operations) {
    const place = places.get(operation.value)
    if (operation.kind === "write") found.push(...notLogged(operation, place !== undefined))
    else if (place === undefined) found.push(`${said(operation)}: no event has this value`)
    else if ((begins.get(operation.value) ?? 0) > operation.ended) {
      found.push(`${said(operation)} ended before the value was written`)
    }
    if (place !== undefined && operation.outcome !== "refused") placed.push({ ...operation, place })
  }
  return [...found, ...stale(placed)]
}
