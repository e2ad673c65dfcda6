/**
 * Secrets shown once, on a page of their own, so that a reload creates no second one. Between the
 * form and that page an encrypted cookie carries the secret, for two minutes and for the same
 * session. The server stores nothing, so any process can show it, and a lost response can be
 * loaded again.
 */
import { Clock, Effect, Redacted } from "effect"
import type { HttpRouter } from "effect/http"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { Signer } from "../../app/ports/Signer.ts"
import { type Place, Vault } from "../../app/ports/Vault.ts"
import { mayManage } from "../../domain/people/Permissions.ts"
import { type Child, div, h1, p } from "../../html/Elements.ts"
import type { SettingsWords } from "../../words/settings/SettingsWords.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import type { PageRefused } from "../forms/FormReader.ts"
import { type PageResponse, seeOther } from "../Layout.ts"
import { makePages } from "../Pages.ts"
import { link } from "../Parts.ts"
import { type Section, settingsPage } from "./SettingsLayout.ts"

const shownForSeconds = 120

interface Link {
  readonly href: string
  readonly label: string
}

interface OnceView {
  readonly title: string
  /** With the secret, after the advice to copy it now. */
  readonly shown: (secret: string) => ReadonlyArray<Child>
  readonly done: Link
  /** Leads to the form that creates another secret. */
  readonly another: Link
}

const shownAlready = (
  isManager: boolean,
  { title, done, another }: OnceView,
  { secret }: SettingsWords
) => [
  h1(title),
  p(secret.shown),
  div(
    { class: "row" },
    isManager ? link(another.href, another.label, "button") : null,
    link(done.href, done.label, "button second")
  )
]

/** Hands a new secret over to the page that shows it once. */
export type OneTimeSecrets = Effect.Success<typeof makeOneTimeSecrets>

export const makeOneTimeSecrets = Effect.gen(function* () {
  const { settingsGet, browserRequests } = yield* makePages
  const signer = yield* Signer
  const vault = yield* Vault

  /** Binds the cookie to this page and this session. */
  const placeOf = ({ workspace }: SignedIn, { cookies }: BrowserRequest, path: string): Place => ({
    kind: "shown-once",
    workspaceId: workspace.id,
    id: `${cookies.session === null ? "" : signer.hash(cookies.session)} ${path}`
  })
  const purposeOf = ({ kind, id }: Place): string => `${kind} ${id}`

  /** After the form that created the secret: a redirect to the page that shows it. */
  const handOver = Effect.fnUntraced(function* (
    signedIn: SignedIn,
    page: BrowserRequest,
    path: string,
    secret: Redacted.Redacted
  ) {
    const until = (yield* Clock.currentTimeMillis) + shownForSeconds * 1000
    const place = placeOf(signedIn, page, path)
    const parcel = vault.encrypt(Redacted.make(`${until} ${Redacted.value(secret)}`), place)
    // Anyone can write a cookie; the vault only gets what was sealed here.
    const cookie = Redacted.make(signer.seal(purposeOf(place), parcel))
    return browserRequests.withCookie(seeOther(path), "once", cookie, shownForSeconds)
  })

  /** The secret for this page and session; null if it was shown or expired. */
  const take = Effect.fnUntraced(function* (signedIn: SignedIn, page: BrowserRequest) {
    const place = placeOf(signedIn, page, page.request.url)
    const { once } = page.cookies
    const parcel = once === null ? undefined : signer.unseal(purposeOf(place), Redacted.value(once))
    if (parcel === undefined) return null
    const [until, secret = ""] = Redacted.value(vault.decrypt(parcel, place)).split(" ")
    return Number(until) > (yield* Clock.currentTimeMillis) ? secret : null
  })

  /** A page that shows the secret at most once, then a note. */
  const showOnce = (
    section: Section,
    path: HttpRouter.PathInput,
    viewOf: (signedIn: SignedIn, page: BrowserRequest) => Effect.Effect<OnceView, PageRefused>
  ) =>
    settingsGet(
      path,
      Effect.fnUntraced(function* (signedIn, page): Effect.fn.Return<PageResponse, PageRefused> {
        const view = yield* viewOf(signedIn, page)
        const words = wordsIn(page.language).settings
        const secret = yield* take(signedIn, page)
        if (secret === null) {
          const children = shownAlready(mayManage(signedIn.user), view, words)
          return settingsPage(section, signedIn, page, children)
        }
        const shown = settingsPage(section, signedIn, page, [
          h1(view.title),
          p(words.secret.now),
          ...view.shown(secret),
          p(link(view.done.href, view.done.label, "button"))
        ])
        return browserRequests.withCookie(shown, "once", null)
      })
    )

  return { handOver, take, showOnce }
})
