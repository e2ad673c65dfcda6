/**
 * Access that survives a new password. After a reset the page lists the keys and apps that still
 * work, each with a way to revoke it.
 */
import { DateTime, Effect } from "effect"
import { HttpRouter } from "effect/http"
import { OAuthAuthorizations } from "../../../app/oauth/OAuthAuthorizations.ts"
import { ApiKeys } from "../../../app/people/ApiKeys.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { ConnectedApp } from "../../../app/ports/oauth/OAuthRepository.ts"
import type { ApiKey } from "../../../app/ports/people/ApiKeyRepository.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { h1, h2, p } from "../../../html/Elements.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { makePages } from "../../Pages.ts"
import { link } from "../../Parts.ts"
import { connectedTable } from "../apps/ConnectedAppsPages.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { keysTable } from "./ApiKeysPages.ts"

export const accessPath = "/settings/access"

const accessPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  working: ReadonlyArray<ApiKey>,
  connected: ReadonlyArray<ConnectedApp>
) =>
  settingsPage(null, signedIn, page, [
    h1("What still has access"),
    p(
      "A new password does not end the keys and apps below. If someone else may have had the old one, revoke what you do not recognize."
    ),
    h2("API keys of the workspace"),
    keysTable(signedIn, working),
    mayManage(signedIn.user) ? null : p({ class: "quiet" }, "Owners and admins can revoke a key."),
    h2("Apps that act for you"),
    connectedTable(signedIn, page, connected),
    p(
      "Also check the ",
      link(sections.webhooks.path, "webhooks"),
      " and the ",
      link(sections.users.path, "users"),
      " of the workspace."
    ),
    p(link(sections.keys.path, "Continue to the settings", "button"))
  ])

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
        return accessPage(signedIn, page, working, connected)
      })
    )
  })
)
