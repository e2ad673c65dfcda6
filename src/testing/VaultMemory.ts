/** Secrets as readable text that names its place. */
import { Layer, Redacted } from "effect"
import { type Place, Vault } from "../app/ports/Vault.ts"

/** Hides nothing from anyone who looks, but opens a secret only where it was put. */
export const VaultMemory = Layer.sync(Vault, () => {
  const textOf = (secret: Redacted.Redacted, place: Place) =>
    `memory.${Buffer.from(JSON.stringify([place, Redacted.value(secret)])).toString("base64url")}`
  const decrypt = (text: string, place: Place) => {
    const [kept, secret] = JSON.parse(Buffer.from(text.slice(7), "base64url").toString())
    if (JSON.stringify(kept) !== JSON.stringify(place)) throw new Error("kept for another place")
    return Redacted.make(String(secret))
  }
  return Vault.of({
    encrypt: textOf,
    decrypt,
    renew: (text) => text,
    adopt: () => null
  })
})
