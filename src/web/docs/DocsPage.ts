/**
 * `/docs`: the OpenAPI document as a page, rendered by the server. It works without script, loads
 * nothing from other sites and has the content security policy of every page, which ready-made
 * viewers do not pass. Its script may send requests to this server.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { OpenApi } from "effect/http-api"
import { Api } from "../../api/Api.ts"
import {
  a,
  button,
  type Child,
  caption,
  code,
  div,
  h1,
  h2,
  h3,
  h4,
  input,
  label,
  li,
  nav,
  p,
  pre,
  section,
  span,
  table,
  tbody,
  td,
  th,
  thead,
  tr,
  ul
} from "../../html/Elements.ts"
import { asset } from "../assets/Assets.ts"
import { pageResponse } from "../Layout.ts"
import { docsScript } from "./DocsScript.ts"
import {
  type ApiDocument,
  type Body,
  type DocumentedAnswer,
  type DocumentedField,
  type DocumentedOperation,
  type Group,
  type NamedSchema,
  readDocument,
  type TypeText
} from "./Document.ts"
import { shellOf } from "./Shell.ts"

/** Text between backticks is code: our descriptions use no other markup. */
const inline = (text: string): ReadonlyArray<Child> =>
  text.split("`").map((piece, at) => (at % 2 === 1 ? code(piece) : piece))

/** Paragraphs of the same. */
const paragraphs = (text: string): ReadonlyArray<Child> =>
  text
    .split("\n\n")
    .filter((part) => part.trim() !== "")
    .map((part) => p(inline(part)))

const typeText = ({ before, schema, after }: TypeText): ReadonlyArray<Child> => [
  before,
  schema === null ? "" : a({ href: `#schema-${schema}` }, schema),
  after
]

const rowsTable = (
  name: string,
  rows: ReadonlyArray<DocumentedField & { readonly place?: string }>
) =>
  table(
    { class: "stack" },
    caption(name),
    thead(tr(["Name", "Type", "Meaning"].map((name) => th({ scope: "col" }, name)))),
    tbody(
      rows.map(({ name, place, type, required, description }) =>
        tr(
          td(code(name), place === undefined ? "" : ` in ${place}`),
          td(typeText(type), required ? "" : span({ class: "quiet" }, " (optional)")),
          td(inline(description))
        )
      )
    )
  )

const example = (text: string, id?: string) => pre({ class: "code", id }, code(text))

/** The script turns it into a form. */
const tryButton = ({ id, method, path, summary }: DocumentedOperation) =>
  button(
    {
      type: "button",
      class: "second",
      hidden: true,
      "data-operation": id,
      "data-method": method,
      "data-path": path,
      "aria-label": `Try it: ${summary}`
    },
    "Try it"
  )

const shellPart = (operation: DocumentedOperation) => {
  const command = shellOf(operation)
  return command === null
    ? []
    : [pre({ class: "code" }, code({ "data-shell": "" }, command)), tryButton(operation)]
}

const keyField = div(
  { class: "field", hidden: true },
  label({ for: "key" }, "API key"),
  input({ id: "key", type: "text", autocomplete: "off", spellcheck: false, placeholder: "rk_…" }),
  p(
    { class: "hint" },
    "It is put into the examples below and sent with what you try, and stays in this page. A new installation prints one when it starts; others are made in the ",
    a({ href: "/settings/api-keys" }, "settings"),
    "."
  )
)

const bodyPart = (operation: DocumentedOperation, body: Body) => [
  h4("Body: ", typeText(body.type)),
  ...(body.rows.length > 0 ? [rowsTable(`Body of ${operation.summary}`, body.rows)] : []),
  ...(body.example === null ? [] : [example(body.example, `body-${operation.id}`)])
]

const answerLine = ({ status, description, body }: DocumentedAnswer) =>
  li(
    code(status),
    // The answer's own words say no more than the name of its schema.
    " ",
    body === null ? [description] : typeText(body.type)
  )

const operationPart = (operation: DocumentedOperation) =>
  section(
    { id: operation.id, class: "operation", "aria-labelledby": `${operation.id}-name` },
    h3({ id: `${operation.id}-name` }, operation.summary),
    p(span({ class: "badge" }, operation.method), " ", code(operation.path)),
    paragraphs(operation.description),
    shellPart(operation),
    operation.parameters.length === 0
      ? []
      : [h4("Parameters"), rowsTable(`Parameters of ${operation.summary}`, operation.parameters)],
    operation.body === null ? [] : bodyPart(operation, operation.body),
    h4("Answers"),
    ul({ class: "ticks" }, operation.answers.map(answerLine)),
    // Examples of errors are the same everywhere: they are shown with their schemas.
    operation.answers.flatMap(({ status, body }) =>
      body?.example != null && status.startsWith("2") ? [example(body.example)] : []
    )
  )

const groupPart = ({ name, description, operations }: Group) => [
  h2({ id: `group-${name}` }, name.replaceAll("_", " ")),
  ...paragraphs(description),
  ...operations.map(operationPart)
]

const errorExample = ({ groups }: ApiDocument, name: string): string | null => {
  const answers = groups.flatMap(({ operations }) => operations.flatMap((one) => one.answers))
  const found = answers.find(({ status, body }) => body?.type.schema === name && status >= "400")
  return found?.body?.example ?? null
}

const schemaPart =
  (document: ApiDocument) =>
  ({ name, description, rows }: NamedSchema) => {
    const ofError = errorExample(document, name)
    return section(
      { id: `schema-${name}`, class: "operation", "aria-labelledby": `schema-${name}-name` },
      h3({ id: `schema-${name}-name` }, name),
      paragraphs(description),
      rows.length === 0 ? [] : [rowsTable(`Fields of ${name}`, rows)],
      ofError === null ? [] : [example(ofError)]
    )
  }

const navigation = ({ groups }: ApiDocument) =>
  nav(
    { class: "side", "aria-label": "Contents" },
    ul(
      groups.map(({ name }) => li(a({ href: `#group-${name}` }, name.replaceAll("_", " ")))),
      li(a({ href: "#schemas" }, "schemas"))
    )
  )

const contents = ({ groups }: ApiDocument) =>
  ul(
    { class: "ticks" },
    groups.flatMap(({ operations }) =>
      operations.map(({ id, method, path, summary }) =>
        li(a({ href: `#${id}` }, summary), " ", code(`${method} ${path}`))
      )
    )
  )

const docsPage = (document: ApiDocument) =>
  pageResponse(
    `${document.title} API`,
    [
      h1(`${document.title} API`),
      ...paragraphs(document.description),
      p("For programs: ", a({ href: "/openapi.json" }, "the OpenAPI document"), "."),
      h2("Authentication"),
      ...paragraphs(document.authentication),
      keyField,
      h2("Operations"),
      contents(document),
      ...document.groups.flatMap(groupPart),
      h2({ id: "schemas" }, "Schemas"),
      ...document.schemas.map(schemaPart(document))
    ],
    {
      side: navigation(document),
      isOpen: true,
      script: "/assets/docs.js",
      sheet: "docs",
      brand: { name: document.title, colour: null, logoUrl: null },
      headers: { "cache-control": "public, max-age=300" }
    }
  )

/** Rendered at the first request: it takes a tenth of a start, and its document is several MiB. */
export const layerDocsPage = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const page = yield* Effect.cached(
      Effect.sync(() => docsPage(readDocument(OpenApi.fromApi(Api))))
    )
    yield* router.add("GET", "/docs", page)
    yield* router.add("GET", "/assets/docs.js", asset(docsScript, "text/javascript"))
  })
)
