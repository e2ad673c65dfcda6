/**
 * Renders mails as text and as HTML from the same template: a greeting, the parts, and at the end
 * the sender, as the law requires of business letters. Preact escapes names and messages. Styles
 * are inline and tables carry the layout, because mail programs require it.
 */
import { render } from "preact-render-to-string"
import {
  type BrandedMail,
  logoContentId,
  type MailContent
} from "../../app/ports/mail/MailComposer.ts"
import { languageTag } from "../../domain/text/Language.ts"
import {
  defaultColour,
  type Seller,
  sellerAddressLines
} from "../../domain/workspaces/Workspace.ts"
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
import { wordsIn } from "../../words/Words.ts"
import {
  font,
  lines,
  previewOf,
  renderAction,
  renderFacts,
  renderWords,
  wrap
} from "./MailElements.ts"
import type { MailPart, MailTemplate } from "./MailTemplate.ts"

/** Mail programs that know dark mode read this; inline styles are for all others. */
const dark = `:root{color-scheme:light dark}
@media (prefers-color-scheme: dark){
.ground{background:#1b2229!important}.ink{color:#f0f3f6!important}.quiet{color:#b0bac5!important}
.rule{border-color:#37424d!important}.button{border-color:#8494a4!important}
.logo{background:#ffffff!important;padding:8px!important;border-radius:6px!important}
}`

/** Legal name, address and VAT id, where the agency has set them. */
const footerOf = (seller: Seller): ReadonlyArray<string> => {
  const { document } = wordsIn(seller.language)
  return [
    seller.name,
    ...sellerAddressLines(seller).filter((line) => line.trim() !== ""),
    ...(seller.vatId === null ? [] : [`${document.labelled(document.vatId)} ${seller.vatId}`]),
    ...(seller.email === null ? [] : [seller.email])
  ]
}

/** Greetings in the languages of our documents. */
const greeting =
  /^¡?(?:hello|hi|hey|dear|good (?:morning|afternoon|evening|day)|hallo|hej|moin|servus|grüß|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|salut|ch(?:er|ère)s?|madame|monsieur|hola|buen[oa]s?|estimad[oa]s?|querid[oa]s?)(?![\p{L}\p{M}-])/iu

/** A first line that ends as salutations do: "Ada," or "Ada!". */
const salutation = /^[^\n]{1,60}[,!]\s*\n/u

const hasGreeting = (message: string): boolean => {
  const text = message.trimStart()
  return greeting.test(text) || salutation.test(text)
}

/** None if the message begins with a greeting. In doubt the mail adds its own. */
const greetingOf = (
  { to, message = null }: MailTemplate,
  { language }: Seller
): ReadonlyArray<string> =>
  message !== null && hasGreeting(message) ? [] : [wordsIn(language).mail.greeting(to)]

const textOf = (template: MailTemplate, seller: Seller): string => {
  const { labelled } = wordsIn(seller.language).document
  const partText = (part: MailPart): string => {
    switch (part.kind) {
      case "words":
        return part.text
      case "facts": {
        const rows = part.rows.map(([name, value]) => [labelled(name), value] as const)
        const width = Math.max(...rows.map(([label]) => label.length)) + 1
        return rows.map(([label, value]) => `${label.padEnd(width)}${value}`).join("\n")
      }
      case "action":
        return `${labelled(part.label)}\n${part.url}`
    }
  }
  const said = template.parts.flatMap((part) => (part === null ? [] : [partText(part)]))
  return `${[...greetingOf(template, seller), ...said, footerOf(seller).join("\n")].join("\n\n")}\n`
}

const htmlOf = (template: MailTemplate, { seller, hasLogo }: BrandedMail): string => {
  const colour = seller.colour ?? defaultColour
  const partHtml = (part: MailPart | null) => {
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
      greetingOf(template, seller).map(renderWords),
      template.parts.map(partHtml),
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
    title(template.subject),
    style({ dangerouslySetInnerHTML: { __html: dark } })
  )
  const page = html(
    { lang: languageTag(seller) },
    documentHead,
    body(
      { class: "ground", style: "margin:0;background:#ffffff" },
      previewOf(template.preview),
      frame
    )
  )
  return `<!doctype html>${render(page)}`
}

export const renderMail = (mail: BrandedMail, template: MailTemplate): MailContent => ({
  subject: template.subject,
  text: textOf(template, mail.seller),
  html: htmlOf(template, mail)
})
