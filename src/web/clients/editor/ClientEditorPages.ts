/**
 * The form of a client (`/clients/new`, `/clients/:id/edit`). It saves under the version that it
 * shows; after a change by somebody else it shows both values and keeps what was typed.
 */
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import { Clients } from "../../../app/clients/Clients.ts"
import { IfMatch } from "../../../app/Preconditions.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import { ClientResource, type ClientView } from "../../../domain/clients/ClientResource.ts"
import { may, refusedAction } from "../../../domain/people/Permissions.ts"
import { RoleTooLow } from "../../../domain/people/User.ts"
import type { Child } from "../../../html/Elements.ts"
import type { ClientField } from "../../../words/clients/ClientFormWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import { framedPage } from "../../Frame.ts"
import { type Compared, conflictNote, makeLastChange } from "../../forms/EditConflict.ts"
import { fillInDraft } from "../../forms/FormDraftCookie.ts"
import { makeOnce, onceField } from "../../forms/OnceForms.ts"
import { clientName } from "../../PageFormats.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { clientsPath } from "../list/ClientListQuery.ts"
import {
  type ClientValues,
  clientFields,
  clientOfForm,
  clientPatchOf,
  clientVersion,
  emptyClient,
  newClientOf,
  valuesOfClient
} from "./ClientFields.ts"
import { clientForm, shownValue } from "./ClientFormViews.ts"

const newPath = `${clientsPath}/new`

interface Shown {
  readonly client: ClientView | null
  readonly values: ClientValues
  readonly etag?: string
  readonly wrong?: ReadonlyArray<ClientField>
  readonly form?: FormRequest["form"]
  readonly note?: Child
  readonly status?: number
}

const show = (
  signedIn: SignedIn,
  page: BrowserRequest,
  { client, values, etag, wrong = [], form, note: said = null, status = 200 }: Shown
) => {
  const { clientForm: words, client: clientWords, invoice, invoiceForm } = wordsIn(page.language)
  const title = client === null ? words.newClient : words.edit(clientName(client))
  const path = client === null ? clientsPath : `${clientsPath}/${client.id}`
  const children = clientForm({
    ...{ words, title, values, wrong },
    languages: invoiceForm.languages,
    reader: page.language,
    listTitle: clientWords.list.title,
    cancel: invoice.cancel,
    back: path,
    action: client === null ? newPath : `${path}/edit`,
    csrf: page.cookies.csrf,
    once: onceField(page, form ?? null),
    etag: etag ?? (client === null ? null : clientVersion(ClientResource.toWire(client))),
    mayOpen: may(signedIn.user.role, "portal"),
    note: said
  })
  return framedPage(signedIn, page, {
    title,
    place: "clients",
    isOpen: true,
    status,
    children: fillInDraft(children, page.cookies.draft, page.language)
  })
}

/** Both values of each field that differs from what is stored now. */
const comparedValues = (
  { language }: BrowserRequest,
  typed: ClientValues,
  stored: ClientValues
): ReadonlyArray<Compared> => {
  const { clientForm: words, invoiceForm } = wordsIn(language)
  const view = { words, languages: invoiceForm.languages, reader: language }
  return clientFields
    .filter((name) => typed[name] !== stored[name])
    .map((name) => [
      words.labels[name],
      stored[name] === "" ? "" : shownValue(view, name, stored[name]),
      typed[name] === "" ? "" : shownValue(view, name, typed[name])
    ])
}

/** Who may not open the portal has no such field. */
const typedValues = (
  { user }: SignedIn,
  { form }: FormRequest,
  stored: ClientValues
): ClientValues => {
  const values = clientOfForm(form)
  const isGiven = form.text("portal_access") !== "" && may(user.role, "portal")
  return isGiven ? values : { ...values, portal_access: stored.portal_access }
}

const makeSaveClient = Effect.gen(function* () {
  const clients = yield* Clients
  const once = yield* makeOnce
  const lastChange = yield* makeLastChange

  return Effect.fnUntraced(function* (signedIn: SignedIn, page: FormRequest) {
    const { workspace, user } = signedIn
    const client = yield* Effect.mapError(clients.get(workspace, idOf(page)), () => pageNotFound)
    const stored = valuesOfClient(client)
    const { form } = page
    const typed = typedValues(signedIn, page, stored)
    const expected = form.text("etag")
    const conflict = Effect.map(lastChange(workspace, page, client.id), (who) => {
      const title = wordsIn(page.language).clientForm.changed
      const compared = comparedValues(page, typed, stored)
      return show(signedIn, page, {
        ...{ client, values: typed, form, status: 422 },
        note: conflictNote(page, { title, who, compared })
      })
    })
    const patch = clientPatchOf(typed, stored)
    if (Result.isFailure(patch)) {
      const refused = { client, values: typed, etag: expected, form, status: 422 }
      return show(signedIn, page, { ...refused, wrong: patch.failure })
    }
    const saved = clients.update(workspace, client.id, patch.success, user).pipe(
      Effect.provideService(IfMatch, (wire) => clientVersion(wire) === expected),
      Effect.as(`${clientsPath}/${client.id}?done=saved`)
    )
    return yield* once(signedIn, page, saved).pipe(
      Effect.catchTags({
        ClientNotFound: () => Effect.fail(pageNotFound),
        PreconditionFailed: () => conflict
      })
    )
  })
})

export const layerClientEditorPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost } = yield* makePages
    const clients = yield* Clients
    const once = yield* makeOnce
    const save = yield* makeSaveClient

    yield* settingsGet(newPath, (signedIn, page) =>
      Effect.succeed(show(signedIn, page, { client: null, values: emptyClient }))
    )

    yield* signedInPost(newPath, (signedIn, page) => {
      const values = clientOfForm(page.form)
      const input = newClientOf(values)
      if (Result.isFailure(input)) {
        const refused = { client: null, values, form: page.form, status: 422 }
        return Effect.succeed(show(signedIn, page, { ...refused, wrong: input.failure }))
      }
      const created = Effect.map(
        clients.create(signedIn.workspace, input.success),
        ({ id }) => `${clientsPath}/${id}?done=created`
      )
      return once(signedIn, page, created)
    })

    yield* settingsGet(`${clientsPath}/:id/edit`, (signedIn, page) =>
      clients.get(signedIn.workspace, idOf(page)).pipe(
        Effect.map((client) => show(signedIn, page, { client, values: valuesOfClient(client) })),
        Effect.mapError(() => pageNotFound)
      )
    )

    yield* signedInPost(`${clientsPath}/:id/edit`, (signedIn, page) => {
      const isForged = page.form.text("portal_access") !== "" && !may(signedIn.user.role, "portal")
      return isForged
        ? Effect.fail(new RoleTooLow({ action: refusedAction("portal") }))
        : save(signedIn, page)
    })
  })
)
