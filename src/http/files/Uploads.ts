/**
 * A file in a request: received before the transaction of an `Idempotency-Key` begins, so that a
 * slow sender holds no lock. For idempotency its name, its hash and its fields stand for the body:
 * a repeated request has the same ones, and its bytes are removed.
 */
import { Effect, Layer, Result, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentUpload, CurrentWorkspace, Upload } from "../../api/endpoint/Middleware.ts"
import { readUpload } from "../../api/endpoint/UploadForm.ts"
import { BadRequest, Unprocessable } from "../../api/errors/ErrorEnvelope.ts"
import { Files } from "../../app/files/Files.ts"
import { ClientId, InvoiceId, ProjectId } from "../../domain/Ids.ts"
import { shape } from "../../domain/Resource.ts"
import { describeIssue } from "../body/SchemaIssues.ts"

const Targets = shape({
  projectId: Schema.optionalKey(ProjectId.schema),
  clientId: Schema.optionalKey(ClientId.schema),
  invoiceId: Schema.optionalKey(InvoiceId.schema)
})

const decodeTargets = Schema.decodeUnknownResult(Targets, {
  errors: "all",
  onExcessProperty: "error"
})

const targetsIn = (fields: ReadonlyMap<string, string>) => {
  const given = Object.fromEntries([...fields].filter(([, value]) => value !== ""))
  return Result.match(decodeTargets(given), {
    onFailure: ({ issue }) => Effect.fail(new Unprocessable({ message: describeIssue(issue) })),
    onSuccess: Effect.succeed
  })
}

/** The request with this in the place of its body. */
const withBody = (
  request: HttpServerRequest.HttpServerRequest,
  body: string
): HttpServerRequest.HttpServerRequest => {
  const bytes = new TextEncoder().encode(body)
  const headers = { ...request.headers, "content-length": String(bytes.length) }
  return Object.create(request, {
    headers: { value: headers },
    arrayBuffer: { value: Effect.succeed(bytes.buffer) },
    text: { value: Effect.succeed(body) }
  })
}

const unprocessable = (message: string) => Effect.fail(new Unprocessable({ message }))

export const layerUpload = Layer.effect(
  Upload,
  Effect.map(Files, (files) =>
    Upload.of((httpEffect) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const workspace = yield* CurrentWorkspace
        const mayBeRepeat = request.headers["idempotency-key"] !== undefined
        return yield* files.receiving(workspace, (receive) =>
          Effect.gen(function* () {
            const { file, fields } = yield* readUpload(request, {
              maxBytes: files.maxBytes,
              onFile: (file) => receive({ ...file, mayBeRepeat })
            }).pipe(
              Effect.catchTags({
                UploadMalformed: ({ message }) => Effect.fail(new BadRequest({ message })),
                UploadRefused: ({ field, message }) => unprocessable(`${field}: ${message}`),
                Invalid: ({ message }) => unprocessable(message)
              })
            )
            if (file === null) return yield* unprocessable("file: is needed")
            const targets = yield* targetsIn(fields)
            const { id: _, ...sent } = file
            return yield* httpEffect.pipe(
              Effect.provideService(CurrentUpload, { file, targets }),
              Effect.provideService(
                HttpServerRequest.HttpServerRequest,
                withBody(request, JSON.stringify({ ...sent, ...targets }))
              )
            )
          })
        )
      })
    )
  )
)
