/** The files of a client, with the form that adds one. */
import { Option } from "effect"
import { a, type Child, p, td, tr } from "../../../html/Elements.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { onceField } from "../../forms/OnceForms.ts"
import { formatBytes } from "../../PageFormats.ts"
import { button, field, form, link, problems } from "../../Parts.ts"
import { clientPath } from "./ClientHead.ts"
import type { ShownClient } from "./ClientReading.ts"
import { rowsTable } from "./ClientRows.ts"

/** A refused upload: its form and what is wrong. */
export interface RefusedFile {
  readonly form: Form
  readonly wrong: Problems
}

/** The file is last, so that the fields are checked before its bytes arrive. */
const addForm = (shown: ShownClient, refused: RefusedFile | null): Child => {
  const { page, reader, maxBytes } = shown
  const { files } = reader.words
  const wrong = refused?.wrong ?? []
  return [
    problems(wrong),
    form(
      `${clientPath(shown)}/files`,
      page.cookies.csrf,
      [
        onceField(page, refused?.form ?? null),
        field({
          name: "file",
          label: files.file,
          type: "file",
          hint: files.most(formatBytes(maxBytes, reader.locale)),
          required: true,
          wrong
        }),
        button(files.add)
      ],
      { upload: true }
    )
  ]
}

export const filesOf = (shown: ShownClient, refused: RefusedFile | null = null): Child => {
  const { lists, reader } = shown
  const { words, times, locale } = reader
  const { columns, remove, older } = words.files
  const found = Option.getOrUndefined(lists.files)
  const items = found?.items ?? []
  return [
    items.length === 0
      ? p({ class: "empty" }, words.noFiles)
      : rowsTable(
          words.tabs.files,
          [[columns.name], [columns.size, "r"], [columns.added], [""]],
          items.map(({ id, name, size, createdAt }) =>
            tr(
              td({ class: "b1" }, a({ class: "row-link", href: `/settings/files/${id}` }, name)),
              td({ class: "r quiet a2" }, formatBytes(size, locale)),
              td({ class: "quiet hide" }, times.minute(createdAt)),
              td(
                { class: "actions" },
                a(
                  { href: `/settings/files/${id}/remove`, "aria-label": `${remove}: ${name}` },
                  remove
                )
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
    addForm(shown, refused)
  ]
}
