/**
 * A function that remembers its answers: so many at most, of which those that were not asked for lately are
 * forgotten, and none for keys longer than told, so that what is kept has a bound whatever is asked.
 */
export const keeping = <A, Rest extends ReadonlyArray<unknown>, Key extends string = string>(
  bound: { readonly most: number; readonly longest: number },
  make: (key: Key, ...rest: Rest) => A
): ((key: Key, ...rest: Rest) => A) => {
  interface Answer {
    readonly answer: A
  }
  // Half of them each: to find the oldest of one map means to pass by all that were taken out before it.
  let lately = new Map<Key, Answer>()
  let before = new Map<Key, Answer>()
  return (key, ...rest) => {
    let found = lately.get(key)
    if (found !== undefined) return found.answer
    found = before.get(key) ?? { answer: make(key, ...rest) }
    if (key.length > bound.longest) return found.answer
    if (lately.size >= bound.most / 2) {
      before = lately
      lately = new Map()
    }
    lately.set(key, found)
    return found.answer
  }
}
