/**
 * Cryptography under the service's secret keys: sealed texts (cursors, links) and hashes of
 * secrets.
 */
import { Context, type Redacted } from "effect"

export class Signer extends Context.Service<
  Signer,
  {
    /** A URL-safe text that carries the payload and proves that this service made it. */
    readonly seal: (purpose: string, payload: string) => string
    /** The payload, or undefined where the text was not sealed for this purpose. */
    readonly unseal: (purpose: string, sealed: string) => string | undefined
    /**
     * As `seal`, once for each key, the first one's first: what may have been sealed before a
     * rotation.
     */
    readonly sealings: (purpose: string, payload: string) => ReadonlyArray<string>
    /** 32 bytes that only this service can compute: HMAC-SHA256 of the payload. */
    readonly derive: (purpose: string, payload: string) => Uint8Array
    /** As `derive`, once for each key, the first one's first. */
    readonly derivations: (purpose: string, payload: string) => ReadonlyArray<Uint8Array>
    /** SHA-256 in hexadecimal: for secrets that are random enough to need no stretching. */
    readonly hash: (secret: Redacted.Redacted) => string
    /** Whether two hashes are the same, in constant time. */
    readonly sameHash: (a: string, b: string) => boolean
  }
>()("retainer/app/ports/Signer") {}
