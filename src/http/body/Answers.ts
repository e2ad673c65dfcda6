/**
 * Answers encoded by the shape of the resource or list, without the schema: the compiler has
 * checked them. A test proves that both encode the same.
 */
import { HttpServerResponse } from "effect/http"
import type { Shape } from "../../domain/Resource.ts"

/** A page of a log. Its entries are JSON texts, which are not parsed. */
export const logAnswer = (
  entries: ReadonlyArray<string>,
  meta: { readonly limit: number; readonly next_after: number }
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(`{"data":[${entries.join(",")}],"meta":${JSON.stringify(meta)}}`, {
    contentType: "application/json"
  })

export const answerOf = <T>(
  { toWire }: Shape<T>,
  value: NoInfer<T>
): HttpServerResponse.HttpServerResponse => HttpServerResponse.jsonUnsafe(toWire(value))

/** `Location` is the id until the endpoint's rule completes it. */
export const createdAnswer = <T extends { readonly id: string }>(
  { toWire }: Shape<T>,
  value: NoInfer<T>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(toWire(value), { status: 201, headers: { location: value.id } })
