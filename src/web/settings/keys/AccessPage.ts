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
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest } from "../../BrowserRequests.ts"
import { makePages } from "../../Pages.ts"
import { link } from "../../Parts.ts"
import { connectedTable } from "../apps/ConnectedAppsPages.ts"
import { sections, settingsPage } from "../SettingsLayout.ts"
import { keysTable } from "./ApiKeysPages.ts"

export const accessPath = "/settings/access"

const wordsOf = ({ language }: BrowserRequest) => wordsIn(language).settings

const accessPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  working: ReadonlyArray<ApiKey>,
  connected: ReadonlyArray<ConnectedApp>
) =>
  settingsPage(null, signedIn, page, [
    h1(wordsOf(page).access.title),
    p(wordsOf(page).access.text),
    h2(wordsOf(page).access.keys),
    keysTable(signedIn, page, working),
    mayManage(signedIn.user) ? null : p({ class: "quiet" }, wordsOf(page).access.adminsRevoke),
    h2(wordsOf(page).access.apps),
    connectedTable(signedIn, page, connected),
    p(
      wordsOf(page).access.check,
      " ",
      link(sections.webhooks.path, wordsOf(page).sections.webhooks),
      ", ",
      link(sections.users.path, wordsOf(page).sections.users)
    ),
    p(link(sections.keys.path, wordsOf(page).access.toSettings, "button"))
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
