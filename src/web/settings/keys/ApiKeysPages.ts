/**
 * API keys (docs/spec.md §5.1): made here, shown once, recognised by their first characters,
 * revoked.
 */
import { type DateTime, Effect, Result, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { ApiKeys } from "../../../app/people/ApiKeys.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { ApiKey } from "../../../app/ports/people/ApiKeyRepository.ts"
import { type Actor, actorName } from "../../../domain/access/Actor.ts"
import { Scope, scopes, scopeTexts } from "../../../domain/access/Scope.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { line } from "../../../domain/text/Text.ts"
import { dayIn } from "../../../domain/time/CalendarDate.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { a, code, div, h1, h2, p, strong } from "../../../html/Elements.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import { allValid, checked, type Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { makePages, pageNotFound } from "../../Pages.ts"
import {
  actions,
  button,
  cell,
  checks,
  field,
  form,
  problems,
  secretBox,
  table
} from "../../Parts.ts"
import { makeOneTimeSecrets, type OneTimeSecrets } from "../OneTimeSecrets.ts"
import { questionPage, sections, settingsPage } from "../SettingsLayout.ts"

const { path } = sections.keys

const scopeChoices = scopes.map((scope) => ({
  value: scope,
  label: `${scopeTexts[scope]} (${scope})`
}))

/** A day of the workspace in its own form. */
export const dayOrNever = (workspace: Workspace, at: DateTime.Utc | null): string =>
  at === null ? "Never" : formatsOf(workspace.locale).date(dayIn(workspace.zone, at))

/** The creator, if known. */
export const madeBy = (actor: Actor | null) =>
  actor === null ? null : div({ class: "quiet small" }, `by ${actorName(actor)}`)

const scopesOf = (all: ReadonlyArray<Scope>): string =>
  all.length === scopes.length ? "Everything" : all.map((scope) => scopeTexts[scope]).join(", ")

const keyRow = ({ user, workspace }: SignedIn, key: ApiKey) => [
  cell(strong(key.name), div({ class: "quiet small" }, scopesOf(key.scopes))),
  cell(code(key.visiblePart)),
  cell(dayOrNever(workspace, key.createdAt), madeBy(key.createdBy)),
  cell(dayOrNever(workspace, key.lastUsedAt)),
  actions(
    mayManage(user)
      ? a({ href: `${path}/${key.id}/revoke`, "aria-label": `Revoke ${key.name}` }, "Revoke")
      : null
  )
]

export const keysTable = (signedIn: SignedIn, keys: ReadonlyArray<ApiKey>) =>
  keys.length === 0
    ? p("There is no key yet.")
    : table(
        "Keys",
        ["Name", "Begins with", "Created", "Last used", "Actions"],
        keys.map((key) => keyRow(signedIn, key))
      )

const makeForm = (csrf: string, given: Form | null, wrong: Problems) => [
  h2("Create a key"),
  form(path, csrf, [
    field({
      name: "name",
      label: "Name",
      value: given?.text("name") ?? "",
      hint: "What the key is for, as in “Accounting export”.",
      required: true,
      maxLength: 255,
      wrong
    }),
    checks("scopes", "Permissions", scopeChoices, given?.all("scopes") ?? [], "checkbox", wrong),
    button("Create the key")
  ])
]

const listPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  keys: ReadonlyArray<ApiKey>,
  given: Form | null = null,
  wrong: Problems = []
) =>
  settingsPage(
    "keys",
    signedIn,
    page,
    [
      h1("API keys"),
      p(
        { class: "quiet" },
        "For your own servers. A key has access to the whole workspace, within its permissions."
      ),
      problems(wrong),
      keysTable(signedIn, keys),
      ...(mayManage(signedIn.user) ? makeForm(page.cookies.csrf, given, wrong) : [])
    ],
    wrong.length === 0 ? 200 : 422
  )

const createKey =
  (keys: ApiKeys["Service"], { handOver }: OneTimeSecrets) =>
  (signedIn: SignedIn, page: FormRequest) =>
    Effect.gen(function* () {
      const input = allValid({
        name: checked("Name", line(255), page.form.text("name")),
        scopes: Result.flatMap(
          checked("Permissions", Schema.Array(Scope), page.form.all("scopes")),
          (chosen) =>
            chosen.length === 0
              ? Result.fail("Choose at least one permission")
              : Result.succeed(scopes.filter((scope) => chosen.includes(scope)))
        )
      })
      const again = (wrong: Problems) =>
        Effect.map(keys.list(signedIn.workspace.id), (all) =>
          listPage(signedIn, page, all, page.form, wrong)
        )
      if (Result.isFailure(input)) return yield* again(input.failure)
      const { name, scopes: chosen } = input.success
      return yield* keys.create(signedIn.workspace.id, name, chosen).pipe(
        Effect.flatMap(({ id, secret }) =>
          handOver(signedIn, page, `${path}/${id}/secret`, secret)
        ),
        Effect.catchTag("BoundReached", ({ message }) => again([message]))
      )
    })

export const layerApiKeysPages = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, provedPost } = yield* makePages
    const secrets = yield* makeOneTimeSecrets
    const keys = yield* ApiKeys
    const requireKey = (signedIn: SignedIn, page: BrowserRequest) =>
      Effect.mapError(keys.get(signedIn.workspace.id, idOf(page)), () => pageNotFound)

    yield* settingsGet(path, (signedIn, page) =>
      Effect.map(keys.list(signedIn.workspace.id), (all) => listPage(signedIn, page, all))
    )

    yield* provedPost(path, createKey(keys, secrets))

    yield* secrets.showOnce("keys", `${path}/:id/secret`, (signedIn, page) =>
      Effect.map(requireKey(signedIn, page), ({ name }) => ({
        title: "Your new key",
        shown: (secret) => [secretBox("api-key", name, secret)],
        done: { href: path, label: "Done" },
        another: { href: path, label: "Create another key" }
      }))
    )

    yield* settingsGet(`${path}/:id/revoke`, (signedIn, page) =>
      Effect.map(requireKey(signedIn, page), (key) =>
        questionPage(
          "keys",
          signedIn,
          page,
          `Revoke ${key.name}?`,
          `Requests with ${key.visiblePart} are refused from then on. This cannot be undone.`,
          { url: `${path}/${key.id}/revoke`, label: "Revoke the key", back: path }
        )
      )
    )

    yield* provedPost(`${path}/:id/revoke`, (signedIn, page) =>
      Effect.gen(function* () {
        const key = yield* requireKey(signedIn, page)
        yield* Effect.mapError(keys.revoke(signedIn.workspace.id, key.id), () => pageNotFound)
        return seeOther(`${path}?done=revoked`)
      })
    )
  })
)
