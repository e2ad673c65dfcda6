/**
 * The stylesheet of all pages, on variables so that the dark mode and a brand only change colours.
 */
import { contrast, readableOn } from "../../domain/workspaces/Contrast.ts"

/** Page backgrounds: a brand colour needs contrast to them. */
const grounds = { light: "#ffffff", dark: "#1b2229" }

export const stylesheet = `
:root {
  color-scheme: light dark;
  --ink: #1f2933; --quiet: #52606d; --paper: ${grounds.light}; --ground: #f3f5f7; --line: #d5dae0;
  --field: #ffffff; --edge: #7b8794; --soft: #eef1f4;
  --good: #0b6b3a; --good-soft: #e3f5ea; --bad: #a3261b; --bad-soft: #fdecea;
  --brand: #1d4ed8; --on-brand: #ffffff; --brand-edge: transparent; --danger-edge: transparent; --focus: #1d4ed8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #f0f3f6; --quiet: #b0bac5; --paper: ${grounds.dark}; --ground: #11161b; --line: #37424d;
    --field: #11161b; --edge: #8494a4; --soft: #26303a;
    --good: #6fd39b; --good-soft: #14301f; --bad: #ff9d91; --bad-soft: #3a1b18;
    --brand-edge: var(--edge); --danger-edge: var(--edge); --focus: #8ab4ff;
  }
  .name img:not(.icon), .logo { background: #ffffff; padding: .25rem .375rem; border-radius: .25rem }
}
[hidden] { display: none !important }
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body {
  margin: 0; background: var(--ground); color: var(--ink); min-height: 100vh;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
body::before { content: ""; display: block; height: 4px; background: var(--brand) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .25rem }
.skip { position: absolute; left: -999rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem; z-index: 1 }
header.top {
  display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center;
  max-width: 62rem; margin: 0 auto; padding: 1rem 1.5rem;
}
.name { font-weight: 700; margin: 0; display: flex; align-items: center; gap: .75rem; overflow-wrap: anywhere }
.name img, .logo { max-height: 2.75rem; max-width: 12rem; display: block }
header.top .who { margin-left: auto; overflow-wrap: anywhere; min-width: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; color: var(--quiet) }
.frame { max-width: 62rem; margin: 0 auto; padding: 0 1.5rem 3rem; display: grid; gap: 1.5rem }
nav.side ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem }
nav.side a {
  display: block; padding: .5rem .75rem; border-radius: .375rem; text-decoration: none; color: var(--ink)
}
nav.side a:hover { background: var(--soft) }
nav.side a[aria-current] { background: var(--soft); font-weight: 600; box-shadow: inset 3px 0 0 var(--brand) }
main {
  max-width: 48rem; width: 100%; margin: 2rem auto; padding: 1.75rem; background: var(--paper);
  border: 1px solid var(--line); border-radius: .625rem; overflow-wrap: break-word; min-width: 0;
  container-type: inline-size;
}
.frame main { margin: 0; max-width: none }
main.narrow { max-width: 28rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 2rem 0 .5rem }
p { margin: 0 0 1rem }
a { color: inherit }
.quiet { color: var(--quiet) }
.small { font-size: .875rem }
.state { font-weight: 600 }
.badge {
  display: inline-block; padding: .125rem .5rem; border-radius: 1rem; background: var(--soft);
  font-size: .8125rem; font-weight: 600; white-space: nowrap
}
.badge-good { background: var(--good-soft); color: var(--good) }
.badge-bad { background: var(--bad-soft); color: var(--bad) }
.bad { color: var(--bad) }
.state-paid { color: var(--good) }
.state-overdue { color: var(--bad) }
.state-void { color: var(--quiet) }
.badge.state-void { background: transparent; box-shadow: inset 0 0 0 1px var(--edge) }
.note { padding: .75rem 1rem; border-radius: .375rem; background: var(--soft); margin: 0 0 1rem }
.note p:last-child, .note ul { margin: 0 }
.note-good { background: var(--good-soft); color: var(--good) }
.note-bad { background: var(--bad-soft); color: var(--bad) }
form + p, form + .row { margin-top: 1rem }
table { width: 100%; border-collapse: collapse; margin: 1rem 0 }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
th, td { text-align: left; padding: .625rem .75rem .625rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
th { font-weight: 600; color: var(--quiet); font-size: .875rem }
.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
td.actions { text-align: right }
td.actions a, td.actions form { display: inline-block; margin-left: .75rem }
tfoot td { border-bottom: 0 }
tfoot tr:last-child td { font-weight: 700; border-top: 2px solid var(--ink) }
.notes, pre { white-space: pre-wrap; font: inherit }
td.long, td.notes { overflow-wrap: anywhere; min-width: 9rem }
td.short { white-space: nowrap }
.plain { list-style: none; padding: 0 }
.plain > li { padding: .75rem 0; border-bottom: 1px solid var(--line) }
.checks { border: 0; padding: 0; margin: 0 0 1rem }
.checks legend, label, .label { font-weight: 600; display: block; margin: 0 0 .25rem; padding: 0 }
.checks label { font-weight: 400; display: flex; gap: .625rem; align-items: baseline; margin: .25rem 0 }
.events:has(input[value=every]:checked) .kinds { display: none }
.kinds { padding-left: 1.75rem; column-width: 17rem; margin: 0 0 1rem }
.kinds .checks { break-inside: avoid }
.field { margin: 0 0 1.125rem }
.field .hint { color: var(--quiet); font-size: .875rem; margin: .25rem 0 0 }
.reminders { border: 0; padding: 0; margin: 0 0 1.125rem; min-width: 0 }
.reminders legend { font-weight: 600; padding: 0 }
.reminders .hint { color: var(--quiet); font-size: .875rem; margin: .25rem 0 .5rem }
.reminders summary { cursor: pointer; padding: .25rem 0 }
.reminder { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .75rem; align-items: start }
.reminder:has(.problem) { grid-template-columns: minmax(0, 1fr); gap: 0 }
.reminder .field { margin: 0 0 .75rem }
.reminder label { font-weight: 400; font-size: .875rem; color: var(--quiet) }
.problem { color: var(--bad); font-weight: 600; font-size: .875rem; margin: .25rem 0 0 }
[aria-invalid] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad) }
input, select, textarea {
  font: inherit; color: var(--ink); background: var(--field); border: 1px solid var(--edge);
  border-radius: .375rem; padding: .5rem .625rem; width: 100%; max-width: 100%
}
input[type=checkbox], input[type=radio] { width: auto; flex: none; accent-color: var(--focus) }
input[type=color] { padding: .125rem; width: 4rem; height: 2.5rem }
textarea { min-height: 5.5rem; resize: vertical }
button, .button {
  font: inherit; font-weight: 600; border: 1px solid var(--brand-edge); border-radius: .375rem; cursor: pointer;
  padding: .5625rem 1.125rem; background: var(--brand); color: var(--on-brand); text-decoration: none;
  display: inline-block; text-align: center
}
button:hover, .button:hover { filter: brightness(1.08) }
.second { background: transparent; color: var(--ink); border-color: var(--edge) }
.danger { background: #a3261b; color: #ffffff; border-color: var(--danger-edge) }
.link { background: none; border: 0; padding: 0; color: inherit; font-weight: 400; text-decoration: underline }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin: 0 0 1rem }
.row > form { margin: 0 }
.row > *, .pair > * { min-width: 0 }
.secret {
  font-family: ui-monospace, Menlo, Consolas, monospace; background: var(--soft); padding: .625rem .75rem;
  border-radius: .375rem; overflow-wrap: anywhere; user-select: all; flex: 1 1 16rem; font-size: .9375rem
}
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9375em }
.code { background: var(--soft); padding: .75rem 1rem; border-radius: .375rem; margin: 0 0 1rem; overflow-wrap: anywhere }
pre.code { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace }
/* What is out of sight is laid out when it is scrolled to. */
.operation { content-visibility: auto; contain-intrinsic-size: auto 30rem }
.operation { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: 1.25rem }
.operation table { table-layout: fixed; overflow-wrap: break-word }
.operation form { margin: 0 0 1rem }
.operation form button { margin: 0 0 1rem }
.operation textarea, .operation form input { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace }
.operation h3 { font-size: 1rem; margin: 0 0 .5rem }
.operation h4 { font-size: .875rem; margin: 1rem 0 .25rem }
.pair { display: flex; align-items: center; gap: 1rem; margin: 0 0 1rem }
.pair .logo { max-height: 4rem; max-width: 8rem }
ul.ticks { padding-left: 1.25rem; margin: 0 0 1rem }
td ul.ticks { margin: 0 }
@media (min-width: 52rem) {
  .frame.with-side { grid-template-columns: 12rem minmax(0, 1fr); align-items: start }
  nav.side ul { flex-direction: column }
}
@media (max-width: 40rem) {
  main { margin: 0; border-width: 0 0 1px; border-radius: 0; padding: 1.25rem }
  .frame { padding: 0 0 2rem }
  nav.side { padding: 0 1rem }
  header.top .who { margin-left: 0 }
}
/* By the width that there is for the table, which the navigation beside it takes from. */
@container (max-width: 38rem) {
  .stack thead { position: absolute; left: -999rem }
  .stack tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line) }
  .stack td { display: block; border: 0; padding: .125rem 0; text-align: left }
  .stack td.long, .stack td.notes { min-width: 0 }
  .stack tfoot td { overflow-wrap: anywhere }
  .stack tfoot tr:last-child { border-top: 2px solid var(--ink) }
  .stack tfoot tr:last-child td { border-top: 0 }
  .stack td[data-label]::before { content: attr(data-label) ": "; color: var(--quiet) }
  .stack tfoot tr { display: flex; justify-content: space-between; gap: 1rem }
  .stack .amount { white-space: normal }
  .stack tfoot .amount { text-align: right }
  .stack td.actions a:first-child, .stack td.actions form:first-child { margin-left: 0 }
}
`

/** WCAG 2.2, 1.4.11: what shows where a button is stands out from its ground by 3 to 1. */
const edgeOn = (ground: string, colour: string): string =>
  contrast(ground, colour) >= 3 ? "transparent" : "var(--edge)"

export const brandStylesheet = (colour: string): string =>
  `:root{--brand:${colour};--on-brand:${readableOn(colour)};--brand-edge:${edgeOn(grounds.light, colour)}}` +
  `@media (prefers-color-scheme:dark){:root{--brand-edge:${edgeOn(grounds.dark, colour)}}}`
