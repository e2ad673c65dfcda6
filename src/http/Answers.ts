/**
 * Answers whose JSON is written by the shape of the resource or list, and not checked against its schema again: the
 * compiler has checked it. A test proves that both write the same.
 */
import { HttpServerResponse } from "effect/http"
import type { Shape } from "../domain/Resource.ts"

/** A page of a log, whose entries are JSON texts already: none of them is parsed. */
export const logAnswer = (
  entries: ReadonlyArray<string>,
  meta: { readonly limit: number; readonly next_after: number }
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(`{"data":[${entries.join(",")}],"meta":${JSON.stringify(meta)}}`, {
    contentType: "application/json"
  })

/** `status` is that which the endpoint declares. */
export const answerOf = <T>(
  { toWire }: Shape<T>,
  value: NoInfer<T>,
  status: 200 | 201 = 200
): HttpServerResponse.HttpServerResponse => HttpServerResponse.jsonUnsafe(toWire(value), { status })
