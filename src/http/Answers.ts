/**
 * Answers whose JSON is written by the shape of what they say, and not checked against its schema again: the
 * compiler has checked it, and a page is many rows. A test proves that both write the same.
 */
import { HttpServerResponse } from "effect/http"
import type { Shape } from "../domain/Resource.ts"

export const answerOf = <T>(
  { toWire }: Shape<T>,
  value: NoInfer<T>
): HttpServerResponse.HttpServerResponse => HttpServerResponse.jsonUnsafe(toWire(value))
