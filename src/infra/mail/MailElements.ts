/** The HTML elements of a mail. Their styles are inline, because mail programs require it. */
import { readableOn } from "../../domain/workspaces/Contrast.ts"
import { a, br, type Child, div, p, table, td, tr } from "../../html/Elements.ts"

export const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraph = `${font};font-size:16px;line-height:1.5;color:#1f2933;margin:0 0 16px`
export const wrap = "overflow-wrap:anywhere"

export const lines = (text: string): Child[] =>
  text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [br(), line]))

export const renderWords = (text: string) =>
  p({ class: "ink", style: `${paragraph};${wrap}` }, lines(text))

export const renderFacts = (rows: ReadonlyArray<readonly [string, string]>) =>
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

export const renderAction = (label: string, url: string, colour: string) => {
  const ink = readableOn(colour)
  // A light button needs an edge on light ground; in dark mode every button gets one.
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

/**
 * Invisible characters that fill the preview: mail programs would otherwise add the mail's text.
 */
const filler = "\u2007\u200c".repeat(60)

export const previewOf = (preview: string) =>
  div(
    {
      style:
        "display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px"
    },
    `${preview}${filler}`
  )
