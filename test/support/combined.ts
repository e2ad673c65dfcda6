/** Every combination of parts, one of each list. */
export const combined = <T>(
  ...parts: ReadonlyArray<ReadonlyArray<Partial<T>>>
): ReadonlyArray<Partial<T>> =>
  parts.reduce<ReadonlyArray<Partial<T>>>(
    (all, part) => all.flatMap((one) => part.map((more) => ({ ...one, ...more }))),
    [{}]
  )
