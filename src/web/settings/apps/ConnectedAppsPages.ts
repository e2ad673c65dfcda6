/** The apps that a user allowed to act for them, and the end of that. Every user has their own. */

import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { OAuthAuthorizations } from "../../../app/oauth/OAuthAuthorizations.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { ConnectedApp } from "../../../app/ports/oauth/OAuthRepository.ts"
import { a, h1, p, strong } from "../../../html/Elements.ts"
import { scopeTextFor } from "../../../words/developers/ScopeWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import { type BrowserRequest, idOf } from "../../BrowserRequests.ts"
import { seeOther } from "../../Layout.ts"
import { dayFormatOf } from "../../PageFormats.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { actions, cell, table } from "../../Parts.ts"
import { questionPage, sections, settingsPage } from "../SettingsLayout.ts"

const { path } = sections.connected

export const connectedTable = (
  { user, workspace }: SignedIn,
  { language }: BrowserRequest,
  connected: ReadonlyArray<ConnectedApp>
) => {
  const {
    apps: { caption, connected: words },
    scopes
  } = wordsIn(language)
  const dayOf = dayFormatOf(workspace, language)
  return connected.length === 0
    ? p(words.none)
    : table(
        caption,
        [...words.columns, ""],
        connected.map(({ app, grant }) => [
          cell(strong(app.name)),
          cell(grant.scopes.map((scope) => scopeTextFor(scopes, scope, user.role)).join(", ")),
          cell(dayOf(grant.createdAt)),
          actions(
            a(
              { href: `${path}/${grant.id}`, "aria-label": words.disconnectNamed(app.name) },
              words.disconnect.button
            )
          )
        ])
      )
}

export const layerConnectedAppsPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost } = yield* makePages
    const authorizations = yield* OAuthAuthorizations

    yield* settingsGet(path, (signedIn, page) =>
      Effect.map(authorizations.connected(signedIn.user), (connected) => {
        const { title, intro } = wordsIn(page.language).apps.connected
        return settingsPage("connected", signedIn, page, [
          h1(title),
          p({ class: "quiet" }, intro),
          connectedTable(signedIn, page, connected)
        ])
      })
    )

    yield* settingsGet(`${path}/:id`, (signedIn, page) =>
      Effect.flatMap(authorizations.connected(signedIn.user), (connected) => {
        const found = connected.find(({ grant }) => grant.id === page.params["id"])
        if (found === undefined) return Effect.fail(pageNotFound)
        const { title, text, button } = wordsIn(page.language).apps.connected.disconnect
        return Effect.succeed(
          questionPage("connected", signedIn, page, title(found.app.name), text, {
            url: `${path}/${found.grant.id}`,
            label: button,
            back: path
          })
        )
      })
    )

    yield* signedInPost(`${path}/:id`, (signedIn, page) =>
      Effect.as(
        authorizations.disconnect(signedIn.user, idOf(page)),
        seeOther(`${path}?done=disconnected`)
      )
    )
  })
)
