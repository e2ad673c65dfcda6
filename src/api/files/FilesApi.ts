/** The endpoints of files (docs/spec.md §2.4). */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { fileScopes } from "../../domain/files/File.ts"
import { FileResource } from "../../domain/files/FileResource.ts"
import { ClientId, InvoiceId, ProjectId } from "../../domain/Ids.ts"
import { queryShape } from "../../domain/Resource.ts"
import { command, group, query } from "../endpoint/Endpoint.ts"
import { listOf, pageQuery } from "../endpoint/Pagination.ts"
import {
  ForbiddenResponse,
  ResourceNotFoundResponse,
  UnprocessableResponse
} from "../errors/ErrorEnvelope.ts"
import { idParam } from "../openapi/Describe.ts"

const hangsOn = (what: string) => ({ description: `Files that hang on ${what} itself` })

const fileQuery = queryShape({
  projectId: Schema.optionalKey(ProjectId.schema).annotateKey(hangsOn("this project")),
  clientId: Schema.optionalKey(ClientId.schema).annotateKey(hangsOn("this client")),
  invoiceId: Schema.optionalKey(InvoiceId.schema).annotateKey(hangsOn("this invoice")),
  ...pageQuery
})

const FileList = listOf(FileResource, "FileList")

/** The file of the form is streamed; only its fields are decoded. */
const FileUpload = Schema.Struct({
  file: Schema.String.annotate({ format: "binary", description: "The file, with its name" }),
  project_id: Schema.optionalKey(ProjectId.schema),
  client_id: Schema.optionalKey(ClientId.schema),
  invoice_id: Schema.optionalKey(InvoiceId.schema)
}).pipe(HttpApiSchema.asMultipartStream())

const params = idParam("file", "the file")
const notFound = ResourceNotFoundResponse

export class FilesApi extends group(
  "files",
  "Files that hang on projects, clients and invoices.",
  query(HttpApiEndpoint.get("list", "/files", { query: fileQuery, success: FileList }), {
    scope: "files:read",
    role: "member",
    summary: "List files",
    description: "Newest first. A file hangs on one project, client or invoice."
  }),
  command(
    HttpApiEndpoint.post("create", "/files", {
      payload: FileUpload,
      success: FileResource.pipe(HttpApiSchema.status("Created")),
      error: [ForbiddenResponse, UnprocessableResponse]
    }),
    {
      scope: { kind: "any", scopes: fileScopes },
      role: "member",
      answers: "resource",
      location: "/v1/files",
      summary: "Upload a file",
      description:
        "A form with `file` and exactly one of `project_id`, `client_id` and `invoice_id`; " +
        "the scope is the `:write` scope of what it hangs on. At most 100 MiB, unless the " +
        "operator set another limit. `content_type` follows from the bytes; what a browser " +
        "would run is `text/plain` or `application/octet-stream`. A repeat with the same " +
        "`Idempotency-Key` is compared by name, bytes and what it hangs on."
    }
  ),
  query(
    HttpApiEndpoint.get("get", "/files/:id", { params, success: FileResource, error: notFound }),
    {
      scope: "files:read",
      role: "member",
      answers: "resource",
      summary: "Get a file",
      description: "`download_url` works without a credential, for 5 minutes at most."
    }
  ),
  command(
    HttpApiEndpoint.delete("delete", "/files/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [ForbiddenResponse, notFound, UnprocessableResponse]
    }),
    {
      scope: { kind: "any", scopes: fileScopes },
      role: "member",
      summary: "Delete a file",
      description:
        "Its bytes are deleted too, for good. The scope is the `:write` scope of what it hangs on."
    }
  )
) {}
