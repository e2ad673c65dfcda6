/** The list of files with the form that adds one, and the question before one is removed. */
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { ClientListItem } from "../../../domain/clients/ClientResource.ts"
import type { FileView } from "../../../domain/files/FileResource.ts"
import { binarySize, type StorageUse } from "../../../domain/files/Quota.ts"
import type { FileId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import type { ProjectView } from "../../../domain/projects/ProjectResource.ts"
import { a, type Child, h1, h2, p } from "../../../html/Elements.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import type { Problems } from "../../forms/Forms.ts"
import { formatBytes } from "../../PageFormats.ts"
import { actions, button, cell, field, form, link, problems, select, table } from "../../Parts.ts"
import { dayOrNever } from "../keys/ApiKeysPages.ts"
import { questionPage, sections, settingsPage } from "../SettingsLayout.ts"

const { path } = sections.files

/** Choices of the form. */
interface Targets {
  readonly projects: ReadonlyArray<ProjectView>
  readonly clients: ReadonlyArray<ClientListItem>
}

interface Shown {
  readonly files: Page<FileView, FileId>
  readonly targets: Targets
  readonly maxBytes: number
  readonly storage: StorageUse
}

/** A refused form and its problems. */
export interface Refused {
  readonly form: Form
  readonly wrong: Problems
}

const targetOf = ({ project, client, invoice }: FileView): string => {
  if (project !== null) return `Project ${project.name}`
  return client !== null ? `Client ${client.name}` : `Invoice ${invoice?.number ?? ""}`
}

const fileRow = ({ workspace }: SignedIn, file: FileView): ReadonlyArray<Child> => [
  cell(link(`${path}/${file.id}`, file.name)),
  cell(formatBytes(file.size)),
  cell(targetOf(file)),
  cell(dayOrNever(workspace, file.createdAt)),
  actions(a({ href: `${path}/${file.id}/remove`, "aria-label": `Remove ${file.name}` }, "Remove"))
]

const choicesOf = ({ projects, clients }: Targets) => [
  { value: "", label: "Named below" },
  {
    group: "Newest projects",
    choices: projects.map(({ id, name, client }) => ({
      value: id,
      label: client === null ? name : `${name}, ${client.name}`
    }))
  },
  { group: "Newest clients", choices: clients.map(({ id, name }) => ({ value: id, label: name })) }
]

/** The file is last, so that the fields are checked before its bytes arrive. */
const addForm = (csrf: string, { targets, maxBytes }: Shown, refused: Refused | null) => {
  const wrong = refused?.wrong ?? []
  const typed = (name: string) => refused?.form.text(name) ?? ""
  return [
    h2("Add a file"),
    form(
      path,
      csrf,
      [
        select("target", "Belongs to", choicesOf(targets), typed("target"), { wrong }),
        field({
          name: "other",
          label: "Or any other, by its number or id",
          value: typed("other"),
          hint: "An invoice by its number, as INV-0001; a project or a client by its id, as in the API.",
          maxLength: 64,
          wrong
        }),
        field({
          name: "file",
          label: "File",
          type: "file",
          hint: `At most ${maxBytes / 1_048_576} MiB.`,
          required: true,
          wrong
        }),
        button("Add the file")
      ],
      { upload: true }
    )
  ]
}

export const filesPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  shown: Shown,
  refused: Refused | null = null
) => {
  const { items, next } = shown.files
  return settingsPage(
    "files",
    signedIn,
    page,
    [
      h1("Files"),
      p(
        { class: "quiet" },
        "Of projects, clients and invoices. A client sees those of projects that are shared in the portal."
      ),
      p(
        `Storage: ${binarySize(shown.storage.used)} of ${binarySize(shown.storage.quota)} are used.`
      ),
      problems(refused?.wrong ?? []),
      items.length === 0
        ? p("There is no file yet.")
        : table(
            "Files",
            ["Name", "Size", "Belongs to", "Added", "Actions"],
            items.map((file) => fileRow(signedIn, file))
          ),
      next === null ? null : p(link(`${path}?after=${next}`, "Older files")),
      ...addForm(page.cookies.csrf, shown, refused)
    ],
    refused === null ? 200 : 422
  )
}

export const removePage = (signedIn: SignedIn, page: BrowserRequest, file: FileView) =>
  questionPage(
    "files",
    signedIn,
    page,
    `Remove ${file.name}?`,
    `${targetOf(file)} no longer has it, and links to it stop working. This cannot be undone.`,
    { url: `${path}/${file.id}/remove`, label: "Remove the file", back: path }
  )
