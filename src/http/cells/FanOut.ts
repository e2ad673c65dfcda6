/**
 * Fan-out of requests that no label leads to one cell: every cell that is up gets them at once, and
 * one of their answers is passed on. A sign-in first finds out where the password is right, which
 * starts no session, and then lets that cell alone go on (`CellSignIn.ts`).
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Option, Schema } from "effect"
import { appRequestIn } from "./CellOfRequest.ts"
import { answerHeaders, signInStepHeader } from "./Forward.ts"
import type { Upstream } from "./Upstream.ts"

/** Marks the answer of the cell that knows the document (`CheckPage.ts`). */
const foundHeader = "retainer-found"

/** The answer of a page; a longer one is none. */
const maxAnswerBytes = 2_097_152
/** A password takes a while where many sign in. Less than the 10 s of a cell that is down. */
const answerMillis = 9000

interface Answer {
  readonly cell: Upstream
  readonly status: number
  readonly reason: string
  readonly rawHeaders: ReadonlyArray<string>
  readonly header: (name: string) => string
  readonly body: Buffer
}

interface PostedForm {
  readonly path: string
  readonly headers: ReadonlyArray<string>
  readonly body: Buffer
}

const isLength = (name: string): boolean => /^(?:content-length|transfer-encoding)$/i.test(name)

const withLength = (headers: ReadonlyArray<string>, body: Buffer): string[] => {
  const left: string[] = []
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? ""
    if (!isLength(name)) left.push(name, headers[at + 1] ?? "")
  }
  return [...left, "Content-Length", String(body.length)]
}

/** Undefined if the cell does not answer. */
const postTo = (
  cell: Upstream,
  { path, headers, body }: PostedForm,
  ...more: ReadonlyArray<string>
): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    if (cell.state() === "silent") return resolve(undefined)
    const sent = cell.send("POST", path, [...withLength(headers, body), ...more])
    const late = setTimeout(() => sent.destroy(), answerMillis)
    sent.once("close", () => {
      clearTimeout(late)
      resolve(undefined)
    })
    sent.on("error", () => resolve(undefined))
    sent.once("response", (answer) => {
      const chunks: Buffer[] = []
      let length = 0
      answer.on("data", (chunk: Buffer) => {
        length += chunk.length
        if (length > maxAnswerBytes) sent.destroy()
        else chunks.push(chunk)
      })
      answer.once("end", () =>
        resolve({
          cell,
          status: answer.statusCode ?? 500,
          reason: answer.statusMessage ?? "",
          rawHeaders: answer.rawHeaders,
          header: (name) => String(answer.headers[name] ?? ""),
          body: Buffer.concat(chunks)
        })
      )
    })
    sent.end(body)
  })

const postToAll = async (
  cells: ReadonlyArray<Upstream>,
  form: PostedForm,
  ...more: ReadonlyArray<string>
): Promise<ReadonlyArray<Answer>> => {
  const answers = await Promise.all(cells.map((cell) => postTo(cell, form, ...more)))
  return answers.filter((answer) => answer !== undefined)
}

export interface Everywhere {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly headers: ReadonlyArray<string>
  readonly body: Buffer
  readonly cells: ReadonlyArray<Upstream>
}

/** False if there is no answer to pass on. */
const pass = (response: ServerResponse, answer: Answer | undefined): boolean => {
  if (answer === undefined) return false
  response.writeHead(answer.status, answer.reason, answerHeaders(answer.rawHeaders))
  response.end(answer.body)
  return true
}

const formOf = ({ request, headers, body }: Everywhere): PostedForm => ({
  path: request.url ?? "/",
  headers,
  body
})

/** False if no cell answers. */
export const postEverywhere = async (all: Everywhere): Promise<boolean> => {
  const answers = await postToAll(all.cells, formOf(all))
  const found = answers.find(({ header }) => header(foundHeader) !== "")
  return pass(all.response, found ?? answers.find(({ status }) => status < 400) ?? answers[0])
}

/** The workspaces in which the password is right, with the proof of that for their cell. */
const Matches = Schema.fromJsonString(
  Schema.Struct({
    matches: Schema.Array(
      Schema.Struct({ id: Schema.String, name: Schema.String, proof: Schema.String })
    )
  })
)
const matchesIn = Schema.decodeUnknownOption(Matches)

/** As many as a header has room for. */
const maxChoices = 20

const isJson = ({ status, header }: Answer): boolean =>
  status === 200 && header("content-type").includes("json")

/** The cells that may know the person: only that of the app to which the sign-in returns. */
const cellsOf = (form: URLSearchParams, cells: ReadonlyArray<Upstream>) => {
  const app = appRequestIn(form.get("return_to") ?? "")
  if (app === undefined) return cells
  const its = cells.filter(({ label }, at) => (app.label === null ? at === 0 : label === app.label))
  return its.length === 0 ? cells : its
}

/**
 * A wrong password and an unknown address get the page of the first cell that is up, after the same
 * work in each. False if no cell answers.
 */
export const signInEverywhere = async (all: Everywhere): Promise<boolean> => {
  const { response, body } = all
  const form = formOf(all)
  const cells = cellsOf(new URLSearchParams(body.toString()), all.cells)
  const answers = await postToAll(cells, form, signInStepHeader, "ask")
  const decided = answers.filter(isJson)
  const refused = answers.filter((answer) => !isJson(answer) && answer.status < 500)
  const matches = decided.flatMap(({ cell, body: text }) =>
    Option.match(matchesIn(text.toString()), {
      onNone: () => [],
      onSome: (found) => found.matches.map((match) => ({ ...match, cell }))
    })
  )
  const [first, ...others] = matches
  if (first === undefined) {
    // Its limit of tries, or a form that is not ours: the same for every address.
    if (refused.length > 0) return pass(response, refused[0])
    if (decided.length === 0) return pass(response, answers[0])
    const step = decided.length < cells.length ? "none some-down" : "none"
    const pages = await postToAll(
      decided.map(({ cell }) => cell),
      form,
      signInStepHeader,
      step
    )
    return pass(response, pages[0])
  }
  const choices = matches
    .slice(0, maxChoices)
    .map(({ id, name }) => ({ id, name: name.slice(0, 60) }))
  const step =
    others.length === 0
      ? `begin ${first.proof}`
      : `choose ${Buffer.from(JSON.stringify(choices)).toString("base64url")}`
  return pass(response, await postTo(first.cell, form, signInStepHeader, step))
}
