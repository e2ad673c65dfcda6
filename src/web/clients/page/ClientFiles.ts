/** The files of a client, with the form that adds one. */
import { Option } from "effect"
import { a, type Child, p, td, tr } from "../../../html/Elements.ts"
import { wordsIn } from "../../../words/Words.ts"
import { addFileForm } from "../../files/FileParts.ts"
import { formatBytes } from "../../PageFormats.ts"
import { link, rowsTable } from "../../Parts.ts"
import { clientPath } from "./ClientHead.ts"
import type { ShownClient } from "./ClientReading.ts"

export const filesOf = (shown: ShownClient): Child => {
  const { lists, page, reader, maxBytes } = shown
  const { words, times, locale } = reader
  const { columns, remove, older } = words.files
  const found = Option.getOrUndefined(lists.files)
  const items = found?.items ?? []
  const path = `${clientPath(shown)}/files`
  return [
    items.length === 0
      ? p({ class: "empty" }, words.noFiles)
      : rowsTable(
          words.tabs.files,
          [[columns.name], [columns.size, "r"], [columns.added], [""]],
          items.map(({ id, name, size, createdAt }) =>
            tr(
              td({ class: "b1" }, a({ class: "row-link", href: `${path}/${id}` }, name)),
              td({ class: "r quiet a2" }, formatBytes(size, locale)),
              td({ class: "quiet hide" }, times.minute(createdAt)),
              td(
                { class: "actions" },
                a({ href: `${path}/${id}/remove`, "aria-label": `${remove}: ${name}` }, remove)
              )
            )
          )
        ),
    found?.next == null
      ? null
      : p(
          { class: "pages small" },
          link(clientPath(shown, { show: "files", after: found.next }), older)
        ),
    addFileForm({ page, words: wordsIn(reader.language).files, path, maxBytes, refused: null })
  ]
}
