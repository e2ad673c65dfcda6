/**
 * What a new password does not end. Whoever forgets one, or fears that a stranger had it, is shown the
 * keys and apps that go on working, each with the way to take it back.
 */
import { DateTime, Effect } from "effect"
import { HttpRouter } from "effect/http"
import { h } from "preact"
import { OAuthAuthorizations } from "../../app/oauth/OAuthAuthorizations.ts"
import { ApiKeys } from "../../app/people/ApiKeys.ts"
import { mayManage } from "../../domain/people/User.ts"
import { makePages } from "../Pages.ts"
import { link } from "../Parts.ts"
import { keysTable } from "./ApiKeysPages.ts"
import { connectedTable } from "./ConnectedAppsPages.ts"
import { sections, settingsPage } from "./SettingsLayout.ts"

export const accessPath = "/settings/access"

export const layerAccessPage = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const keys = yield* ApiKeys
    const authorizations = yield* OAuthAuthorizations

    yield* settingsGet(accessPath, (signedIn, page) =>
      Effect.gen(function* () {
        const now = yield* DateTime.now
        const working = (yield* keys.list(signedIn.workspace.id)).filter(
          ({ expiresAt }) => expiresAt === null || DateTime.isGreaterThan(expiresAt, now)
        )
        const connected = yield* authorizations.connected(signedIn.user)
        return settingsPage(null, signedIn, page, [
          h("h1", null, "What still has access"),
          h(
            "p",
            null,
            "A new password does not end the keys and apps below. If someone else may have had the old one, revoke what you do not recognize."
          ),
          h("h2", null, "API keys of the workspace"),
          keysTable(signedIn, working),
          mayManage(signedIn.user)
            ? null
            : h("p", { class: "quiet" }, "Owners and admins can revoke a key."),
          h("h2", null, "Apps that act for you"),
          connectedTable(signedIn, connected),
          h(
            "p",
            null,
            "Look also at the ",
            link(sections.webhooks.path, "webhooks"),
            " and the ",
            link(sections.users.path, "users"),
            " of the workspace."
          ),
          h("p", null, link(sections.keys.path, "Go on to the settings", "button"))
        ])
      })
    )
  })
)
