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
import { defaultColour, type Seller } from "../../domain/workspaces/Workspace.ts"
import {
  body,
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
import { hasGreeting } from "./Greeting.ts"
import {
  font,
  lines,
  previewOf,
  renderAction,
  renderFacts,
  renderWords,
  wrap
} from "./LetterElements.ts"

export type LetterPart =
  /** Keeps its line breaks. */
  | { readonly kind: "words"; readonly text: string }
  | { readonly kind: "facts"; readonly rows: ReadonlyArray<readonly [name: string, value: string]> }
  | { readonly kind: "action"; readonly label: string; readonly url: string }

interface Letter {
  readonly subject: string
  /** The text that mail programs show beside the subject in the list of mails. */
  readonly preview: string
  /** The name in the greeting, unless the person's message has a greeting. */
  readonly to: string
  readonly message?: string | null
  readonly parts: ReadonlyArray<LetterPart | null>
}

/** Mail programs that know dark mode read this; inline styles are for all others. */
const dark = `:root{color-scheme:light dark}
@media (prefers-color-scheme: dark){
.ground{background:#1b2229!important}.ink{color:#f0f3f6!important}.quiet{color:#b0bac5!important}
.rule{border-color:#37424d!important}.button{border-color:#8494a4!important}
.logo{background:#ffffff!important;padding:8px!important;border-radius:6px!important}
}`

/** Legal name, address and VAT id, as far as the agency has said them. */
const footerOf = ({ name, address, vatId, email }: Seller): ReadonlyArray<string> => [
  name,
  ...(address ?? "").split("\n").filter((line) => line.trim() !== ""),
  ...(vatId === null ? [] : [`VAT ID: ${vatId}`]),
  ...(email === null ? [] : [email])
]

/** None if the message begins with one: a mail greets once. */
const greetingOf = ({ to, message = null }: Letter): ReadonlyArray<string> =>
  message !== null && hasGreeting(message) ? [] : [`Hello ${to},`]

const textOf = (letter: Letter, seller: Seller): string => {
  const partText = (part: LetterPart): string => {
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
  const said = letter.parts.flatMap((part) => (part === null ? [] : [partText(part)]))
  return `${[...greetingOf(letter), ...said, footerOf(seller).join("\n")].join("\n\n")}\n`
}

const htmlOf = (letter: Letter, { seller, hasLogo }: BrandedMail): string => {
  const colour = seller.colour ?? defaultColour
  const partHtml = (part: LetterPart | null) => {
    switch (part?.kind) {
      case undefined:
        return null
      case "words":
        return renderWords(part.text)
      case "facts":
        return renderFacts(part.rows)
      case "action":
        return renderAction(part.label, part.url, colour)
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
    div(
      { style: "max-width:560px" },
      logo,
      greetingOf(letter).map(renderWords),
      letter.parts.map(partHtml),
      footer
    )
  )
  const frame = table(
    { role: "presentation", width: "100%", cellpadding: "0", cellspacing: "0" },
    tr(cell)
  )
  const documentHead = head(
    meta({ charset: "utf-8" }),
    meta({ name: "viewport", content: "width=device-width" }),
    meta({ name: "color-scheme", content: "light dark" }),
    title(letter.subject),
    style({ dangerouslySetInnerHTML: { __html: dark } })
  )
  const page = html(
    { lang: "en" },
    documentHead,
    body(
      { class: "ground", style: "margin:0;background:#ffffff" },
      previewOf(letter.preview),
      frame
    )
  )
  return `<!doctype html>${render(page)}`
}

export const writeLetter = (mail: BrandedMail, letter: Letter): MailContent => ({
  subject: letter.subject,
  text: textOf(letter, mail.seller),
  html: htmlOf(letter, mail)
})
