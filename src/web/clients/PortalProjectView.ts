/** A shared project in the portal: how much is done, its milestones and its files. */
import type { PortalProject } from "../../app/portal/PortalHome.ts"
import type { FileFound } from "../../domain/files/FileResource.ts"
import { formatsOf } from "../../domain/money/Formats.ts"
import { a, type Child, div, h1, h2, li, p, span, strong, ul } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { formatBytes } from "../PageFormats.ts"
import { cell, table } from "../Parts.ts"
import { type Look, portalPage } from "./PortalFrame.ts"
import { textOfVisitor } from "./PortalParts.ts"
import { backLink } from "./PortalViews.ts"

const fileItem = (path: string, { id, name, size }: FileFound, locale: string): Child =>
  li(
    a({ href: `${path}/shared/${id}` }, name),
    " ",
    span({ class: "quiet small" }, formatBytes(size, locale))
  )

export const sharedProjectPage = (look: Look, shown: PortalProject, page: BrowserRequest) => {
  const { project, milestones, files } = shown
  const { language, locale } = textOfVisitor(look.visitor)
  const { portal: words } = wordsIn(language)
  const { date } = formatsOf(locale)
  const { taskCount, completedTaskCount } = project
  const dates = [project.startDate, project.endDate].flatMap((day) =>
    day === null ? [] : [date(day)]
  )
  return portalPage(look, page, {
    title: project.name,
    children: [
      div(
        { class: "box" },
        backLink(look),
        h1(project.name),
        p(
          { class: "quiet" },
          [words.projectStatuses[project.status], dates.join(" – ")].filter(Boolean).join(" · ")
        ),
        project.description === null ? null : p({ class: "notes" }, project.description),
        taskCount === 0
          ? null
          : p(strong(words.tasksDone(String(completedTaskCount), String(taskCount)))),
        milestones.length === 0
          ? null
          : [
              h2(words.milestones),
              table(
                words.milestones,
                [words.name, words.state, words.due],
                milestones.map((milestone) => [
                  cell(
                    milestone.name,
                    milestone.description === null
                      ? null
                      : div({ class: "quiet small notes" }, milestone.description)
                  ),
                  cell(words.milestoneStatuses[milestone.status]),
                  cell(milestone.dueDate === null ? "" : date(milestone.dueDate))
                ])
              )
            ],
        files.length === 0
          ? null
          : [
              h2(words.files),
              ul(
                { class: "plain" },
                files.map((file) => fileItem(look.path, file, locale))
              )
            ]
      )
    ]
  })
}
