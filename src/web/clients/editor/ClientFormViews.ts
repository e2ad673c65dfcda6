/** The form of a client: contact, address, what documents need, and internal notes. */
import { CountryCode, countryCodes, countryName } from "../../../domain/address/Country.ts"
import { EInvoiceChoice } from "../../../domain/parties/Party.ts"
import { Language } from "../../../domain/text/Language.ts"
import { type Child, div, h1, h2, input, p } from "../../../html/Elements.ts"
import type { ClientField, ClientFormWords } from "../../../words/clients/ClientFormWords.ts"
import type { Problems } from "../../forms/Forms.ts"
import { button, type Choice, field, form, link, problems, select } from "../../Parts.ts"
import type { ClientValues } from "./ClientFields.ts"

interface ClientFormView {
  readonly words: ClientFormWords
  readonly languages: Readonly<Record<Language, string>>
  readonly reader: Language
  readonly title: string
  readonly listTitle: string
  readonly cancel: string
  readonly back: string
  readonly action: string
  readonly csrf: string
  readonly once: Child
  /** The version that is edited; null for a new client. */
  readonly etag: string | null
  readonly values: ClientValues
  readonly wrong: ReadonlyArray<ClientField>
  /** Whether the reader may open and close the portal. */
  readonly mayOpen: boolean
  readonly note: Child
}

const knownCountries = new Map<Language, ReadonlyArray<Choice>>()

/** Made at the first use of a language: no start needs the sorted names. */
const countriesIn = (language: Language): ReadonlyArray<Choice> => {
  const known = knownCountries.get(language)
  if (known !== undefined) return known
  const made = countryCodes
    .map((code) => ({ value: code, label: countryName(CountryCode.make(code), language) }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
  knownCountries.set(language, made)
  return made
}

const choicesOf = (view: Pick<ClientFormView, "words" | "languages" | "reader">) => {
  const { words, languages, reader } = view
  const choices: Readonly<Partial<Record<ClientField, ReadonlyArray<Choice>>>> = {
    "address.country": [{ value: "", label: words.noCountry }, ...countriesIn(reader)],
    language: [
      { value: "", label: words.asWorkspace },
      ...Language.literals.map((value) => ({ value, label: languages[value] }))
    ],
    e_invoice: EInvoiceChoice.literals.map((value) => ({ value, label: words.eInvoices[value] })),
    portal_access: [
      { value: "yes", label: words.yes },
      { value: "no", label: words.no }
    ]
  }
  return choices
}

/** A value as the form shows it: the name of a choice, or the text itself. */
export const shownValue = (
  view: Pick<ClientFormView, "words" | "languages" | "reader">,
  name: ClientField,
  value: string
): string => choicesOf(view)[name]?.find((choice) => choice.value === value)?.label ?? value

const most: Readonly<Partial<Record<ClientField, number>>> = {
  email: 254,
  "registration.id": 64,
  "registration.scheme": 4,
  "electronic_address.id": 254,
  "electronic_address.scheme": 4,
  buyer_reference: 64,
  vat_id: 32
}

const completes: Readonly<Partial<Record<ClientField, string>>> = {
  name: "off",
  email: "off",
  phone: "off"
}

const inputOf =
  (view: ClientFormView) =>
  (name: ClientField): Child => {
    const { words, values, wrong } = view
    const label = words.labels[name]
    const value = values[name]
    const hint = words.hints[name]
    const found: Problems = wrong.map((one) => ({ field: one, message: words.rules[one] }))
    const choices = choicesOf(view)[name]
    const shown = { ...(hint === undefined ? {} : { hint }), wrong: found }
    if (choices !== undefined) return select(name, label, choices, value, shown)
    return field({
      ...{ name, label, value, ...shown },
      ...(name === "notes" ? { multiline: true } : { maxLength: most[name] ?? 255 }),
      type: name === "email" ? "email" : name === "phone" ? "tel" : "text",
      required: name === "name" || name === "email",
      autocomplete: completes[name] ?? "off",
      autofocus: wrong.length === 0 ? name === "name" && view.etag === null : wrong[0] === name
    })
  }

export const clientForm = (view: ClientFormView): ReadonlyArray<Child> => {
  const { words, wrong, etag } = view
  const one = inputOf(view)
  const pair = (...names: ReadonlyArray<ClientField>) => div({ class: "two" }, names.map(one))
  const named = wrong.map((name) => ({
    field: name,
    message: `${words.labels[name]}: ${words.rules[name]}`
  }))
  return [
    p({ class: "crumb" }, link("/clients", view.listTitle)),
    h1(view.title),
    view.note,
    problems(named, false),
    form(
      view.action,
      view.csrf,
      [
        view.once,
        etag === null ? null : input({ type: "hidden", name: "etag", value: etag }),
        h2(words.sections.contact),
        pair("company", "name", "email", "phone"),
        etag === null ? null : p({ class: "small quiet" }, words.newAddress),
        h2(words.sections.address),
        pair("address.line1", "address.line2"),
        div(
          { class: "four" },
          (["address.postal_code", "address.city"] as const).map(one),
          (["address.state", "address.country"] as const).map(one)
        ),
        h2(words.sections.documents),
        pair("language", "buyer_reference", "vat_id", "e_invoice"),
        pair("registration.id", "registration.scheme"),
        pair("electronic_address.id", "electronic_address.scheme"),
        h2(words.sections.notes),
        one("notes"),
        etag === null
          ? null
          : view.mayOpen
            ? one("portal_access")
            : p({ class: "small quiet" }, words.adminOpens),
        div(
          { class: "do" },
          button(etag === null ? words.create : words.save),
          link(view.back, view.cancel, "button second")
        )
      ],
      { class: "fields" }
    )
  ]
}
