/**
 * `/docs`: the OpenAPI document for people, rendered here. It needs no script, loads nothing from
 * anywhere else, and is under the policy of every page, which ready-made viewers do not pass.
 */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { OpenApi } from "effect/http-api"
import { type ComponentChild, h } from "preact"
import { Api } from "../../api/Api.ts"
import { pageResponse } from "../Layout.ts"
import {
  type Answer,
  type ApiDocument,
  type Body,
  type Group,
  type NamedSchema,
  type Operation,
  type Row,
  readDocument,
  type TypeText
} from "./Document.ts"

/** Paragraphs, and what stands between backticks as code: all that our descriptions use. */
const prose = (text: string): ReadonlyArray<ComponentChild> =>
  text
    .split("\n\n")
    .filter((part) => part.trim() !== "")
    .map((part) =>
      h(
        "p",
        null,
        ...part.split("`").map((piece, at) => (at % 2 === 1 ? h("code", null, piece) : piece))
      )
    )

const inline = (text: string): ReadonlyArray<ComponentChild> =>
  text.split("`").map((piece, at) => (at % 2 === 1 ? h("code", null, piece) : piece))

const typeText = ({ before, schema, after }: TypeText): ReadonlyArray<ComponentChild> => [
  before,
  schema === null ? "" : h("a", { href: `#schema-${schema}` }, schema),
  after
]

const rowsTable = (caption: string, rows: ReadonlyArray<Row & { readonly place?: string }>) =>
  h(
    "table",
    { class: "stack" },
    h("caption", null, caption),
    h(
      "thead",
      null,
      h("tr", null, ...["Name", "Type", "Meaning"].map((name) => h("th", { scope: "col" }, name)))
    ),
    h(
      "tbody",
      null,
      ...rows.map(({ name, place, type, required, description }) =>
        h(
          "tr",
          null,
          h("td", null, h("code", null, name), place === undefined ? "" : ` in ${place}`),
          h(
            "td",
            null,
            ...typeText(type),
            required ? "" : h("span", { class: "quiet" }, " (optional)")
          ),
          h("td", null, ...inline(description))
        )
      )
    )
  )

const code = (text: string) => h("pre", { class: "code" }, h("code", null, text))

const bodyPart = (operation: Operation, body: Body) => [
  h("h4", null, "Body: ", ...typeText(body.type)),
  ...(body.rows.length > 0 ? [rowsTable(`Body of ${operation.summary}`, body.rows)] : []),
  ...(body.example === null ? [] : [code(body.example)])
]

const answerLine = ({ status, description, body }: Answer) =>
  h(
    "li",
    null,
    h("code", null, status),
    // The answer's own words say no more than the name of its schema.
    " ",
    ...(body === null ? [description] : typeText(body.type))
  )

const operationPart = (operation: Operation) =>
  h(
    "section",
    { id: operation.id, class: "operation", "aria-labelledby": `${operation.id}-name` },
    h("h3", { id: `${operation.id}-name` }, operation.summary),
    h(
      "p",
      null,
      h("span", { class: "badge" }, operation.method),
      " ",
      h("code", null, operation.path)
    ),
    ...prose(operation.description),
    ...(operation.parameters.length === 0
      ? []
      : [
          h("h4", null, "Parameters"),
          rowsTable(`Parameters of ${operation.summary}`, operation.parameters)
        ]),
    ...(operation.body === null ? [] : bodyPart(operation, operation.body)),
    h("h4", null, "Answers"),
    h("ul", { class: "ticks" }, ...operation.answers.map(answerLine)),
    // Examples of errors are the same everywhere: they stand with their schemas.
    ...operation.answers.flatMap(({ status, body }) =>
      body?.example != null && status.startsWith("2") ? [code(body.example)] : []
    )
  )

const groupPart = ({ name, description, operations }: Group) => [
  h("h2", { id: `group-${name}` }, name.replaceAll("_", " ")),
  ...prose(description),
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
    const example = errorExample(document, name)
    return h(
      "section",
      { id: `schema-${name}`, class: "operation", "aria-labelledby": `schema-${name}-name` },
      h("h3", { id: `schema-${name}-name` }, name),
      ...prose(description),
      ...(rows.length === 0 ? [] : [rowsTable(`Fields of ${name}`, rows)]),
      ...(example === null ? [] : [code(example)])
    )
  }

const navigation = ({ groups }: ApiDocument) =>
  h(
    "nav",
    { class: "side", "aria-label": "Contents" },
    h(
      "ul",
      null,
      ...groups.map(({ name }) =>
        h("li", null, h("a", { href: `#group-${name}` }, name.replaceAll("_", " ")))
      ),
      h("li", null, h("a", { href: "#schemas" }, "schemas"))
    )
  )

const contents = ({ groups }: ApiDocument) =>
  h(
    "ul",
    { class: "ticks" },
    ...groups.flatMap(({ operations }) =>
      operations.map(({ id, method, path, summary }) =>
        h(
          "li",
          null,
          h("a", { href: `#${id}` }, summary),
          " ",
          h("code", null, `${method} ${path}`)
        )
      )
    )
  )

const docsPage = (document: ApiDocument) =>
  pageResponse(
    `${document.title} API`,
    [
      h("h1", null, `${document.title} API`),
      ...prose(document.description),
      h(
        "p",
        null,
        "For programs: ",
        h("a", { href: "/openapi.json" }, "the OpenAPI document"),
        "."
      ),
      h("h2", null, "Authentication"),
      ...prose(document.authentication),
      h("h2", null, "Operations"),
      contents(document),
      ...document.groups.flatMap(groupPart),
      h("h2", { id: "schemas" }, "Schemas"),
      ...document.schemas.map(schemaPart(document))
    ],
    {
      side: navigation(document),
      brand: { name: document.title, colour: null, logoUrl: null },
      headers: { "cache-control": "public, max-age=300" }
    }
  )

export const layerDocsPage = HttpRouter.use((router) =>
  router.add("GET", "/docs", Effect.succeed(docsPage(readDocument(OpenApi.fromApi(Api)))))
)
