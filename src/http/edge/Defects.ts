/** Names the route to the edge, which answers for what nobody foresaw (500) and for a database too busy to begin (429). */
import { Context, Effect, Layer } from "effect"
import { Defects } from "../../api/endpoint/Middleware.ts"
import { RequestFacts } from "./RequestFacts.ts"

/** The outermost of the API's middlewares is the first that knows the route. */
export const layerDefects = Layer.succeed(
  Defects,
  Defects.of((httpEffect, { endpoint }) =>
    Effect.withFiber(({ context }) => {
      const facts = Context.getOrUndefined(context, RequestFacts)
      if (facts !== undefined) facts.route = endpoint.path
      return httpEffect
    })
  )
)
