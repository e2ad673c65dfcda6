/** The search box of the frame, and the dialog that names the keys of the script. */
import {
  button,
  type Child,
  dialog,
  form,
  h2,
  input,
  kbd,
  label,
  p,
  table,
  tbody,
  td,
  th,
  tr
} from "../../html/Elements.ts"
import { lensIcon } from "../../html/Icons.ts"
import type { SearchWords } from "../../words/work/SearchWords.ts"

export const searchPath = "/search"

/** The frame has two boxes, of which one is visible; the script shows the hint of the key. */
export const searchBox = (words: SearchWords, id: string): Child =>
  form(
    { class: "find", method: "get", action: searchPath, role: "search", "aria-label": words.label },
    label({ class: "vh", for: id }, words.label),
    lensIcon(),
    input({ id, name: "q", type: "search", maxLength: 100, placeholder: words.label }),
    kbd({ hidden: true, "aria-hidden": "true" }, "/")
  )

/** Hidden until the script opens it. `data-keys` of the body says whether the reader wants keys. */
export const keysDialog = ({ keys }: SearchWords): Child => {
  const row = (names: ReadonlyArray<string>, what: string, between = " "): Child =>
    tr(
      th(
        { scope: "row" },
        names.map((name, at) => [at === 0 ? null : between, kbd(name)])
      ),
      td(what)
    )
  return dialog(
    { id: "keys", "aria-labelledby": "keys-title" },
    h2({ id: "keys-title" }, keys.title),
    table(
      tbody(
        row(["/"], keys.search),
        row(["n"], keys.create),
        tr(
          th(
            { scope: "row" },
            kbd("g"),
            ` ${keys.followedBy} `,
            ["h", "i", "c", "p", "r"].map((name) => [kbd(name), " "])
          ),
          td(keys.go)
        ),
        row(["j", "k"], keys.move),
        row(["?"], keys.help)
      )
    ),
    p({ class: "small quiet" }, keys.off),
    button({ type: "button", class: "second" }, keys.close)
  )
}
