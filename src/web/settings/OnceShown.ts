/**
 * A new secret is shown once, by a page of its own, so that a reload makes no second one. Between the
 * form and that page it travels with the browser alone: encrypted, in a cookie of two minutes that
 * opens for the same session only. So nothing of it is stored here and any process can show it; a
 * page whose answer got lost on its way can be loaded again.
 */
import { Clock, Effect, Redacted } from "effect"
import type { HttpRouter } from "effect/http"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { Signer } from "../../app/ports/Signer.ts"
import { type Place, Vault } from "../../app/ports/Vault.ts"
import { mayManage } from "../../domain/people/User.ts"
import { type Child, div, h1, p } from "../../html/Elements.ts"
import type { PageRefused } from "../FormReader.ts"
import { type Response, seeOther } from "../Layout.ts"
import { makePages, type VisitRequest } from "../Pages.ts"
import { link } from "../Parts.ts"
import { type Section, settingsPage } from "./SettingsLayout.ts"

const shownForSeconds = 120

interface Link {
  readonly href: string
  readonly label: string
}

export interface OnceView {
  readonly title: string
  /** With the secret; after "Copy it now: it is shown only this once". */
  readonly shown: (secret: string) => ReadonlyArray<Child>
  readonly done: Link
  /** How to come to another secret. */
  readonly another: Link
}

const shownAlready = (isManager: boolean, { title, done, another }: OnceView) => [
  h1(title),
  p(
    "It was shown, once, right after it was made; nobody can look it up. Whoever did not keep it makes another."
  ),
  div(
    { class: "row" },
    isManager ? link(another.href, another.label, "button") : null,
    link(done.href, done.label, "button second")
  )
]

export const makeOnceShown = Effect.gen(function* () {
  const { settingsGet, visits } = yield* makePages
  const signer = yield* Signer
  const vault = yield* Vault

  /** Where the secret may be opened: at this page, in this session. */
  const placeOf = ({ workspace }: SignedIn, { visit }: VisitRequest, path: string): Place => ({
    kind: "shown-once",
    workspaceId: workspace.id,
    id: `${visit.session === null ? "" : signer.hash(visit.session)} ${path}`
  })
  const purposeOf = ({ kind, id }: Place): string => `${kind} ${id}`

  /** After the form that made the secret: look there, once. */
  const handOver = Effect.fnUntraced(function* (
    signedIn: SignedIn,
    page: VisitRequest,
    path: string,
    secret: Redacted.Redacted
  ) {
    const until = (yield* Clock.currentTimeMillis) + shownForSeconds * 1000
    const place = placeOf(signedIn, page, path)
    const parcel = vault.encrypt(Redacted.make(`${until} ${Redacted.value(secret)}`), place)
    // Anybody may write into a cookie; what is not sealed here never comes to the vault.
    const cookie = Redacted.make(signer.seal(purposeOf(place), parcel))
    return visits.withCookie(seeOther(path), "once", cookie, shownForSeconds)
  })

  /** The secret that was made for this page in this session; null where it was shown. */
  const take = Effect.fnUntraced(function* (signedIn: SignedIn, page: VisitRequest) {
    const place = placeOf(signedIn, page, page.request.url)
    const { once } = page.visit
    const parcel = once === null ? undefined : signer.unseal(purposeOf(place), Redacted.value(once))
    if (parcel === undefined) return null
    const [until, secret = ""] = Redacted.value(vault.decrypt(parcel, place)).split(" ")
    return Number(until) > (yield* Clock.currentTimeMillis) ? secret : null
  })

  /** The page at the path that shows the secret, and the next time says that it did. */
  const showOnce = (
    section: Section,
    path: HttpRouter.PathInput,
    viewOf: (signedIn: SignedIn, page: VisitRequest) => Effect.Effect<OnceView, PageRefused>
  ) =>
    settingsGet(
      path,
      Effect.fnUntraced(function* (signedIn, page): Effect.fn.Return<Response, PageRefused> {
        const view = yield* viewOf(signedIn, page)
        const secret = yield* take(signedIn, page)
        if (secret === null) {
          const children = shownAlready(mayManage(signedIn.user), view)
          return settingsPage(section, signedIn, page, children)
        }
        const shown = settingsPage(section, signedIn, page, [
          h1(view.title),
          p("Copy it now: it is shown only this once."),
          ...view.shown(secret),
          p(link(view.done.href, view.done.label, "button"))
        ])
        return visits.withCookie(shown, "once", null)
      })
    )

  return { handOver, showOnce }
})
