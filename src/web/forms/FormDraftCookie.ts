/**
 * What was typed into a form that was refused because its session or its cookie had ended: a sealed cookie
 * of half an hour keeps it until the form's page is open again, where it is filled in; nothing is saved
 * automatically. Neither secrets nor files are kept, and no more than fits into a cookie.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib"
import { Option, Redacted, Schema } from "effect"
import {
  type ComponentChildren,
  cloneElement,
  isValidElement,
  toChildArray,
  type VNode
} from "preact"
import type { Signer } from "../../app/ports/Signer.ts"
import { type Child, p } from "../../html/Elements.ts"
import { csrfName, note } from "../Parts.ts"
import type { Form } from "./FormReader.ts"
import { keptLogoName } from "./Forms.ts"

export const keptSeconds = 30 * 60
/** Browsers keep cookies of 4096 bytes, name and attributes included. */
const maxLength = 3700
const purpose = "kept form"

const Kept = Schema.Struct({
  /** Where the form stands, and where it goes. */
  page: Schema.String,
  action: Schema.String,
  fields: Schema.Array(Schema.Tuple([Schema.String, Schema.String])),
  hadFiles: Schema.Boolean
})
export type Kept = typeof Kept.Type

const KeptJson = Schema.fromJsonString(Kept)
const decode = Schema.decodeOption(KeptJson)
const encode = Schema.encodeSync(KeptJson)

const isSecret = (name: string): boolean => name === csrfName || /password|secret|token/i.test(name)

export const keptOf = (page: string, action: string, form: Form): Kept => ({
  page,
  action,
  fields: form.entries.filter(([name]) => !isSecret(name) && name !== keptLogoName),
  hadFiles: form.hasFiles || form.text(keptLogoName) !== ""
})

type Seals = Pick<Signer["Service"], "seal" | "unseal">

/** Null where it is longer than a cookie may be. */
export const sealKept = (signer: Seals, kept: Kept): Redacted.Redacted | null => {
  const packed = deflateRawSync(encode(kept)).toString("base64url")
  const sealed = signer.seal(purpose, packed)
  return sealed.length > maxLength ? null : Redacted.make(sealed)
}

export const openKept = (signer: Seals, cookie: Redacted.Redacted | null): Kept | null => {
  const packed = cookie === null ? undefined : signer.unseal(purpose, Redacted.value(cookie))
  if (packed === undefined) return null
  return Option.getOrNull(decode(inflateRawSync(Buffer.from(packed, "base64url")).toString()))
}

const typed = new Set(["text", "email", "url", "number", "date", "color", "tel", "search", "time"])

interface InputProps {
  readonly value?: string
  readonly checked?: boolean
}
interface OptionProps {
  readonly selected?: boolean
}

/** An attribute, whatever it is. */
const attribute = (props: object, name: string): unknown => Reflect.get(props, name)

/** Copies a tree; where `change` gives an element, that element replaces the one it was given. */
const changed = (
  nodes: ComponentChildren,
  change: (element: VNode) => VNode | undefined
): ReadonlyArray<Child> =>
  toChildArray(nodes).map((node) =>
    isValidElement(node)
      ? (change(node) ?? cloneElement(node, undefined, ...changed(node.props.children, change)))
      : node
  )

/** What was typed into the element; hidden fields, passwords and files stay as they are. */
const filledIn =
  (fields: Kept["fields"]) =>
  (element: VNode): VNode | undefined => {
    const { type, props } = element
    const name = attribute(props, "name")
    const values = fields.flatMap(([field, value]) => (field === name ? [value] : []))
    const kind = String(attribute(props, "type"))
    const isChosen = (one: VNode) => values.includes(String(attribute(one.props, "value")))
    if (type === "input" && (kind === "checkbox" || kind === "radio")) {
      return cloneElement<InputProps>(element, { checked: isChosen(element) })
    }
    const [value] = values
    if (value === undefined) return undefined
    if (type === "input" && typed.has(kind)) return cloneElement<InputProps>(element, { value })
    if (type === "textarea") return cloneElement(element, undefined, value)
    if (type !== "select") return undefined
    const options = changed(props.children, (one) =>
      one.type === "option"
        ? cloneElement<OptionProps>(one, { selected: isChosen(one) })
        : undefined
    )
    return cloneElement(element, undefined, ...options)
  }

const filledNote = ({ hadFiles }: Kept) =>
  note(
    "plain",
    p(
      "Nothing was saved yet. What you typed is filled in again: check it and send the form." +
        (hadFiles ? " Choose the file again: files are not kept." : "")
    )
  )

/** The page's content with what was typed in its form again; as it is where it has no such form. */
export const fillKept = (
  content: ReadonlyArray<Child>,
  kept: Kept | null
): ReadonlyArray<Child> => {
  if (kept === null) return content
  let found = false
  const filled = changed(content, (element) => {
    if (element.type !== "form" || attribute(element.props, "action") !== kept.action) {
      return undefined
    }
    found = true
    const inner = changed(element.props.children, filledIn(kept.fields))
    return cloneElement(element, undefined, ...inner)
  })
  return found ? [filledNote(kept), ...filled] : content
}
