/**
 * API keys (docs/spec.md §5.1): made here, shown once, recognised by their first characters,
 * revoked. A key may do everything, read, or what is chosen.
 */
import { Effect, Result } from "effect"
import { HttpRouter } from "effect/http"
import { ApiKeys } from "../../../app/people/ApiKeys.ts"
import type { SignedIn } from "../../../app/people/SignIn.ts"
import type { ApiKey } from "../../../app/ports/people/ApiKeyRepository.ts"
import { actorName } from "../../../domain/access/Actor.ts"
import { readScopes, type Scope, scopes } from "../../../domain/access/Scope.ts"
import { mayManage } from "../../../domain/people/Permissions.ts"
import { line } from "../../../domain/text/Text.ts"
import { a, code, div, h1, h2, p, strong } from "../../../html/Elements.ts"
import { type Words, wordsIn } from "../../../words/Words.ts"
import { type BrowserRequest, type FormRequest, idOf } from "../../BrowserRequests.ts"
import type { Form } from "../../forms/FormReader.ts"
import { allValid, checked, type Problems } from "../../forms/Forms.ts"
import { seeOther } from "../../Layout.ts"
import { dayFormatOf } from "../../PageFormats.ts"
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

/** The choices of access, and the permissions of each; null is what is ticked. */
const accesses = [
  ["everything", scopes],
  ["readOnly", readScopes],
  ["choose", null]
] as const satisfies ReadonlyArray<readonly [string, ReadonlyArray<Scope> | null]>

const accessText = (all: ReadonlyArray<Scope>, words: Words): string => {
  const whole = accesses.find(
    ([, given]) =>
      given?.length === all.length && given.every((scope: Scope) => all.includes(scope))
  )
  return whole === undefined
    ? all.map((scope) => words.scopes.texts[scope]).join(", ")
    : words.settings.keys[whole[0]]
}

const keyRow = ({ user, workspace }: SignedIn, { language }: BrowserRequest, key: ApiKey) => {
  const words = wordsIn(language)
  const { by, keys } = words.settings
  const dayOf = dayFormatOf(workspace, language)
  const { createdBy, lastUsedAt } = key
  return [
    cell(strong(key.name), div({ class: "quiet small" }, accessText(key.scopes, words))),
    cell(code(key.visiblePart)),
    cell(
      dayOf(key.createdAt),
      createdBy === null ? null : div({ class: "quiet small" }, by(actorName(createdBy)))
    ),
    cell(lastUsedAt === null ? keys.never : dayOf(lastUsedAt)),
    actions(
      mayManage(user)
        ? a(
            { href: `${path}/${key.id}/revoke`, "aria-label": keys.revokeNamed(key.name) },
            keys.revoke
          )
        : null
    )
  ]
}

export const keysTable = (
  signedIn: SignedIn,
  page: BrowserRequest,
  keys: ReadonlyArray<ApiKey>
) => {
  const { keys: words, sections: titles } = wordsIn(page.language).settings
  return keys.length === 0
    ? p(words.none)
    : table(
        titles.keys,
        [...words.columns, ""],
        keys.map((key) => keyRow(signedIn, page, key))
      )
}

/** The permissions stand under their choice; the stylesheet hides them while it is another. */
const accessFields = (
  language: BrowserRequest["language"],
  given: Form | null,
  wrong: Problems
) => {
  const words = wordsIn(language)
  const { keys } = words.settings
  return div(
    { class: "events" },
    checks(
      "access",
      keys.access,
      accesses.map(([value]) => ({ value, label: keys[value] })),
      [given?.text("access") || "choose"],
      "radio",
      wrong
    ),
    div(
      { class: "kinds" },
      checks(
        "scopes",
        keys.permissions,
        scopes.map((scope) => ({
          value: scope,
          label: `${words.scopes.texts[scope]} (${scope})`
        })),
        given?.all("scopes") ?? [],
        "checkbox",
        wrong
      )
    )
  )
}

const makeForm = ({ cookies, language }: BrowserRequest, given: Form | null, wrong: Problems) => {
  const { keys } = wordsIn(language).settings
  return [
    h2(keys.create),
    form(path, cookies.csrf, [
      field({
        name: "name",
        label: keys.columns[0],
        value: given?.text("name") ?? "",
        hint: keys.nameHint,
        required: true,
        maxLength: 255,
        wrong
      }),
      accessFields(language, given, wrong),
      button(keys.createButton)
    ])
  ]
}

const listPage = (
  signedIn: SignedIn,
  page: BrowserRequest,
  keys: ReadonlyArray<ApiKey>,
  given: Form | null = null,
  wrong: Problems = []
) => {
  const words = wordsIn(page.language).settings
  return settingsPage(
    "keys",
    signedIn,
    page,
    [
      h1(words.sections.keys),
      p({ class: "quiet" }, words.keys.intro),
      problems(wrong),
      keysTable(signedIn, page, keys),
      ...(mayManage(signedIn.user) ? makeForm(page, given, wrong) : [])
    ],
    wrong.length === 0 ? 200 : 422
  )
}

/** The chosen permissions; none where a name is unknown. */
const scopesIn = (given: Form): ReadonlyArray<Scope> => {
  const access = given.text("access")
  const whole = accesses.find(([name]) => name === access)?.[1] ?? null
  if (whole !== null) return whole
  const ticked = given.all("scopes")
  const known = scopes.filter((scope) => ticked.includes(scope))
  return known.length === new Set(ticked).size ? known : []
}

const createKey =
  (keys: ApiKeys["Service"], { handOver }: OneTimeSecrets) =>
  (signedIn: SignedIn, page: FormRequest) =>
    Effect.gen(function* () {
      const words = wordsIn(page.language).settings
      const permitted = scopesIn(page.form)
      const input = allValid({
        name: checked(line(255), page.form.text("name"), words.users.rules.name),
        scopes:
          permitted.length === 0 ? Result.fail(words.keys.noPermission) : Result.succeed(permitted)
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
        Effect.catchTag("BoundReached", () => again([words.keys.tooMany]))
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
      Effect.map(requireKey(signedIn, page), ({ name }) => {
        const { keys: words, secret: copyWords } = wordsIn(page.language).settings
        return {
          title: words.newKey,
          shown: (secret) => [secretBox("api-key", name, secret, copyWords)],
          done: { href: path, label: words.done },
          another: { href: path, label: words.another }
        }
      })
    )

    yield* settingsGet(`${path}/:id/revoke`, (signedIn, page) =>
      Effect.map(requireKey(signedIn, page), (key) => {
        const words = wordsIn(page.language).settings.keys
        return questionPage(
          "keys",
          signedIn,
          page,
          words.revokeQuestion(key.name),
          words.revokeText(key.visiblePart),
          { url: `${path}/${key.id}/revoke`, label: words.revokeButton, back: path }
        )
      })
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
