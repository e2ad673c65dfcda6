/** The list of files, of one owner or of the whole workspace, and the question before a removal. */
import type { SignedIn } from "../../app/people/SignIn.ts"
import type { FileView } from "../../domain/files/FileResource.ts"
import { binarySize, type StorageUse } from "../../domain/files/Quota.ts"
import type { FileId } from "../../domain/Ids.ts"
import type { Page } from "../../domain/Page.ts"
import { a, type Child, div, h1, p, td, tr } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { type FramePlace, framedPage } from "../Frame.ts"
import { onceField } from "../forms/OnceForms.ts"
import { formatBytes, type TimeFormats } from "../PageFormats.ts"
import { queryOf } from "../PageUrls.ts"
import { button, form, link, note, problems, rowsTable } from "../Parts.ts"
import { ownerOf } from "./FileOwners.ts"
import { addFileForm, type RefusedFile } from "./FileParts.ts"

/** The list of all files of the workspace. */
export const allFilesPath = "/files"

/** Whose files are shown; null for those of the whole workspace. */
interface Owner {
  readonly name: string
  /** The path of the owner's page. */
  readonly path: string
  readonly place: FramePlace
}

interface Shown {
  readonly owner: Owner | null
  readonly files: Page<FileView, FileId>
  readonly storage: StorageUse
  readonly maxBytes: number
  readonly times: TimeFormats
  readonly locale: string
}

const rowOf =
  ({ language }: BrowserRequest, { owner, times, locale }: Shown) =>
  (file: FileView): Child => {
    const words = wordsIn(language).files
    const of = ownerOf(file)
    const path = `${of.path}/files/${file.id}`
    return tr(
      td({ class: "a1 wrap" }, a({ class: "row-link", href: path }, file.name)),
      td({ class: "r quiet a2" }, formatBytes(file.size, locale)),
      owner === null ? td({ class: "b1" }, link(of.path, of.name)) : null,
      td({ class: "quiet b2 date" }, times.minute(file.createdAt)),
      td(
        { class: "actions" },
        a({ href: `${path}/remove`, "aria-label": words.removeNamed(file.name) }, words.remove)
      )
    )
  }

const rows = (page: BrowserRequest, shown: Shown): Child => {
  const words = wordsIn(page.language).files
  const { owner, files } = shown
  if (files.items.length === 0) return p({ class: "empty" }, words.none)
  const path = owner === null ? allFilesPath : `${owner.path}/files`
  return [
    rowsTable(
      words.title,
      [
        [words.columns.name],
        [words.columns.size, "r"],
        ...(owner === null ? [[words.columns.of] as const] : []),
        [words.columns.added],
        [""]
      ],
      files.items.map(rowOf(page, shown))
    ),
    files.next === null
      ? null
      : p({ class: "pages small" }, link(`${path}?after=${files.next}`, words.older))
  ]
}

export const filesPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  shown: Shown,
  refused: RefusedFile | null = null
) => {
  const { owner, storage, maxBytes } = shown
  const words = wordsIn(page.language).files
  const done = queryOf(page.request, "done") ?? ""
  const texts: Readonly<Record<string, string>> = words.done
  const title = owner === null ? words.all : words.titleOf(owner.name)
  return framedPage(signedIn, page, {
    title,
    place: owner?.place ?? null,
    sheet: "project",
    isOpen: true,
    status: refused === null ? 200 : 422,
    children: [
      Object.hasOwn(texts, done) ? note("good", p(texts[done])) : null,
      owner === null ? null : p({ class: "crumb" }, link(owner.path, owner.name)),
      h1(title),
      p({ class: "small quiet" }, words.shared),
      problems(refused?.wrong ?? []),
      rows(page, shown),
      owner === null
        ? null
        : addFileForm({ page, words, path: `${owner.path}/files`, maxBytes, refused }),
      p(
        { class: "small quiet" },
        words.storage(binarySize(storage.used), binarySize(storage.quota)),
        owner === null ? null : [" ", link(allFilesPath, words.all)]
      )
    ]
  })
}

export const removePage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  owner: Owner,
  { id, name }: FileView
) => {
  const words = wordsIn(page.language).files
  const title = words.removeTitle(name)
  const path = `${owner.path}/files`
  return framedPage(signedIn, page, {
    title,
    place: owner.place,
    sheet: "project",
    isOpen: true,
    children: [
      h1(title),
      p(words.removeText),
      div(
        { class: "row" },
        form(`${path}/${id}/remove`, page.cookies.csrf, [
          onceField(page),
          button(words.remove, "danger")
        ]),
        link(path, words.cancel, "button second")
      )
    ]
  })
}
