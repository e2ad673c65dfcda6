/**
 * Elements as data, and their text. Values are escaped in one place; empty elements are left out,
 * because Peppol refuses them (R008).
 */

type Attributes = Readonly<Record<string, string>>

/** An element of elements or of text; null is an element that is left out. */
export type XmlElement =
  | readonly [
      name: string,
      content: string | ReadonlyArray<XmlElement>,
      attributes?: Attributes | undefined
    ]
  | null

/** Not allowed in XML 1.0, not even as references. */
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const entities: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  '"': "&quot;",
  // A parser would make a line feed of it.
  "\r": "&#13;"
}

/** Every character that is replaced; most values have none. */
const special = /[^\t\n !#-%'-;=?-\ud7ff\ue000-\ufffd]/

const escaped = (text: string): string =>
  special.test(text)
    ? text
        .replace(forbidden, "\ufffd")
        .replace(/[<>&"\r]/g, (character) => entities[character] ?? "")
    : text

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("")

const tag = (name: string, attributes: Attributes | undefined, inside: string): string =>
  `<${name}${attributes === undefined ? "" : attributesOf(attributes)}>${inside}</${name}>`

const write = (element: XmlElement): string => {
  if (element === null) return ""
  const [name, content, attributes] = element
  if (typeof content === "string") return tag(name, attributes, escaped(content))
  // A join would copy the text at each level.
  let inside = ""
  for (const part of content) inside += write(part)
  return inside === "" ? "" : tag(name, attributes, inside)
}

/** An element of text; left out where there is none. */
export const value = (
  name: string,
  text: string | null | undefined,
  attributes?: Attributes
): XmlElement => {
  return text === null || text === undefined || text.trim() === "" ? null : [name, text, attributes]
}

export const xmlDocument = (root: XmlElement): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${write(root)}\n`
