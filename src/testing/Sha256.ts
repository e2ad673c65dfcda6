/** The name that stored bytes go by, as in the database. */
import { createHash } from "node:crypto"

export const sha256Of = (content: Uint8Array): string =>
  createHash("sha256").update(content).digest("hex")
