/**
 * Lazy pagination: awaiting a list loads its first page, iterating it loads page after page. No
 * page is loaded before it is needed.
 */

/** A list endpoint's answer: `await` gives a page, `for await` all items, `pages()` all pages. */
export interface List<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
  readonly pages: () => AsyncIterable<Page>
}

export interface AnyPage {
  readonly data: ReadonlyArray<unknown>
  readonly meta: Readonly<Record<string, unknown>>
}

/**
 * The query parameter of the next page; null after the last page. A page of long entries can be
 * shorter than its limit without being the last. An empty page is the present end of a log.
 */
export const nextOf = (kind: "cursor" | "after", { data, meta }: AnyPage): object | null => {
  if (kind === "cursor")
    return meta["next_cursor"] === null ? null : { cursor: meta["next_cursor"] }
  return data.length === 0 || meta["next_after"] === null ? null : { after: meta["next_after"] }
}

export const makeList = (
  kind: "cursor" | "after",
  load: (position: object) => Promise<AnyPage>
): List<AnyPage, unknown> => {
  let loaded: Promise<AnyPage> | undefined
  const first = (): Promise<AnyPage> => {
    loaded ??= load({})
    return loaded
  }
  async function* pages() {
    let page = await first()
    yield page
    for (let next = nextOf(kind, page); next !== null; next = nextOf(kind, page)) {
      page = await load(next)
      yield page
    }
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: a promise that begins when it is awaited
    then: (onPage, onError) => first().then(onPage, onError),
    catch: (onError) => first().catch(onError),
    finally: (onEnd) => first().finally(onEnd),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { data } of pages()) yield* data
    },
    [Symbol.toStringTag]: "List"
  }
}
