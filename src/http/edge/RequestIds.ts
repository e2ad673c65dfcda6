/** Ids of requests: for people who look for one in a log. Nobody sorts by them, and nothing is kept under them. */
import { randomUUID } from "node:crypto"
import { RequestId } from "../../domain/Ids.ts"

export const newRequestId = (): RequestId => RequestId.fromUuid(randomUUID())
