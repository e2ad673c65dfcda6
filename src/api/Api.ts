/**
 * The whole API as one value: the server implements it, the typed client derives from it, OpenAPI is
 * printed from it. Importable in a browser.
 */
import { HttpApi, OpenApi } from "effect/http-api"
import { ClientsApi } from "./ClientsApi.ts"
import { InvoicesApi } from "./InvoicesApi.ts"
import { Authentication, Authorization, Defects, QueryErrors, RateLimit } from "./Middleware.ts"
import { documentOperations } from "./OpenApiDocument.ts"
import { ProjectsApi } from "./ProjectsApi.ts"

// Of middlewares the last is the outermost: 500 around 401 around 403 around 429 around 400.
export class Api extends HttpApi.make("retainer")
  .add(ProjectsApi, InvoicesApi, ClientsApi)
  .prefix("/v1")
  .middleware(QueryErrors)
  .middleware(RateLimit)
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(Defects)
  .annotate(HttpApi.QueryParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Retainer",
      version: "1",
      description:
        "Projects, clients and invoices of an agency. Amounts are integers in minor currency units.",
      license: { name: "MIT", identifier: "MIT" },
      servers: [{ url: "/", description: "This server" }],
      transform: documentOperations
    })
  ) {}
