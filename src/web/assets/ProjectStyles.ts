/** The styles of pages of projects and files, a sheet of their own. */
import { besideStyles } from "./InvoiceStyles.ts"

const own = `
.rows .wrap { white-space: normal; overflow-wrap: anywhere; min-width: 9rem }
.three { display: grid; gap: 0 1rem; grid-template-columns: repeat(3, minmax(0, 1fr)) }
.project-form { max-width: 47rem }
.budget { margin: -.5rem 0 1.5rem; max-width: 47rem }
.budget p { margin: .375rem 0 0 }
.bar-of { display: block; border-radius: .3125rem; forced-color-adjust: none }
.bar-of .whole { fill: var(--line) }
.bar-of .part { fill: var(--brand) }
.bar-of .over { fill: var(--bad) }
.inv h2 { margin-top: 0 }
.inv > div > section { margin: 0 0 2rem; min-width: 0 }
.tasks { list-style: none; margin: 0; padding: 0 }
.tasks li { display: flex; gap: .75rem; align-items: flex-start; padding: .5rem 0 }
.tasks li { border-bottom: 1px solid var(--line) }
.tasks li > div { min-width: 0; overflow-wrap: anywhere }
.tasks p { margin: 0 }
.goals li { flex-wrap: wrap }
.goals .grow { flex: 1 1 12rem }
.goals .badge { margin-right: .25rem }
.tasks a { text-decoration: none }
.tasks a:hover { text-decoration: underline }
.tasks .done a, .tasks .done > div { color: var(--quiet) }
.tick { flex: none; width: 1.5rem; height: 1.5rem; padding: .25rem; border: 1px solid var(--edge) }
.tick { background: var(--paper); color: var(--good); border-radius: .4375rem }
.tick:hover { background: var(--good-soft); filter: none }
.add-line { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .75rem }
.add-line input { flex: 1 1 14rem; width: auto }
.add-line input[type=date] { flex: 0 1 10rem }
.add-line > div { flex-basis: 100% }
.aside .files li { display: flex; flex-wrap: wrap; gap: .25rem .5rem; padding: .25rem 0;
  font-size: .875rem }
.aside .files a { min-width: 0; overflow-wrap: anywhere }
.aside .files .num { margin-left: auto }
.aside .files + p, .aside .notes { margin-top: .625rem }
.aside form { margin-top: .75rem }
.aside .field { margin: 0 0 .5rem }
@media (max-width: 48rem) {
  .three { grid-template-columns: minmax(0, 1fr) }
  .tick { width: 1.75rem; height: 1.75rem }
  .rows .wrap { min-width: 0 }
  .sum { grid-template-columns: repeat(2, minmax(0, 1fr)) }
  .sum > div { min-width: 0 }
  .sum .big { overflow-wrap: anywhere }
}
`

export const projectStyles = `${besideStyles}${own}`
