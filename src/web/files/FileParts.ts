/** Parts of pages that show files: the list beside a project, and the form that adds a file. */
import { Data } from "effect"
import type { FileView } from "../../domain/files/FileResource.ts"
import { binarySize } from "../../domain/files/Quota.ts"
import { type Child, h2, li, p, section, ul } from "../../html/Elements.ts"
import type { FileWords } from "../../words/files/FileWords.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import type { Form } from "../forms/FormReader.ts"
import type { Problems } from "../forms/Forms.ts"
import { onceField } from "../forms/OnceForms.ts"
import { formatBytes } from "../PageFormats.ts"
import { button, field, form, link } from "../Parts.ts"

/** A refused form and its problems. */
export interface RefusedFile {
  readonly form: Form
  readonly wrong: Problems
}

export class FileFormRefused extends Data.TaggedError("FileFormRefused")<RefusedFile> {}

interface AddForm {
  readonly page: BrowserRequest
  readonly words: FileWords
  /** The path of the files, to which the form is posted. */
  readonly path: string
  /** Null: the bound is not shown. */
  readonly maxBytes: number | null
  readonly refused: RefusedFile | null
}

/** The file is last, so that the fields are checked before its bytes arrive. */
export const addFileForm = ({ page, words, path, maxBytes, refused }: AddForm): Child =>
  form(
    path,
    page.cookies.csrf,
    [
      onceField(page, refused?.form ?? null),
      field({
        name: "file",
        label: words.file,
        type: "file",
        required: true,
        ...(maxBytes === null ? {} : { hint: words.atMost(binarySize(maxBytes)) }),
        wrong: refused?.wrong ?? []
      }),
      button(words.add, "second")
    ],
    { upload: true }
  )

interface FileSection {
  readonly page: BrowserRequest
  readonly words: FileWords
  readonly locale: string
  readonly files: ReadonlyArray<FileView>
  /** The path of the files of the project, client or invoice. */
  readonly path: string
}

/** The newest files with the form that adds one; the link leads to all of them. */
export const fileSection = ({ page, words, locale, files, path }: FileSection): Child =>
  section(
    { id: "files" },
    h2(words.title),
    files.length === 0
      ? p({ class: "small quiet" }, words.none)
      : ul(
          { class: "files" },
          files.map(({ id, name, size }) =>
            li(link(`${path}/${id}`, name), ` ${formatBytes(size, locale)}`)
          )
        ),
    files.length === 0 ? null : p({ class: "small" }, link(path, words.manage)),
    addFileForm({ page, words, path, maxBytes: null, refused: null })
  )
