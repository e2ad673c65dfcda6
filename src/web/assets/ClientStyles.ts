/**
 * The styles of clients' pages: the pay page and the portal. Printed they are the document once,
 * on white, without what is only for the screen.
 */
export const clientSheet = `
main { max-width: 62rem; margin: 0 auto; padding: .5rem 1.5rem 3rem; background: none; border: 0 }
main.narrow { margin: 2rem auto; padding: 1.75rem; background: var(--paper); border: 1px solid var(--line) }
.pay { display: grid; grid-template-columns: 22rem minmax(0, 1fr); gap: 1.5rem; align-items: start }
.box { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; min-width: 0; overflow-wrap: anywhere }
.box th { overflow-wrap: normal }
.box > :last-child, .box p { margin-bottom: 0 }
.box h1 { margin: 0 0 .25rem }
.box h1 .quiet { display: block; font-size: .9375rem; font-weight: 400; letter-spacing: 0 }
.box h1 .next { font-size: .9375rem; font-weight: 400; letter-spacing: 0 }
.box h1 .big { font-size: 2rem }
.box .badge { white-space: normal }
.box .note { margin: 1rem 0 0 }
.pay .do { display: grid; gap: .625rem; margin: 1.25rem 0 0 }
.pay .do .button { padding: .75rem; font-size: 1rem }
.part { border-top: 1px solid var(--line); margin-top: 1.25rem; padding-top: 1.25rem }
.part h2 { font-size: .875rem; margin: 0 0 .5rem }
.facts { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .375rem 1rem; margin: 0; font-size: .875rem }
.facts dt { color: var(--quiet); max-width: 9.5rem }
.facts dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums }
.facts dt.strong { color: inherit }
.facts .iban { grid-column: 1 / -1; text-align: left }
.facts dd.iban { margin-top: -.375rem }
.sums dt { max-width: none }
.scan { display: flex; gap: .75rem; align-items: center; margin: .75rem 0 0 }
.qr { width: 8.5rem; height: 8.5rem; flex: none }
.items { margin: 0 }
.items td { min-width: 0 }
.items tbody tr:last-child td { border-bottom-color: var(--edge) }
.sums { width: min(100%, 20rem); margin: 1rem 0 0 auto }
.box .sums + .notes { margin: 1.5rem 0 0 }
.own { justify-content: start; grid-template-columns: minmax(7rem, auto) minmax(0, 1fr); margin: 0 0 .75rem }
.own dd { text-align: left }
.year { border-top: 1px solid var(--line) }
.year summary { padding: .625rem 0; cursor: pointer }
.about { color: var(--quiet); font-size: .8125rem; margin: 2rem 0 0; display: flex; flex-wrap: wrap; gap: .375rem 1.5rem; overflow-wrap: anywhere }
.about .notes { flex-basis: 100%; margin: 0 }
.mail { width: 100%; height: 40rem; border: 1px solid var(--line); border-radius: .75rem; background: #fff }
@media (max-width: 56rem) { .pay { grid-template-columns: minmax(0, 1fr) } }
@media (max-width: 48rem) { main { padding: .5rem 1rem 2rem } .box { padding: 1.25rem } header.top { padding: 1rem } }
@media print {
  body, .box { background: #fff }
  body::before, .top .who, .do, .note, .about a, main nav, main form, details:not([open]) { display: none !important }
  .box { border: 0; padding: 0 }
  .pay { display: block }
  .pay .box + .box { margin-top: 1.5rem }
  main, header.top { padding: 0; max-width: none }
  .qr, tr, .facts { break-inside: avoid }
}
`
