/**
 * The invoice form (`/invoices/new`, `/invoices/:id/edit`). Its buttons say what is meant: those
 * for lines answer with the whole form and its totals; `save` and `send` change something, once.
 */
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import type { ComposedInvoice } from "../../../app/invoices/ComposeInvoice.ts"
import { Invoicing } from "../../../app/invoices/Invoicing.ts"
import { IfMatch } from "../../../app/Preconditions.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { Invalid, PreconditionFailed } from "../../../domain/Invalid.ts"
import { InvoiceResource, type InvoiceView } from "../../../domain/invoices/InvoiceResource.ts"
import { isAllowed } from "../../../domain/invoices/InvoiceTransitions.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { p } from "../../../html/Elements.ts"
import type { PanelName } from "../../../words/invoices/InvoiceWords.ts"
import { wordsIn } from "../../../words/Words.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import { makeLastChange, versionOf } from "../../forms/EditConflict.ts"
import { PageRefused } from "../../forms/FormReader.ts"
import { makeOnce } from "../../forms/OnceForms.ts"
import { type PageResponse, seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import { queryOf } from "../../PageUrls.ts"
import { note } from "../../Parts.ts"
import { conflictOf } from "./Conflict.ts"
import { makeDefaults, makeRearranged, readerOf } from "./EditorReads.ts"
import { type Editing, makeShow, newPath } from "./EditorShow.ts"
import { type RefusedField, readInvoiceForm, refusedByRule } from "./FormInput.ts"
import { intentOf } from "./FormIntents.ts"
import { type FormValues, valuesOf, valuesOfInvoice } from "./FormValues.ts"

/** A save leads to the invoice, and `send` to its confirmation there; a sent one is corrected. */
const placeOf = (id: string, panel: PanelName | null): string =>
  `/invoices/${id}${panel === null ? "" : `?do=${panel}`}`

interface Save {
  /** Stores the form; gives the id of the invoice. */
  readonly store: (
    composed: ComposedInvoice
  ) => Effect.Effect<string, Invalid | PreconditionFailed | PageRefused>
  /** Somebody else changed the invoice meanwhile. */
  readonly conflict: (values: FormValues) => Effect.Effect<PageResponse, PageRefused>
}

const makeAnswer = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  const once = yield* makeOnce
  const show = yield* makeShow
  const rearranged = yield* makeRearranged

  const pdfOf = (composed: ComposedInvoice, { signedIn, draft }: Editing) =>
    invoicing.preview(signedIn.workspace, composed, draft?.number ?? null).pipe(
      Effect.map(({ bytes }) =>
        HttpServerResponse.uint8Array(bytes, {
          contentType: "application/pdf",
          headers: { "cache-control": "no-store", "content-disposition": "inline" }
        })
      ),
      Effect.catchTag("InvoiceTooLarge", ({ message }) =>
        Effect.fail(new PageRefused({ status: 422, title: "PDF", message }))
      )
    )

  /** Reads the form and does what its button says. */
  return Effect.fnUntraced(function* (
    editing: Editing & { readonly page: FormRequest },
    { store, conflict }: Save
  ) {
    const { signedIn, page } = editing
    const { workspace } = signedIn
    const { form } = page
    const { numbers } = readerOf(workspace, page)
    const { kind } = intentOf(form)
    const isFinal = kind === "preview" || kind === "save" || kind === "send"
    const { values, work } = yield* rearranged(workspace, page, isFinal)
    if (!isFinal) return yield* show(editing, values, { form, work })
    const { input, refused, places } = readInvoiceForm(values, numbers, workspace.currency)
    const refuse = (found: ReadonlyArray<RefusedField>) =>
      show(editing, values, { status: 422, refused: found, form, work })
    if (input === null) return yield* refuse(refused)
    const byRule = ({ problems }: Invalid) => refuse(refusedByRule(problems, places))
    if (kind === "preview") {
      return yield* Effect.catchTag(pdfOf(input, editing), "Invalid", byRule)
    }
    const saved = Effect.map(store(input), (id) => placeOf(id, kind === "send" ? "send" : null))
    return yield* once(signedIn, page, saved).pipe(
      Effect.catchTags({ Invalid: byRule, PreconditionFailed: () => conflict(values) })
    )
  })
})

/** The draft of the path with the values of its form; what is no draft leads to the invoice. */
const makeDraft = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  return Effect.fnUntraced(function* (workspace: Workspace, page: BrowserRequest) {
    const draft = yield* Effect.catchTag(
      invoicing.get(workspace, idOf(page)),
      "InvoiceNotFound",
      () => Effect.fail(pageNotFound)
    )
    const { numbers } = readerOf(workspace, page)
    const stored = valuesOfInvoice(draft, numbers)
    const etag = versionOf(InvoiceResource.toWire(draft))
    return { draft, values: { ...stored, fields: { ...stored.fields, etag } } }
  })
})

/** A draft that was sent or voided since its form was opened. */
const noLongerDraft = (page: BrowserRequest, { id, number }: InvoiceView): PageRefused =>
  new PageRefused({
    status: 422,
    title: number,
    message: wordsIn(page.language).invoiceForm.noLongerDraft,
    language: page.language,
    way: { href: placeOf(id, null), label: number }
  })

/** Saves a draft under the version that its form has. */
const makeEdit = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  const show = yield* makeShow
  const answer = yield* makeAnswer
  const draftOf = yield* makeDraft
  const lastChange = yield* makeLastChange

  return Effect.fnUntraced(function* (signedIn: SignedIn, page: FormRequest) {
    const { workspace } = signedIn
    const { draft, values: stored } = yield* draftOf(workspace, page)
    const refused = noLongerDraft(page, draft)
    if (draft.status !== "draft") return yield* refused
    const expected = page.form.text("etag")
    const editing = { signedIn, page, draft }

    const store: Save["store"] = ({ client, content }) =>
      typeof client !== "string"
        ? Effect.die("the form of an invoice has no new client")
        : invoicing
            .update(workspace, draft.id, { clientId: client, buyerReference: null, ...content })
            .pipe(
              Effect.provideService(IfMatch, (shown) => versionOf(shown) === expected),
              Effect.map(({ id }) => id),
              Effect.catchTags({
                InvoiceNotFound: () => Effect.fail(pageNotFound),
                InvoiceNotDraft: () => Effect.fail(refused)
              })
            )

    const conflict: Save["conflict"] = Effect.fnUntraced(function* (typed) {
      const who = yield* lastChange(workspace, page, draft.id)
      const { etag } = stored.fields
      const { words } = readerOf(workspace, page)
      return yield* show(
        editing,
        { ...typed, fields: { ...typed.fields, etag } },
        {
          status: 422,
          note: conflictOf(page, words, valuesOf(page.form), stored, who),
          form: page.form
        }
      )
    })

    return yield* answer(editing, { store, conflict })
  })
})

/** The draft is the copy of a corrected invoice. */
const correctedNote = (page: BrowserRequest) =>
  queryOf(page.request, "done") === "correct"
    ? note("good", p(wordsIn(page.language).invoice.done.correct))
    : null

export const layerEditorPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, signedInPost } = yield* makePages
    const invoicing = yield* Invoicing
    const show = yield* makeShow
    const defaultsOf = yield* makeDefaults
    const answer = yield* makeAnswer
    const draftOf = yield* makeDraft
    const edit = yield* makeEdit

    yield* settingsGet(newPath, (signedIn, page) =>
      Effect.flatMap(defaultsOf(signedIn.workspace, page), (values) =>
        show({ signedIn, page, draft: null }, values)
      )
    )

    yield* signedInPost(
      newPath,
      (signedIn, page) =>
        answer(
          { signedIn, page, draft: null },
          {
            store: (composed) =>
              Effect.map(invoicing.compose(signedIn.workspace, composed), ({ id }) => id),
            conflict: () => Effect.die("a new invoice has no version")
          }
        ),
      "invoice"
    )

    yield* settingsGet("/invoices/:id/edit", (signedIn, page) =>
      Effect.gen(function* () {
        const { draft, values } = yield* draftOf(signedIn.workspace, page)
        return draft.status === "draft"
          ? yield* show({ signedIn, page, draft }, values, { note: correctedNote(page) })
          : seeOther(placeOf(draft.id, isAllowed(draft, "issue a credit note") ? "correct" : null))
      })
    )

    yield* signedInPost("/invoices/:id/edit", edit, "invoice")
  })
)
