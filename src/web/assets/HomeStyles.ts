/** The styles of Home, which are a sheet of their own: no page may have more than 18 kB. */
import { timeline } from "./InvoiceStyles.ts"

const figures = `
/* The ground between the figures is the line between them. */
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1px; background: var(--line); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden; margin: 0 0 1.75rem }
.figures > a { padding: 1rem; background: var(--paper); text-decoration: none; display: grid; gap: .25rem; align-content: start; overflow-wrap: anywhere }
.figures > a:hover { background: var(--ground) }
.age { display: block; width: 100%; height: .5rem; border-radius: .25rem; margin: .375rem 0 .125rem }
.figures:has(+ .data) { margin-bottom: .25rem }
.data { margin: 0 0 1.75rem; font-size: .8125rem }
.data summary { color: var(--quiet); padding: .375rem 0 }
.data table { max-width: 34rem }
.scroll { overflow-x: auto }
.cols .data { margin: 0 }
`

const parts = `
.head-row { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; margin: 0 0 .625rem }
.head-row > :nth-child(2) { margin-left: auto }
.head-row h2 { font-size: 1rem; margin: 0 }
.head-row .title { display: flex; gap: .625rem; align-items: baseline }
main > section, .cols > section { margin: 0 0 2rem; min-width: 0 }
.todo, .steps, .parts, .timeline { list-style: none; margin: 0; padding: 0 }
.todo, .steps { border: 1px solid var(--line); border-radius: .75rem }
.todo li, .steps > li { display: flex; gap: .75rem; align-items: center; padding: .6875rem 1rem }
.todo li + li, .steps > li + li { border-top: 1px solid var(--line) }
.what { flex: 1; min-width: 0; overflow-wrap: anywhere }
.what p, .timeline p, .sample p { margin: 0; overflow-wrap: anywhere }
.todo .dot { position: static; flex: none; box-shadow: none }
.dot.warn { background: var(--amber) }
.steps { counter-reset: step; max-width: 48rem }
.steps > li { counter-increment: step; padding: 1rem }
.steps > li::before { content: counter(step); flex: none; width: 1.75rem; height: 1.75rem; border-radius: 50%; background: var(--soft); display: grid; place-items: center; font-weight: 600 }
.good svg { width: .75rem; height: .75rem }
.parts { display: flex; flex-wrap: wrap; gap: 0 1rem }
.sample { margin-top: 1rem }
.cols { display: grid; grid-template-columns: minmax(0, 1.75fr) minmax(0, 1fr); gap: 2.25rem }
.key { display: flex; gap: 1rem }
.key svg { width: .625rem; height: .625rem; margin-right: .375rem }
.chart { display: block; width: 100%; height: auto }
${timeline}.owing td { overflow-wrap: normal }
.owing td.party { white-space: normal; overflow-wrap: anywhere; min-width: 7rem }
.owing .party .small, .owing .other { display: block }
.rows td.actions form { margin: 0 0 0 .5rem }
@media (max-width: 64rem) { .cols { grid-template-columns: minmax(0, 1fr); gap: 0 } }
@media (max-width: 48rem) {
  .todo li, .steps > li { flex-wrap: wrap; align-items: flex-start }
  .todo .dot { margin-top: .5rem }
  .what { flex-basis: calc(100% - 4rem) }
  .todo .button { margin-left: 1.25rem }
  .steps .button { margin-left: 2.5rem }
}
`

export const homeStyles = `${figures}${parts}`
