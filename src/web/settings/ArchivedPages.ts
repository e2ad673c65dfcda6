/** Archived projects, which are restored here and nowhere else (SPEC §3.1). */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { h } from "preact"
import { Projects } from "../../app/projects/Projects.ts"
import { ProjectId } from "../../domain/Ids.ts"
import { mayManage } from "../../domain/people/User.ts"
import { seeOther } from "../Layout.ts"
import { makePages, notFound } from "../Pages.ts"
import { actions, button, cell, form, link, table } from "../Parts.ts"
import { queryOf } from "../Visits.ts"
import { dayOf } from "./ApiKeysPages.ts"
import { sections, settingsPage } from "./SettingsLayout.ts"

const { path } = sections.archived

export const layerArchivedPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, settingsPost } = yield* makePages
    const projects = yield* Projects

    yield* settingsGet(path, (signedIn, page) =>
      Effect.gen(function* () {
        const { workspace, user } = signedIn
        const after = ProjectId.parse(queryOf(page.request, "after") ?? "")
        const { items, next } = yield* projects.list(
          workspace,
          { archived: true },
          { limit: 50, after: after._tag === "Some" ? after.value : null }
        )
        return settingsPage("archived", signedIn, page, [
          h("h1", null, "Archived projects"),
          h("p", { class: "quiet" }, "A restored project has the status that it had before."),
          items.length === 0
            ? h("p", null, "No project is archived.")
            : table(
                "Projects",
                ["Name", "Client", "Archived or changed", "Actions"],
                items.map((project) => [
                  cell(h("strong", null, project.name)),
                  cell(project.client?.name ?? ""),
                  cell(dayOf(workspace, project.updatedAt)),
                  actions(
                    mayManage(user)
                      ? form(`${path}/${project.id}`, page.visit.csrf, [
                          button("Restore", "second")
                        ])
                      : null
                  )
                ])
              ),
          next === null ? null : h("p", null, link(`${path}?after=${next}`, "Older projects"))
        ])
      })
    )

    yield* settingsPost(`${path}/:id`, (signedIn, page) =>
      projects.restore(signedIn.workspace, page.params["id"] ?? "").pipe(
        Effect.as(seeOther(`${path}?done=restored`)),
        Effect.mapError(() => notFound)
      )
    )
  })
)
