/** The route that a request met, for metrics: a template, never a path with ids in it. */
import { Context } from "effect"

export class RouteLabel extends Context.Service<RouteLabel, { value: string }>()(
  "retainer/http/RouteLabel"
) {}
