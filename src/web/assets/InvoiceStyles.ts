/**
 * The styles of the list of invoices, which all pages have, and of the pages of one invoice, which
 * are sheets of their own: no page may have more than 18 kB.
 */

const list = `
.tabs { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; border-bottom: 1px solid var(--line); margin: 0 0 1rem }
.tabs a { padding: .5rem 0; text-decoration: none; color: var(--quiet); margin-bottom: -1px; white-space: nowrap }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: inset 0 -2px var(--brand) }
.tabs .count { font-weight: 400; font-size: .8125rem; color: var(--quiet); font-variant-numeric: tabular-nums }
.search { display: flex; flex-wrap: wrap; gap: .5rem; margin: 0 0 .5rem }
.search select { width: auto }
.search input[type=search] { flex: 1 1 12rem; max-width: 22rem }
.crumb { font-size: .8125rem; color: var(--quiet); margin: 0 0 .5rem }
.two, .four { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem }
.four { grid-template-columns: repeat(4, minmax(0, 1fr)) }
.rows { margin: 0 }
.rows td { vertical-align: middle; overflow-wrap: anywhere }
.rows .r { overflow-wrap: normal }
.rows td.actions { white-space: nowrap; padding-right: 0 }
.rows td.actions a { margin-left: .5rem }
.rows tbody tr:hover td { background: var(--ground) }
.rows tfoot td, .rows tfoot tr:last-child td { border: 0; font-weight: 600 }
.rows tfoot td.quiet, .rows tfoot tr:last-child td.quiet { font-weight: 400 }
.rows .a1, .rows .date { white-space: nowrap; overflow-wrap: normal }
.fields { max-width: 54rem }
.pages { display: flex; gap: 1rem; margin: .5rem 0 0 }
.empty { padding: 2.25rem 0; color: var(--quiet) }
@media (max-width: 48rem) {
  .four { grid-template-columns: 1fr 1fr }
  .tabs { flex-wrap: nowrap; overflow-x: auto; margin-right: -1rem }
  .rows tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .25rem .75rem; align-items: center; padding: .75rem 0; border-bottom: 1px solid var(--line) }
  .rows td, .rows td.r { display: block; border: 0; padding: 0 }
  .rows thead, .rows td.hide { display: none }
  .search input[type=search] { flex-basis: 100%; max-width: none }
  .search select { flex: 1 }
  .rows .a1 { grid-area: 1/1 }
  .rows .a2 { grid-area: 1/2; justify-self: end }
  .rows .b1 { grid-area: 2/1 }
  .rows .b2 { grid-area: 2/2; justify-self: end }
  .rows td.actions, .rows .line { grid-column: 1 / -1; text-align: left }
  .rows td.actions a:first-child { margin-left: 0 }
  .rows tfoot tr:last-child { border: 0 }
  .rows .row-link { padding: .5rem 0 }
}
`

const form = `
.editor { display: grid; grid-template-columns: minmax(0, 1fr) 19.5rem; gap: 2.25rem; align-items: start }
.editor > div { min-width: 0 }
.three { display: grid; gap: 0 1rem; grid-template-columns: repeat(3, minmax(0, 1fr)) }
.inset-fold { margin: 0 0 1rem }
.inset-fold[open] { border: 1px solid var(--line); border-radius: .75rem; padding: .5rem 1rem 0 }
.head-row { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem .75rem }
.lines { margin: .25rem 0 .75rem; table-layout: fixed }
.lines td { vertical-align: top; padding: .375rem .5rem .375rem 0; border: 0 }
.lines th.r { padding: .4375rem .5rem .375rem 0; width: 7rem }
.lines th:nth-child(2), .lines th:last-child { width: 5.25rem }
.lines td.r { padding: .75rem .5rem 0 0 }
.lines input, .tot input { text-align: right; font-variant-numeric: tabular-nums }
.lines textarea { min-height: 2.5rem; resize: vertical; display: block; field-sizing: content }
.lines .x { white-space: nowrap; padding-right: 0 }
.lines .x button { padding: .4375rem .5625rem; color: var(--quiet); margin-left: .125rem }
.lines .more td { padding-top: 0 }
.editor summary { font-size: .8125rem; color: var(--quiet); cursor: pointer; padding: .25rem 0 }
.editor .inset-fold > summary { color: var(--brand-ink); font-weight: 600 }
.line-more { display: grid; grid-template-columns: 1fr 1fr 1.5fr; gap: .5rem }
.line-more input { text-align: left }
.tot { margin: 1rem 0 0 auto; width: min(100%, 22rem) }
.tot > div:not(#taxes), #taxes > div { display: flex; justify-content: space-between; align-items: center; gap: 1rem; padding: .25rem 0 }
.tot label { margin: 0; font-size: inherit; font-weight: 400 }
.tot input, .tot select { width: 9rem }
.tot .field { margin: 0; flex-wrap: wrap }
.tot .problem { flex-basis: 100%; text-align: right; white-space: normal }
.tot + .field { margin-top: 1.5rem }
.editor { margin-top: 1rem }
.tot .all { font-weight: 600; font-size: 1.125rem; border-top: 1px solid var(--ink); margin-top: .375rem; padding-top: .5rem }
.fold { margin-top: 1.5rem; border-top: 1px solid var(--line); padding-top: .75rem }
.fold > div { margin-top: .75rem }
.card { border: 1px solid var(--line); border-radius: .75rem; padding: 1.125rem 1.25rem; position: sticky; top: 1.5rem }
.card .big { display: block; overflow-wrap: anywhere }
.card p { margin: .5rem 0 0 }
.card .stack { display: grid; gap: .5rem; margin: .5rem 0 0 }
.card .actions { margin-top: 1rem }
@media (max-width: 64rem) { .editor { grid-template-columns: minmax(0, 1fr) } .card { position: static } }
@media (max-width: 48rem) {
  .editor .two, .three { grid-template-columns: minmax(0, 1fr) }
  .lines thead { display: none }
  .lines tr { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) auto auto; gap: .375rem; padding: .625rem 0 0 }
  .lines tbody td { display: block; padding: 0; width: auto; min-width: 0 }
  .lines td.d, .lines .more td { grid-column: 1 / -1 }
  .lines .x button { padding: .6875rem .625rem }
  .card .actions { position: fixed; left: 0; right: 0; bottom: 0; z-index: 4; display: flex; background: var(--paper); border-top: 1px solid var(--line); padding: .625rem 1rem; margin: 0 }
  .card .actions > * { flex: 1 }
  .lines tbody td.r { padding: .75rem 0 0 }
  .lines .more { border-bottom: 1px solid var(--line); padding-bottom: .625rem }
  .line-more { grid-template-columns: 1fr 1fr }
}
`

/** Steps along a line, each with a dot of its kind. */
export const timeline = `
.timeline li { position: relative; padding: 0 0 .875rem 1.375rem }
.timeline li::before { content: ""; position: absolute; left: .3125rem; top: .4375rem; bottom: -.4375rem; width: 1px; background: var(--line) }
.timeline li:last-child::before { display: none }
.dot { position: absolute; left: .0625rem; top: .4375rem; width: .5rem; height: .5rem; border-radius: 50%; background: var(--faint); box-shadow: 0 0 0 3px var(--paper) }
.dot.bad { background: var(--bad) }
.dot.open { background: var(--open) }
.dot.good { background: var(--good) }
`

/** Pages of one thing: its figures, a panel in place, and what stands beside. */
const beside = `
.title { display: flex; flex-wrap: wrap; gap: .375rem .75rem; align-items: center }
.sum { display: flex; flex-wrap: wrap; gap: .25rem 2.25rem; padding: 0 0 1.25rem; margin: 0 0 1.5rem; border-bottom: 1px solid var(--line) }
.sum div { display: grid; gap: .0625rem }
.inv { display: grid; grid-template-columns: minmax(0, 1fr) 19.5rem; gap: 2.25rem; align-items: start }
.framed main { display: flex; flex-direction: column }
.panel { order: 1; border: 1px solid var(--line); border-radius: .75rem; padding: 1.125rem 1.25rem 1.25rem; margin: 0 0 1.5rem; background: var(--ground); max-width: 47rem }
@media (min-width: 64.01rem) { .panel { max-width: calc(100% - 21.75rem) } }
.inv { order: 2 }
.panel h2 { margin: 0 0 .875rem; font-size: 1rem }
.panel .do p { margin: 0 }
.inv .rows { font-size: .875rem }
.inv .rows .r { white-space: normal }
.aside section { margin: 0 0 1.5rem; padding: 0 0 1.5rem; border-bottom: 1px solid var(--line) }
.aside section:last-child { border: 0 }
.aside h2 { font-size: .875rem; margin: 0 0 .625rem }
.aside .do { margin-top: .75rem }
.aside p { margin: 0; overflow-wrap: anywhere }
.aside .facts + .lab { margin-top: .625rem }
.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .3125rem 1rem; margin: 0; font-size: .875rem }
.facts dt { color: var(--quiet) }
.facts dd { margin: 0; text-align: right; overflow-wrap: anywhere }
.timeline, .files { list-style: none; margin: 0; padding: 0 }
@media (max-width: 64rem) { .inv { grid-template-columns: minmax(0, 1fr) } }
@media (max-width: 48rem) { .sum { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem 1rem } }
`

const page = `
.sheet { background: #fff; color: #1f2933; color-scheme: light; border: 1px solid var(--line); border-top: 6px solid var(--brand); border-radius: .5rem; box-shadow: var(--shadow); padding: 2.25rem 2.5rem; min-width: 0; overflow-wrap: anywhere; --quiet: #5a6675; --ink: #1f2933; --line: #e3e7ec; --soft: #eef1f5 }
.sheet .top, .sheet .who { display: flex; justify-content: space-between; gap: 1rem; margin: 0 0 1.5rem }
.sheet .top p, .sheet .who p { margin: 0 0 .375rem; min-width: 0 }
.sheet .top .strong { font-size: 1.125rem }
.kind { text-align: right; flex: none }
.sheet .amount { padding: .625rem 0 .625rem .75rem }
.sheet > .lab { margin: 0 }
.sheet .due { font-size: 1.125rem; font-weight: 600; margin: 0 0 1.5rem }
.sheet .who { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); font-size: .8125rem }
.sheet table, .sheet .notes { font-size: .875rem }
.sheet td.notes { min-width: 0 }
.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; font-size: .8125rem }
.way { display: flex; gap: .75rem; min-width: 0 }
.way div { min-width: 0 }
.way p { margin: 0 }
.qr { width: 5.25rem; height: 5.25rem; flex: none }
${timeline}@media (max-width: 48rem) {
  .sheet { padding: 1.25rem; container-type: inline-size }
  .sheet .who { grid-template-columns: 1fr 1fr }
  .dock { position: fixed; left: 0; right: 0; bottom: 0; background: var(--paper); border-top: 1px solid var(--line); padding: .625rem 1rem; z-index: 4; flex-wrap: nowrap }
  .dock > * { flex: 1 }
  .dock .menu { flex: none }
  .dock .menu > div { top: auto; bottom: calc(100% + .5rem) }
  .dock .menu li a { padding: .6875rem .75rem }
}
@media print { .rail, .bar, .do, .aside, .panel { display: none } .app { display: block } .sheet { border: 0; box-shadow: none } }
`

export const listStyles = list
export const besideStyles = beside
export const sheets = { invoice: `${beside}${page}`, editor: form }
