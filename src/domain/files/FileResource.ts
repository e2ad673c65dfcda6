/** A file as everyone outside sees it (docs/spec.md §2.4), and as it is stored. */
import { Schema } from "effect"
import {
  ClientId,
  ClientRef,
  FileId,
  InvoiceId,
  ProjectId,
  ProjectRef,
  WorkspaceId
} from "../Ids.ts"
import { Count, Sha256 } from "../Numbers.ts"
import { Instant, shape } from "../Resource.ts"

/** An invoice where another resource names it. */
const InvoiceRef = Schema.Struct({ id: InvoiceId.schema, number: Schema.String })

const described = {
  id: FileId.schema,
  name: Schema.String,
  contentType: Schema.String.annotate({
    description: "What the bytes are; never a type that a browser would run"
  }),
  size: Count.annotate({ description: "Bytes" }),
  sha256: Sha256.annotate({ description: "SHA-256 of the bytes, in hex" }),
  createdAt: Instant
}

/** Exactly one of the three is set, the others are null. */
const hangsOn = {
  project: Schema.NullOr(ProjectRef),
  client: Schema.NullOr(ClientRef),
  invoice: Schema.NullOr(InvoiceRef)
}

/** The stored fields of a file; its link is made when the file is shown. */
export const FileFound = shape({ ...described, ...hangsOn })
export type FileFound = typeof FileFound.Type

export const FileResource = shape(
  {
    ...described,
    ...hangsOn,
    downloadUrl: Schema.NullOr(Schema.String.annotate({ format: "uri" })).annotate({
      secret: true,
      description: "Downloads the bytes without a credential, for 5 minutes; null in events"
    })
  },
  // A type of this name in a generated client would hide the platform's own File.
  "StoredFile"
)
export type FileView = typeof FileResource.Type

export const FileStored = shape({
  workspaceId: WorkspaceId.schema,
  ...described,
  projectId: Schema.NullOr(ProjectId.schema),
  clientId: Schema.NullOr(ClientId.schema),
  invoiceId: Schema.NullOr(InvoiceId.schema)
})
export type FileStored = typeof FileStored.Type
