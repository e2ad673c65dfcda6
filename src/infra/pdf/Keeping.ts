/**
 * A function that remembers its answers: so many at most, of which the oldest is forgotten first, and
 * none for keys longer than told, so that what is kept has a bound whatever is asked.
 */
export const keeping = <A, Rest extends ReadonlyArray<unknown>, Key extends string = string>(
  bound: { readonly most: number; readonly longest: number },
  make: (key: Key, ...rest: Rest) => A
): ((key: Key, ...rest: Rest) => A) => {
  const kept = new Map<Key, { readonly answer: A }>()
  return (key, ...rest) => {
    let found = kept.get(key)
    if (found !== undefined) return found.answer
    found = { answer: make(key, ...rest) }
    if (key.length > bound.longest) return found.answer
    const [oldest] = kept.keys()
    if (kept.size >= bound.most && oldest !== undefined) kept.delete(oldest)
    kept.set(key, found)
    return found.answer
  }
}
