/**
 * The one naming rule between the code and the wire: camelCase here, snake_case there; a money field
 * says `…Minor` here and not there; an instant is a DateTime here and ISO 8601 UTC text there.
 * Values are otherwise the same. This is a named boundary: the casts below are proved by its tests.
 */
import { DateTime, Predicate } from "effect"

type Snake<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends Uppercase<Head>
    ? Head extends Lowercase<Head>
      ? `${Head}${Snake<Tail>}`
      : `_${Lowercase<Head>}${Snake<Tail>}`
    : `${Head}${Snake<Tail>}`
  : S

type WireKey<K> = K extends `${infer Base}Minor` ? Snake<Base> : K extends string ? Snake<K> : K

/** The JSON form of a view. */
export type Wire<T> = T extends DateTime.Utc
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends ReadonlyArray<infer Item>
      ? ReadonlyArray<Wire<Item>>
      : { readonly [K in keyof T as WireKey<K>]: Wire<T[K]> }

const wireKey = (key: string): string =>
  (key.endsWith("Minor") ? key.slice(0, -"Minor".length) : key).replace(
    /[A-Z]/g,
    (letter) => `_${letter.toLowerCase()}`
  )

const mapKeys = (value: object, rename: (key: string) => string, inner: (v: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [rename(key), inner(item)]))

const toWireUnknown = (value: unknown): unknown => {
  if (DateTime.isDateTime(value)) return DateTime.formatIso(DateTime.toUtc(value))
  if (Array.isArray(value)) return value.map(toWireUnknown)
  return Predicate.isObject(value) ? mapKeys(value, wireKey, toWireUnknown) : value
}

/** A view as the API shows it, and as events carry it. */
export const toWire = <T>(view: T): Wire<T> => toWireUnknown(view) as Wire<T>

// Every money field that a caller may send; amounts that are computed are never accepted.
const moneyInputs = ["amount", "budget", "discount", "unit_price"] as const
type MoneyInput = (typeof moneyInputs)[number]

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S

type CodeKey<K> = K extends MoneyInput ? `${Camel<K>}Minor` : K extends string ? Camel<K> : K

/** A decoded request body in the words of the code. */
export type FromWire<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends ReadonlyArray<infer Item>
    ? ReadonlyArray<FromWire<Item>>
    : { readonly [K in keyof T as CodeKey<K>]: FromWire<T[K]> }

const codeKey = (key: string): string => {
  const camel = key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return moneyInputs.some((money) => money === key) ? `${camel}Minor` : camel
}

const fromWireUnknown = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(fromWireUnknown)
  return Predicate.isObject(value) ? mapKeys(value, codeKey, fromWireUnknown) : value
}

/** A decoded request body in camelCase; money inputs gain their `Minor`. */
export const fromWire = <T>(body: T): FromWire<T> => fromWireUnknown(body) as FromWire<T>
