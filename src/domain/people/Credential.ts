/**
 * Form of secrets: a prefix for the kind, the label of the cell if there are several, 32 random
 * base62 characters (190 bits) and a checksum of all of it, so that a scanner can find a secret and
 * a typo costs no query.
 */
import { Effect, Redacted } from "effect"
import type { SecureRandom } from "effect/crypto"
import { credentialHead, labelOfCredential, labelPattern } from "../access/CellLabel.ts"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const bodyLength = 32
const checksumLength = 6

/** CRC-32 (ISO 3309) of ASCII text. */
const crc32 = (text: string): number => {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

const checksum = (text: string): string => {
  let value = crc32(text)
  let digits = ""
  for (let i = 0; i < checksumLength; i++) {
    digits = `${alphabet[value % 62]}${digits}`
    value = Math.floor(value / 62)
  }
  return digits
}

/** API key, access token, refresh token, authorization code, client secret, session. */
export type SecretPrefix = "rk" | "rat" | "rrt" | "rac" | "rcs" | "rse"

const randomText = Effect.fnUntraced(function* (
  random: SecureRandom.SecureRandom["Service"],
  length: number
) {
  let text = ""
  for (let i = 0; i < length; i++) {
    text += alphabet[yield* random.intBetween(0, alphabet.length - 1)]
  }
  return text
})

/** A password for a person who has not chosen one: 20 characters, 119 bits. */
export const makePassword = (
  random: SecureRandom.SecureRandom["Service"]
): Effect.Effect<Redacted.Redacted> =>
  Effect.map(randomText(random, 20), (text) => Redacted.make(text))

const withChecksum = (head: string, body: string): Redacted.Redacted => {
  const text = `${head}${body}`
  return Redacted.make(`${text}${checksum(text)}`)
}

/** `cell` is the label of the cell, if the secret may arrive alone. */
export const makeSecret = (
  prefix: SecretPrefix,
  random: SecureRandom.SecureRandom["Service"],
  cell: string | null
): Effect.Effect<Redacted.Redacted> =>
  Effect.map(randomText(random, bodyLength), (body) =>
    withChecksum(credentialHead(prefix, cell), body)
  )

/** Derives a secret from 32 bytes of a keyed hash. */
export const secretOf = (
  prefix: SecretPrefix,
  bytes: Uint8Array,
  cell: string | null
): Redacted.Redacted =>
  withChecksum(
    credentialHead(prefix, cell),
    Array.from(bytes, (byte) => alphabet[byte % 62]).join("")
  )

const form = new RegExp(
  `^([a-z]+)_(?:${labelPattern}_)?[0-9A-Za-z]{${bodyLength + checksumLength}}$`
)

/** Checks form and checksum, whatever the cell; no proof that the secret exists. */
export const hasSecretForm = (prefix: SecretPrefix, secret: Redacted.Redacted): boolean => {
  const text = Redacted.value(secret)
  return (
    form.exec(text)?.[1] === prefix &&
    checksum(text.slice(0, -checksumLength)) === text.slice(-checksumLength)
  )
}

/** The part of a secret that may be shown later: enough to recognise it, too little to use it. */
export const visiblePart = (secret: Redacted.Redacted): string => {
  const text = Redacted.value(secret)
  const label = labelOfCredential(text)
  return `${text.slice(0, 8 + (label === null ? 0 : label.length + 1))}…`
}
