/** Endpoints of the records of mails (docs/spec.md §4). */
import { HttpApiEndpoint } from "effect/http-api"
import {
  MailKind,
  MailObjectId,
  MailResource,
  MailStatus,
  mailScopes
} from "../../domain/mail/MailResource.ts"
import { group, query } from "../endpoint/Endpoint.ts"
import { filter, listOf, pageQuery } from "../endpoint/Pagination.ts"
import { ForbiddenResponse } from "../errors/ErrorEnvelope.ts"

export class MailsApi extends group(
  "mails",
  "Mails and their results.",
  query(
    HttpApiEndpoint.get("list", "/mails", {
      query: {
        object: filter(MailObjectId, "The invoice, credit note, client or user that it is about"),
        kind: filter(MailKind, "Of this kind"),
        status: filter(MailStatus, "`failed`: the mail server refused it, or it was not sent"),
        ...pageQuery
      },
      success: listOf(MailResource, "MailList"),
      error: ForbiddenResponse
    }),
    {
      scope: { kind: "any", scopes: mailScopes },
      role: "member",
      summary: "List mails",
      description: `Newest first, of the last 90 days. A credential sees the kinds that its scopes cover: mails about invoices need \`invoices:read\`, those about clients \`clients:read\`, those to users every \`:read\` scope and, in a user's token, the role of an owner or admin.`
    }
  )
) {}
