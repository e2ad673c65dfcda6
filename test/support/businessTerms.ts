/**
 * The values of an e-invoice with the paths of their elements, apart from how it is written:
 * prefixes, order of siblings, `19.00` or `19`.
 */

/** Elements that repeat, with parts that belong together. */
const lists = new Set([
  "IncludedSupplyChainTradeLineItem",
  "InvoiceLine",
  "CreditNoteLine",
  "TaxSubtotal",
  "SpecifiedTradeAllowanceCharge",
  "AllowanceCharge",
  "ApplicableTradeTax"
])

const tag = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"]*")*)\s*(\/?)>([^<]*)/g
const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  amp: "&"
}

const textOf = (raw: string): string =>
  raw
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_, decimal, hex, name) =>
      name === undefined
        ? String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10))
        : (entities[name] ?? "")
    )
    .trim()

const valueOf = (name: string, text: string): string =>
  /(?:Amount|Percent|Quantity)$/.test(name) ? String(Number(text)) : text

const attributesOf = (raw: string): string =>
  [...raw.matchAll(/\s([\w:.-]+)="([^"]*)"/g)]
    .filter(([, name = ""]) => !name.includes(":") && name !== "xmlns")
    .map(([, name, value]) => `[${name}=${value}]`)
    .join("")

/** Lines such as `…/InvoiceLine 2/LineExtensionAmount[currencyID=EUR] 100`, sorted. */
export const businessTerms = (xml: string): ReadonlyArray<string> => {
  const found: string[] = []
  const path: { readonly name: string; readonly counts: Map<string, number> }[] = []
  for (const [, close, prefixed = "", attributes = "", empty, text = ""] of xml.matchAll(tag)) {
    if (close !== "") {
      path.pop()
      continue
    }
    const name = prefixed.replace(/^.*:/, "")
    const counts = path.at(-1)?.counts
    const count = (counts?.get(name) ?? 0) + 1
    counts?.set(name, count)
    path.push({ name: lists.has(name) ? `${name} ${count}` : name, counts: new Map() })
    if (text.trim() !== "") {
      const place = path.map((element) => element.name).join("/")
      found.push(`${place}${attributesOf(attributes)} ${valueOf(name, textOf(text))}`)
    }
    if (empty !== "") path.pop()
  }
  return found.sort()
}
