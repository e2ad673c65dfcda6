/**
 * Form drafts: a sealed cookie carries the values of a refused form for half an hour. The form's
 * page fills them in; nothing is saved automatically. A draft holds neither secrets nor files, and
 * at most as much as fits into one cookie.
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
import type { Language } from "../../domain/text/Language.ts"
import { type Child, p } from "../../html/Elements.ts"
import { wordsIn } from "../../words/Words.ts"
import { csrfName, note } from "../Parts.ts"
import type { Form } from "./FormReader.ts"
import { chosenLogoName } from "./Forms.ts"

export const draftSeconds = 30 * 60
/** Browsers accept 4096 bytes a cookie, name and attributes included (RFC 6265 §6.1). */
const maxLength = 3700
const purpose = "kept form"

const FormDraft = Schema.Struct({
  /** The page that shows the form, and the path that it posts to. */
  page: Schema.String,
  action: Schema.String,
  fields: Schema.Array(Schema.Tuple([Schema.String, Schema.String])),
  hadFiles: Schema.Boolean
})
export type FormDraft = typeof FormDraft.Type

const FormDraftJson = Schema.fromJsonString(FormDraft)
const decode = Schema.decodeOption(FormDraftJson)
const encode = Schema.encodeSync(FormDraftJson)

const isSecret = (name: string): boolean => name === csrfName || /password|secret|token/i.test(name)

export const draftOf = (page: string, action: string, form: Form): FormDraft => ({
  page,
  action,
  fields: form.entries.filter(([name]) => !isSecret(name) && name !== chosenLogoName),
  hadFiles: form.hasFiles || form.text(chosenLogoName) !== ""
})

type Seals = Pick<Signer["Service"], "seal" | "unseal">

/** Null if the sealed draft does not fit into a cookie. */
export const sealDraft = (signer: Seals, draft: FormDraft): Redacted.Redacted | null => {
  const packed = deflateRawSync(encode(draft)).toString("base64url")
  const sealed = signer.seal(purpose, packed)
  return sealed.length > maxLength ? null : Redacted.make(sealed)
}

export const openDraft = (signer: Seals, cookie: Redacted.Redacted | null): FormDraft | null => {
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

const attribute = (props: object, name: string): unknown => Reflect.get(props, name)

/** Copies a tree; an element that `change` returns replaces its argument. */
const changed = (
  nodes: ComponentChildren,
  change: (element: VNode) => VNode | undefined
): ReadonlyArray<Child> =>
  toChildArray(nodes).map((node) =>
    isValidElement(node)
      ? (change(node) ?? cloneElement(node, undefined, ...changed(node.props.children, change)))
      : node
  )

/** Fills in one element; hidden fields, passwords and files stay empty. */
const filledIn =
  (fields: FormDraft["fields"]) =>
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

const filledNote = ({ hadFiles }: FormDraft, language: Language) => {
  const { filledIn, chooseFile } = wordsIn(language).visit.recovery
  return note("plain", p(filledIn, hadFiles ? ` ${chooseFile}` : null))
}

/** Fills the draft into its form; content without that form stays unchanged. */
export const fillInDraft = (
  content: ReadonlyArray<Child>,
  draft: FormDraft | null,
  language: Language
): ReadonlyArray<Child> => {
  if (draft === null) return content
  let found = false
  const filled = changed(content, (element) => {
    if (element.type !== "form" || attribute(element.props, "action") !== draft.action) {
      return undefined
    }
    found = true
    const inner = changed(element.props.children, filledIn(draft.fields))
    return cloneElement(element, undefined, ...inner)
  })
  return found ? [filledNote(draft, language), ...filled] : content
}
