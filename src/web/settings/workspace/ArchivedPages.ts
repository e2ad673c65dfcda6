/** Archived projects, which are restored here and nowhere else (docs/spec.md §3.1). */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { Projects } from "../../../app/projects/Projects.ts"
import { ProjectId } from "../../../domain/Ids.ts"
import type { Page } from "../../../domain/Page.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import type { ProjectView } from "../../../domain/projects/ProjectResource.ts"
import { type Child, h1, p, strong } from "../../../html/Elements.ts"
import { type BrowserRequest, idOf } from "../../BrowserRequests.ts"
import { seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { actions, button, cell, form, link, table } from "../../Parts.ts"
import { dayOrNever } from "../keys/ApiKeysPages.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"

const { path } = sections.archived

const restoreForm = ({ id }: ProjectView, csrf: string) =>
  form(`${path}/${id}`, csrf, [button("Restore", "second")])

const projectRow = (
  { user, workspace }: SignedIn,
  { cookies }: BrowserRequest,
  project: ProjectView
): ReadonlyArray<Child> => [
  cell(strong(project.name)),
  cell(project.client?.name ?? ""),
  cell(dayOrNever(workspace, project.updatedAt)),
  actions(mayManage(user) ? restoreForm(project, cookies.csrf) : null)
]

const listPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  { items, next }: Page<ProjectView, ProjectId>
) =>
  settingsPage("archived", signedIn, page, [
    h1("Archived projects"),
    p({ class: "quiet" }, "A restored project has the status that it had before."),
    items.length === 0
      ? p("No project is archived.")
      : table(
          "Projects",
          ["Name", "Client", "Archived or changed", "Actions"],
          items.map((project) => projectRow(signedIn, page, project))
        ),
    next === null ? null : p(link(`${path}?after=${next}`, "Older projects"))
  ])

export const layerArchivedPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, settingsPost } = yield* makePages
    const projects = yield* Projects

    yield* settingsGet(path, (signedIn, page) =>
      Effect.gen(function* () {
        const after = ProjectId.parse(queryOf(page.request, "after") ?? "")
        const found = yield* projects.list(
          signedIn.workspace,
          { archived: true },
          { limit: 50, after: after._tag === "Some" ? after.value : null }
        )
        return listPage(signedIn, page, found)
      })
    )

    yield* settingsPost(`${path}/:id`, (signedIn, page) =>
      projects.restore(signedIn.workspace, idOf(page)).pipe(
        Effect.as(seeOther(`${path}?done=restored`)),
        Effect.mapError(() => pageNotFound)
      )
    )
  })
)
