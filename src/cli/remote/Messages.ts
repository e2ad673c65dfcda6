/** What the command line and the server that runs its command say to each other. */
import { Schema } from "effect"
import type { Wire } from "../../infra/control/Wire.ts"

const message = <const Type extends string, Fields extends Schema.Struct.Fields>(
  type: Type,
  fields: Fields
) => Schema.Struct({ type: Schema.Literal(type), ...fields })

/** The first that is said; `secret` shows that this is the same user. */
export const Hello = message("hello", {
  version: Schema.String,
  secret: Schema.String,
  args: Schema.Array(Schema.String)
})

/** The server says how it goes, and asks for what only the operator's side has. */
export const FromServer = Schema.Union([
  message("out", { text: Schema.String }),
  message("err", { text: Schema.String }),
  message("progress", { unit: Schema.String, done: Schema.Int, total: Schema.Int }),
  message("confirm", { question: Schema.String }),
  /** Opens the file; every `more` is answered with bytes, `ended` or `failed`. */
  message("read", { path: Schema.String }),
  message("more", {}),
  /** Begins a file, whose bytes follow; answered with `done` or `failed`, as `written` is. */
  message("write", { path: Schema.String, overwrite: Schema.Boolean }),
  message("written", {}),
  message("exit", { code: Schema.Int })
])
export type FromServer = typeof FromServer.Type

/** Answers, in the order of the questions. */
export const FromOperator = Schema.Union([
  message("answer", { yes: Schema.NullOr(Schema.Boolean) }),
  message("ended", {}),
  message("done", {}),
  message("failed", { message: Schema.String })
])
export type FromOperator = typeof FromOperator.Type

/** Texts of more are cut into several. */
const longestText = 100_000

export const tell = (wire: Wire, said: FromServer | FromOperator | typeof Hello.Type) =>
  wire.send({ kind: "text", text: JSON.stringify(said) })

/** A text of any length, in pieces that a frame holds. */
export const tellText = async (wire: Wire, type: "out" | "err", text: string): Promise<void> => {
  let from = 0
  while (from < text.length) {
    let end = Math.min(from + longestText, text.length)
    // Not between the halves of a character.
    if (end < text.length && !text.slice(from, end).isWellFormed()) end -= 1
    await tell(wire, { type, text: text.slice(from, end) })
    from = end
  }
}

export const readHello = Schema.decodeOption(Schema.fromJsonString(Hello))
export const readFromServer = Schema.decodeOption(Schema.fromJsonString(FromServer))
export const readFromOperator = Schema.decodeOption(Schema.fromJsonString(FromOperator))
