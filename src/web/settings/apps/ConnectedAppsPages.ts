/** The apps that a user allowed to act for them, and the end of that. Every user has their own. */

import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { OAuthAuthorizations } from "../../../app/oauth/OAuthAuthorizations.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { ConnectedApp } from "../../../app/ports/oauth/OAuthRepository.ts"
import { scopeTextFor } from "../../../domain/access/Scope.ts"
import { a, h1, p, strong } from "../../../html/Elements.ts"
import { idOf } from "../../BrowserRequests.ts"
import { seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { actions, cell, table } from "../../Parts.ts"
import { dayOrNever } from "../keys/ApiKeysPages.ts"
import { questionPage, sections, settingsPage } from "../SettingsLayout.ts"

const { path } = sections.connected

export const connectedTable = (
  { user, workspace }: SignedIn,
  connected: ReadonlyArray<ConnectedApp>
) =>
  connected.length === 0
    ? p("You have not allowed any app.")
    : table(
        "Apps",
        ["Name", "May", "Since", "Actions"],
        connected.map(({ app, grant }) => [
          cell(strong(app.name)),
          cell(grant.scopes.map((scope) => scopeTextFor(scope, user.role)).join(", ")),
          cell(dayOrNever(workspace, grant.createdAt)),
          actions(
            a({ href: `${path}/${grant.id}`, "aria-label": `Disconnect ${app.name}` }, "Disconnect")
          )
        ])
      )

export const layerConnectedAppsPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost } = yield* makePages
    const authorizations = yield* OAuthAuthorizations

    yield* settingsGet(path, (signedIn, page) =>
      Effect.map(authorizations.connected(signedIn.user), (connected) =>
        settingsPage("connected", signedIn, page, [
          h1("Connected apps"),
          p({ class: "quiet" }, "Apps that may act on your behalf."),
          connectedTable(signedIn, connected)
        ])
      )
    )

    yield* settingsGet(`${path}/:id`, (signedIn, page) =>
      Effect.flatMap(authorizations.connected(signedIn.user), (connected) => {
        const found = connected.find(({ grant }) => grant.id === page.params["id"])
        if (found === undefined) return Effect.fail(pageNotFound)
        return Effect.succeed(
          questionPage(
            "connected",
            signedIn,
            page,
            `Disconnect ${found.app.name}?`,
            "It has no access to your account until you allow it again.",
            { url: `${path}/${found.grant.id}`, label: "Disconnect", back: path }
          )
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
