/** The workspace: its name, how it presents itself, and the defaults of its invoices. */
import { Effect, Result, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { h } from "preact"
import type { SignedIn } from "../../app/SignIn.ts"
import { Workspaces } from "../../app/Workspaces.ts"
import { Locale } from "../../domain/Locale.ts"
import { EmailAddress, line, prose } from "../../domain/Text.ts"
import { mayManage } from "../../domain/User.ts"
import {
  Colour,
  InvoicePrefix,
  ReminderDays,
  TimeZoneName,
  type Workspace
} from "../../domain/Workspace.ts"
import type { Form } from "../FormReader.ts"
import { allOf, checked, logoField, orNull, type Problems } from "../Forms.ts"
import { seeOther } from "../Layout.ts"
import { makePages, type PageRequest } from "../Pages.ts"
import { button, checks, field, form, problems } from "../Parts.ts"
import { sections, settingsPage } from "./SettingsLayout.ts"

const { path } = sections.workspace

const names = [
  "name",
  "legal_name",
  "address",
  "vat_id",
  "email",
  "colour",
  "invoice_prefix",
  "payment_terms",
  "reminders",
  "time_zone",
  "locale"
] as const
type Values = Readonly<Record<(typeof names)[number], string>>

const valuesOf = ({ branding, ...workspace }: Workspace): Values => ({
  name: workspace.name,
  legal_name: branding.legalName ?? "",
  address: branding.address ?? "",
  vat_id: branding.vatId ?? "",
  email: branding.email ?? "",
  colour: branding.colour ?? "",
  invoice_prefix: workspace.invoicePrefix,
  payment_terms: String(workspace.paymentTermsDays),
  reminders: workspace.reminderDays.join(", "),
  time_zone: workspace.timeZone,
  locale: workspace.locale
})

const given = (sent: Form): Values => ({
  name: sent.text("name"),
  legal_name: sent.text("legal_name"),
  address: sent.text("address"),
  vat_id: sent.text("vat_id"),
  email: sent.text("email"),
  colour: sent.text("colour").toLowerCase(),
  invoice_prefix: sent.text("invoice_prefix"),
  payment_terms: sent.text("payment_terms"),
  reminders: sent.text("reminders"),
  time_zone: sent.text("time_zone"),
  locale: sent.text("locale")
})

const days = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 365 }, { message: "must be from 0 to 365" })
)

/** Days separated by commas; what is no number is left for the check to refuse. */
const daysOf = (text: string): ReadonlyArray<number> => [
  ...new Set(text.split(",").flatMap((day) => (day.trim() === "" ? [] : Number(day.trim()))))
]

const patchOf = (values: Values, sent: Form) =>
  Result.map(
    allOf({
      name: checked("Name", line(255), values.name),
      legalName: orNull("Legal name", line(255), values.legal_name),
      address: orNull("Address", prose(1000), values.address),
      vatId: orNull("VAT id", line(64), values.vat_id),
      email: orNull("E-mail", EmailAddress, values.email),
      colour: orNull("Colour", Colour, values.colour),
      invoicePrefix: checked("Invoice prefix", InvoicePrefix, values.invoice_prefix),
      paymentTerms: checked(
        "Payment terms",
        days,
        /^\d{1,4}$/.test(values.payment_terms) ? Number(values.payment_terms) : Number.NaN
      ),
      reminders: checked("Reminders", ReminderDays, daysOf(values.reminders)),
      timeZone: checked("Time zone", TimeZoneName, values.time_zone),
      locale: checked("Language and region", Locale, values.locale),
      logo: logoField(sent)
    }),
    ({
      legalName,
      address,
      vatId,
      email,
      colour,
      logo,
      paymentTerms: paymentTermsDays,
      reminders: reminderDays,
      ...fields
    }) => ({
      ...fields,
      paymentTermsDays,
      reminderDays,
      branding: { legalName, address, vatId, email, colour },
      ...(logo === undefined ? {} : { logo })
    })
  )

const editForm = (values: Values, workspace: Workspace, csrf: string, wrong: Problems) =>
  form(
    path,
    csrf,
    [
      field({
        name: "name",
        label: "Name",
        value: values.name,
        required: true,
        maxLength: 255,
        wrong
      }),
      h("h2", null, "On documents, mails and pages"),
      field({
        name: "legal_name",
        label: "Legal name",
        value: values.legal_name,
        maxLength: 255,
        wrong
      }),
      field({ name: "address", label: "Address", value: values.address, multiline: true, wrong }),
      field({ name: "vat_id", label: "VAT id", value: values.vat_id, maxLength: 64, wrong }),
      field({
        name: "email",
        label: "E-mail",
        type: "email",
        value: values.email,
        hint: "Where the answers of clients go.",
        maxLength: 254,
        wrong
      }),
      field({
        name: "colour",
        label: "Colour",
        value: values.colour,
        hint: "As #1d4ed8; empty takes ours.",
        maxLength: 7,
        wrong
      }),
      workspace.logoHash !== null
        ? h(
            "div",
            { class: "pair" },
            h("img", { class: "logo", src: `/assets/logos/${workspace.id}`, alt: "Present logo" })
          )
        : null,
      field({
        name: "logo",
        label: "Logo",
        type: "file",
        hint: "PNG or JPEG, at most 256 kB and 2000 × 2000 pixels.",
        accept: "image/png,image/jpeg",
        wrong
      }),
      workspace.logoHash !== null
        ? checks("remove_logo", "Present logo", [{ value: "yes", label: "Take it away" }], [])
        : null,
      h("h2", null, "Invoices"),
      field({
        name: "invoice_prefix",
        label: "Invoice prefix",
        value: values.invoice_prefix,
        hint: "Before the number of new invoices, as in INV-0001.",
        required: true,
        maxLength: 16,
        wrong
      }),
      field({
        name: "payment_terms",
        label: "Payment terms in days",
        type: "number",
        min: 0,
        max: 365,
        value: values.payment_terms,
        required: true,
        wrong
      }),
      field({
        name: "reminders",
        label: "Reminders",
        value: values.reminders,
        hint: "Days after the due date, separated by commas; negative is before it, as -3, 7, 14. Empty sends none.",
        wrong
      }),
      field({
        name: "time_zone",
        label: "Time zone",
        value: values.time_zone,
        hint: "As Europe/Berlin: when its days begin, invoices become overdue.",
        required: true,
        wrong
      }),
      field({
        name: "locale",
        label: "Language and region of numbers and dates",
        value: values.locale,
        hint: "As en, de-CH or pt-BR.",
        required: true,
        wrong
      }),
      button("Save")
    ],
    { upload: true }
  )

const readOnly = (values: Values) =>
  h(
    "table",
    { class: "stack" },
    h(
      "tbody",
      null,
      ...names.map((name) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, name.replaceAll("_", " ")),
          h("td", { class: "notes" }, values[name] || "–")
        )
      )
    )
  )

export const WorkspacePagesLive = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet, uploadPost } = yield* makePages
    const workspaces = yield* Workspaces

    const show = (signedIn: SignedIn, page: PageRequest, values: Values, wrong: Problems = []) =>
      Effect.succeed(
        settingsPage(
          "workspace",
          signedIn,
          page,
          [
            h("h1", null, "Workspace"),
            h(
              "p",
              { class: "quiet" },
              `Plan ${signedIn.workspace.plan}, currency ${signedIn.workspace.currency}.`
            ),
            problems(wrong),
            mayManage(signedIn.user)
              ? editForm(values, signedIn.workspace, page.visit.csrf, wrong)
              : readOnly(values)
          ],
          wrong.length === 0 ? 200 : 422
        )
      )

    yield* settingsGet(path, (signedIn, page) => show(signedIn, page, valuesOf(signedIn.workspace)))

    yield* uploadPost(path, (signedIn, page) =>
      Effect.gen(function* () {
        const values = given(page.form)
        const patch = patchOf(values, page.form)
        if (Result.isFailure(patch)) return yield* show(signedIn, page, values, patch.failure)
        return yield* workspaces.update(signedIn.workspace.id, patch.success).pipe(
          Effect.as(seeOther(`${path}?done=saved`)),
          Effect.catchTag("LogoRefused", ({ problem }) =>
            show(signedIn, page, values, [{ field: "logo", message: `Logo ${problem}` }])
          )
        )
      })
    )
  })
)
