/**
 * The form of every mail, as text and as HTML from the same parts: a greeting, the content, and at its
 * end the sender, as the law requires of business letters. Preact escapes whatever a name or a message
 * holds; styles are inline and tables carry the layout, as mail programs want it.
 */
import { render } from "preact-render-to-string"
import {
  type BrandedMail,
  logoContentId,
  type MailContent
} from "../../app/ports/mail/MailComposer.ts"
import type { Seller } from "../../domain/invoices/Seller.ts"
import { readableOn } from "../../domain/workspaces/Contrast.ts"
import { defaultColour } from "../../domain/workspaces/Workspace.ts"
import {
  a,
  body,
  br,
  type Child,
  div,
  head,
  html,
  img,
  meta,
  p,
  style,
  table,
  td,
  title,
  tr
} from "../../html/Elements.ts"

export type Part =
  /** Keeps its line breaks. */
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "facts"; readonly rows: ReadonlyArray<readonly [name: string, value: string]> }
  | { readonly kind: "action"; readonly label: string; readonly url: string }

export interface Letter {
  readonly subject: string
  /** Whom it greets. */
  readonly to: string
  readonly parts: ReadonlyArray<Part | null>
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraph = `${font};font-size:16px;line-height:1.5;color:#1f2933;margin:0 0 16px`
const wrap = "overflow-wrap:anywhere"

/** Mail programs that know dark mode read this; inline styles are for all others. */
const dark = `:root{color-scheme:light dark}
@media (prefers-color-scheme: dark){
.ground{background:#1b2229!important}.ink{color:#f0f3f6!important}.quiet{color:#b0bac5!important}
.rule{border-color:#37424d!important}.button{border-color:#8494a4!important}
.logo{background:#ffffff!important;padding:8px!important;border-radius:6px!important}
}`

const lines = (text: string): Child[] =>
  text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [br(), line]))

const words = (text: string) => p({ class: "ink", style: `${paragraph};${wrap}` }, lines(text))

const facts = (rows: ReadonlyArray<readonly [string, string]>) =>
  table(
    { role: "presentation", cellpadding: "0", cellspacing: "0" },
    rows.map(([name, value]) =>
      tr(
        td(
          {
            class: "quiet",
            style: `${paragraph};padding-right:24px;color:#52606d;vertical-align:top`
          },
          name
        ),
        td({ class: "ink", style: `${paragraph};font-weight:600;${wrap}` }, value)
      )
    )
  )

const action = (label: string, url: string, colour: string) => {
  const ink = readableOn(colour)
  // A light button needs an edge on light ground; in dark mode every one gets it.
  const edge = ink === "#000000" ? "#7b8794" : colour
  return p(
    { style: "margin:24px 0" },
    a(
      {
        class: "button",
        href: url,
        style: `${font};display:inline-block;padding:12px 24px;border-radius:6px;border:1px solid ${edge};background:${colour};color:${ink};font-size:16px;font-weight:600;text-decoration:none`
      },
      label
    )
  )
}

/** Legal name, address and VAT id, as far as the agency has said them. */
const footerOf = ({ name, address, vatId, email }: Seller): ReadonlyArray<string> => [
  name,
  ...(address ?? "").split("\n").filter((line) => line.trim() !== ""),
  ...(vatId === null ? [] : [`VAT ID: ${vatId}`]),
  ...(email === null ? [] : [email])
]

const greeting = (to: string): string => `Hello ${to},`

const textOf = ({ to, parts }: Letter, seller: Seller): string => {
  const partText = (part: Part): string => {
    switch (part.kind) {
      case "words":
        return part.text
      case "facts": {
        const width = Math.max(...part.rows.map(([name]) => name.length)) + 2
        return part.rows.map(([name, value]) => `${`${name}:`.padEnd(width)}${value}`).join("\n")
      }
      case "action":
        return `${part.label}:\n${part.url}`
    }
  }
  const said = parts.flatMap((part) => (part === null ? [] : [partText(part)]))
  return `${[greeting(to), ...said, footerOf(seller).join("\n")].join("\n\n")}\n`
}

const htmlOf = ({ subject, to, parts }: Letter, { seller, hasLogo }: BrandedMail): string => {
  const colour = seller.colour ?? defaultColour
  const partHtml = (part: Part | null) => {
    switch (part?.kind) {
      case undefined:
        return null
      case "words":
        return words(part.text)
      case "facts":
        return facts(part.rows)
      case "action":
        return action(part.label, part.url, colour)
    }
  }
  const logo = hasLogo
    ? img({
        class: "logo",
        src: `cid:${logoContentId}`,
        alt: seller.name,
        style: "max-width:180px;max-height:56px;margin:0 0 24px;display:block"
      })
    : null
  const footer = p(
    {
      class: "quiet rule",
      style: `${font};${wrap};font-size:13px;line-height:1.5;color:#52606d;border-top:1px solid #d5dae0;margin:32px 0 0;padding:16px 0 0`
    },
    lines(footerOf(seller).join("\n"))
  )
  const cell = td(
    { style: "padding:24px" },
    div({ style: "max-width:560px" }, logo, words(greeting(to)), parts.map(partHtml), footer)
  )
  const frame = table(
    { role: "presentation", width: "100%", cellpadding: "0", cellspacing: "0" },
    tr(cell)
  )
  const documentHead = head(
    meta({ charset: "utf-8" }),
    meta({ name: "viewport", content: "width=device-width" }),
    meta({ name: "color-scheme", content: "light dark" }),
    title(subject),
    style({ dangerouslySetInnerHTML: { __html: dark } })
  )
  const page = html(
    { lang: "en" },
    documentHead,
    body({ class: "ground", style: "margin:0;background:#ffffff" }, frame)
  )
  return `<!doctype html>${render(page)}`
}

export const write = (mail: BrandedMail, letter: Letter): MailContent => ({
  subject: letter.subject,
  text: textOf(letter, mail.seller),
  html: htmlOf(letter, mail)
})
