/** The text of a page's content, as it is read. */
import { unescapeHtml } from "./visitor.ts"

export const textOf = (body: string): string =>
  unescapeHtml(
    (/<main.*<\/main>/s.exec(body)?.[0] ?? "")
      .replace(/<svg.*?<\/svg>/gs, "")
      .replace(/<(?:"[^"]*"|[^">])*>/g, " ")
      .replace(/\s+/g, " ")
  )
