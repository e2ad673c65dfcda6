/**
 * The stylesheet of all pages, on variables so that the dark mode and a brand only change colours.
 * Sizes: text of 12, 13, 15 (16 on phones), 18 and 24 px; space of 4, 8, 12, 16, 24 and 36 px.
 */
import { contrast, readableOn } from "../../domain/workspaces/Contrast.ts"
import type { OwnSheet } from "../Layout.ts"
import { clientSheet } from "./ClientStyles.ts"
import { homeStyles } from "./HomeStyles.ts"
import { listStyles, sheets } from "./InvoiceStyles.ts"
import { projectStyles } from "./ProjectStyles.ts"

/** Page backgrounds: a brand colour needs contrast to them. */
const grounds = { light: "#ffffff", dark: "#171c22" }

/** Visually hidden, but read aloud. */
const unseen =
  "position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap"

const tokens = `
:root {
  color-scheme: light dark;
  --ink: #16202c; --quiet: #5a6675; --faint: #8a95a3; --paper: ${grounds.light}; --ground: #f6f7f9; --line: #e3e7ec; --edge: #7b8794; --soft: #eef1f5; --field: #fff;
  --brand: #4f46e5; --on-brand: #fff; --brand-ink: #4338ca; --brand-soft: #eceafd; --brand-edge: transparent; --danger-edge: transparent; --focus: #1d4ed8;
  --open: #1d4fbf; --open-soft: #e6eefc; --good: #0b6b3a; --good-soft: #e0f4e8; --bad: #a3261b; --bad-soft: #fdeae8; --warn: #80500a; --warn-soft: #fdf1d8;
  --amber: #f2c063; --shadow: 0 1px 2px rgb(16 24 40 / .06), 0 8px 24px -12px rgb(16 24 40 / .18);
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ink: #eef1f4; --quiet: #a6b1bd; --faint: #7c8895; --paper: ${grounds.dark}; --ground: #0f1317; --line: #2a323b; --edge: #78869a; --soft: #232a32; --field: #0f1317;
    --brand: #5f57e6; --brand-ink: #aaa5ff; --brand-soft: #26244b; --brand-edge: var(--edge); --danger-edge: var(--edge); --focus: #8ab4ff;
    --open: #8db4ff; --open-soft: #1a2b4d; --good: #6fd39b; --good-soft: #12301f; --bad: #ff9d91; --bad-soft: #3d1d19; --warn: #f3c56b; --warn-soft: #382a10; --shadow: none;
  }
  .name img:not(.icon), .logo, .ws img { background: #fff; padding: .25rem .375rem; border-radius: .25rem }
}
`

const base = `
[hidden] { display: none !important }
* { box-sizing: border-box }
html { -webkit-text-size-adjust: 100% }
body { margin: 0; background: var(--ground); color: var(--ink); min-height: 100vh; font: .9375rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
body:not(.framed)::before { content: ""; display: block; height: 4px; background: var(--brand) }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px }
.vh, caption { ${unseen} }
.skip { position: absolute; left: -999rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem; z-index: 9 }
h1 { font-size: 1.5rem; line-height: 1.2; letter-spacing: -.015em; margin: 0 0 .5rem; font-weight: 600 }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 1.5rem 0 .5rem; font-weight: 600 }
p { margin: 0 0 1rem }
a { color: inherit; text-decoration-color: var(--faint); text-underline-offset: .18em }
a:hover { text-decoration-color: currentColor }
.quiet { color: var(--quiet) }
.small { font-size: .8125rem }
.strong, .state, .row-link { font-weight: 600 }
.row-link { text-decoration: none }
.row-link:hover { text-decoration: underline }
.bad, .state-overdue { color: var(--bad) }
.good, .state-paid { color: var(--good) }
.state-void { color: var(--quiet) }
.num { font-variant-numeric: tabular-nums; white-space: nowrap }
.badge { display: inline-flex; align-items: center; gap: .3125rem; padding: .0625rem .5rem; border-radius: 1rem; background: var(--soft); font-size: .75rem; line-height: 1.25rem; font-weight: 600; white-space: nowrap }
.badge svg { width: .625rem; height: .625rem }
.badge.open { background: var(--open-soft); color: var(--open) }
.badge.overdue, .badge-bad { background: var(--bad-soft); color: var(--bad) }
.badge.paid, .badge-good { background: var(--good-soft); color: var(--good) }
.badge.part, .badge.warn { background: var(--warn-soft); color: var(--warn) }
.badge.void, .badge.state-void { background: transparent; box-shadow: inset 0 0 0 1px var(--edge); color: var(--quiet) }
.note { padding: .75rem 1rem; border-radius: .75rem; background: var(--soft); margin: 0 0 1rem }
.note > :last-child, .note ul { margin: 0 }
.note-good { background: var(--good-soft); color: var(--good) }
.note-bad { background: var(--bad-soft); color: var(--bad) }
.note-warn { background: var(--warn-soft); color: var(--warn) }
form + p, form + .row { margin-top: 1rem }
table { width: 100%; border-collapse: collapse; margin: 1rem 0 }
th { text-align: left; font-size: .75rem; font-weight: 600; color: var(--quiet); padding: .4375rem .75rem .4375rem 0; border-bottom: 1px solid var(--line) }
td { padding: .625rem .75rem .625rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
.amount, th.r, td.r { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
th.r, td.r { padding: .625rem 0 .625rem .75rem }
td.actions { text-align: right }
td.actions a, td.actions form { display: inline-block; margin-left: .75rem }
tfoot td { border-bottom: 0 }
tfoot tr:last-child td { font-weight: 600; border-top: 2px solid var(--ink) }
.notes, pre { white-space: pre-wrap; font: inherit }
td.long, td.notes { overflow-wrap: anywhere; min-width: 9rem }
td.short { white-space: nowrap }
.plain { list-style: none; padding: 0 }
.plain > li { padding: .75rem 0; border-bottom: 1px solid var(--line) }
.row, .do { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center }
.row { gap: .75rem; margin: 0 0 1rem }
.row > form { margin: 0 }
.row > *, .pair > * { min-width: 0 }
.secret { font-family: ui-monospace, Menlo, Consolas, monospace; background: var(--soft); padding: .625rem .75rem; border-radius: .4375rem; overflow-wrap: anywhere; user-select: all; flex: 1 1 16rem }
code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .9375em }
.code { background: var(--soft); padding: .75rem 1rem; border-radius: .4375rem; margin: 0 0 1rem; overflow-wrap: anywhere }
pre.code { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace }
.pair { display: flex; align-items: center; gap: 1rem; margin: 0 0 1rem }
.pair .logo { max-height: 4rem; max-width: 8rem }
ul.ticks { padding-left: 1.25rem; margin: 0 0 1rem }
td ul.ticks { margin: 0 }
`

const forms = `
.checks { border: 0; padding: 0; margin: 0 0 1rem; min-width: 0 }
legend, label, .label { font-size: .8125rem; font-weight: 600; display: block; margin: 0 0 .25rem; padding: 0 }
.checks label { font-size: inherit; font-weight: 400; display: flex; gap: .625rem; align-items: baseline; margin: .25rem 0 }
.checks span { min-width: 0; overflow-wrap: anywhere }
.field { margin: 0 0 1rem; min-width: 0 }
.field .hint { color: var(--quiet); font-size: .8125rem; margin: .25rem 0 0 }
.problem { color: var(--bad); font-weight: 600; font-size: .8125rem; margin: .25rem 0 0 }
input, select, textarea { font: inherit; color: var(--ink); background: var(--field); border: 1px solid var(--edge); border-radius: .4375rem; padding: .4375rem .5625rem; width: 100%; max-width: 100% }
[aria-invalid] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad) }
input:not([type=checkbox], [type=radio]), select { min-height: 2.5rem }
input[type=checkbox], input[type=radio] { width: auto; flex: none; accent-color: var(--focus) }
input[type=color] { padding: .125rem; width: 4rem; height: 2.5rem }
textarea { min-height: 5.5rem; resize: vertical }
button, .button { font: inherit; font-weight: 600; line-height: 1.25; border: 1px solid var(--brand-edge); border-radius: .4375rem; cursor: pointer; padding: .5rem .875rem; background: var(--brand); color: var(--on-brand); text-decoration: none; display: inline-flex; gap: .4375rem; align-items: center; justify-content: center; text-align: center }
button:hover, .button:hover { filter: brightness(1.08) }
.second { background: var(--paper); color: var(--ink); border-color: var(--edge) }
.second:hover { background: var(--soft); filter: none }
.tiny { padding: .25rem .625rem; font-size: .8125rem; white-space: nowrap }
.danger { background: #a3261b; color: #fff; border-color: var(--danger-edge) }
.link { background: none; border: 0; padding: 0; color: inherit; font-weight: 400; text-decoration: underline }
`

const content = `
.name img, .logo { max-height: 2.75rem; max-width: 12rem; display: block }
main { max-width: 48rem; width: 100%; margin: 2rem auto; padding: 1.75rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; overflow-wrap: break-word; min-width: 0; container-type: inline-size }
`

/** Sections beside the content. */
const sections = `
nav.side ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .125rem }
nav.side a { display: block; padding: .4375rem .625rem; border-radius: .4375rem; text-decoration: none }
nav.side a:hover { background: var(--soft) }
nav.side a[aria-current] { background: var(--brand-soft); color: var(--brand-ink); font-weight: 600 }
@media (min-width: 52rem) { nav.side ul { flex-direction: column } }
`

/** Pages without the frame of a session. */
const outside = `
header.top { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; max-width: 62rem; margin: 0 auto; padding: 1rem 1.5rem }
.name { font-weight: 600; margin: 0; display: flex; align-items: center; gap: .75rem; overflow-wrap: anywhere }
header.top .who { margin-left: auto; overflow-wrap: anywhere; min-width: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; color: var(--quiet) }
.frame { max-width: 62rem; margin: 0 auto; padding: 0 1.5rem 3rem; display: grid; gap: 1.5rem }
.frame main { margin: 0; max-width: none }
main.narrow { max-width: 28rem }
@media (min-width: 52rem) {
  .frame.with-side { grid-template-columns: 12rem minmax(0, 1fr); align-items: start }
}
@media (max-width: 40rem) {
  main { margin: 0; border-width: 0 0 1px; border-radius: 0; padding: 1.25rem }
  .frame { padding: 0 0 2rem }
  nav.side { padding: 0 1rem }
  header.top .who { margin-left: 0 }
}
`

const docs = `
/* What is out of sight is laid out when it is scrolled to. */
.operation { content-visibility: auto; contain-intrinsic-size: auto 30rem; border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: 1.25rem }
.operation table { table-layout: fixed; overflow-wrap: break-word }
.operation form, .operation form button { margin: 0 0 1rem }
.operation textarea, .operation form input { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace }
.operation h3 { font-size: 1rem; margin: 0 0 .5rem }
.operation h4 { font-size: .875rem; margin: 1rem 0 .25rem }
`

const settings = `
nav.side ul { display: block }
nav.side a { overflow-wrap: anywhere }
main .field { max-width: 36rem }
.range .field { flex-basis: 8.75rem }
td.actions button { padding: .25rem .625rem; font-size: .8125rem }
.log > li { padding: .5rem 0 }
.log .ticks { margin: 0; overflow-wrap: anywhere }
.log .small { display: inline-block; vertical-align: top; margin-right: .75rem }
@media (min-width: 64.01rem) { .app .with-side { grid-template-columns: 14rem minmax(0, 1fr) } }
.side .lab { margin: .75rem .625rem .125rem }
.groups > :first-child { margin-top: 0 }
.side > details { display: none }
@media (max-width: 64rem) { .groups { display: none } .side > details { display: block } }
.reminders { border: 0; padding: 0; margin: 0 0 1rem; min-width: 0 }
.events:has(input[value=every]:checked, input[value=everything]:checked, input[value=readOnly]:checked) .kinds { display: none }
.kinds { padding-left: 1.75rem; column-width: 17rem; margin: 0 0 1rem }
.kinds .checks { break-inside: avoid }
.reminders .hint { color: var(--quiet); font-size: .8125rem; margin: .25rem 0 0 }
.reminders summary { cursor: pointer; padding: .25rem 0 }
.reminder { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: .75rem; align-items: start }
.reminder:has(.problem) { grid-template-columns: minmax(0, 1fr); gap: 0 }
.reminder .field { margin: 0 0 .75rem }
.reminder label { font-weight: 400; color: var(--quiet) }
`

/** The user's own account: each part's name beside its form. */
const account = `
.part { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr); gap: .5rem 2.25rem; border-top: 1px solid var(--line); padding: 1.5rem 0 }
.part > div { min-width: 0; container-type: inline-size }
.part h2 { margin: 0 0 .25rem }
.part form { max-width: 26rem }
.part table { margin: 0 0 1rem }
.part .actions button { padding: .25rem .625rem; font-size: .8125rem }
.part.whole { grid-template-columns: minmax(0, 1fr) }
@media (max-width: 48rem) { .part { grid-template-columns: minmax(0, 1fr) } }
`

/** A form that filters what stands below it. */
const range = `
.range { display: flex; flex-wrap: wrap; align-items: flex-end; gap: .5rem .75rem; margin: 0 0 1.5rem }
.range .field { margin: 0; flex: 0 1 9.5rem }
`

const reports = `
.report { container-type: inline-size; margin: 0 0 1rem }
.report td:first-child { overflow-wrap: anywhere; min-width: 9rem }
.report .r + :not(.r) { padding-left: .75rem }
.report .sum td { font-weight: 600; border-top: 2px solid var(--ink) }
.key { display: flex; justify-content: flex-end; gap: 1rem; color: var(--quiet) }
.key > span { display: inline-flex; align-items: center; gap: .375rem }
.key svg { width: .625rem; height: .625rem }
.chart { display: block; width: 100%; height: auto; margin: .5rem 0 }
.share { width: 6rem; max-width: 100%; vertical-align: middle; forced-color-adjust: none }
.share .whole { fill: var(--line) }
.share .part { fill: var(--brand) }
.share .over { fill: var(--bad) }
@container (max-width: 38rem) { .report .sum td { border-top: 0 } .report .sum td:empty { display: none } }
`

/** The frame of signed-in pages: a rail, below 64 rem a bar on top. */
const framed = `
.framed { background: var(--paper) }
.app { display: grid; grid-template-columns: 14.5rem minmax(0, 1fr); min-height: 100vh }
.rail { background: var(--ground); border-right: 1px solid var(--line) }
.rail > div { padding: 1rem .75rem; display: flex; flex-direction: column; gap: 1.25rem; position: sticky; top: 0; height: 100vh; max-height: 54rem; overflow-y: auto }
.ws { display: flex; align-items: center; gap: .625rem; padding: .25rem .5rem; font-weight: 600; text-decoration: none; overflow-wrap: anywhere; min-width: 0 }
.ws img { max-width: 3rem; max-height: 1.75rem; flex: none }
.mark { width: 1.75rem; height: 1.75rem; border-radius: .4375rem; background: var(--brand); color: var(--on-brand); display: grid; place-items: center; font-size: .875rem; flex: none }
.find { position: relative; margin: 0 }
.find svg { position: absolute; left: .5625rem; top: 50%; width: 1rem; height: 1rem; margin-top: -.5rem; color: var(--quiet); pointer-events: none }
.find input { padding-left: 2rem; background: var(--paper) }
.find kbd { position: absolute; right: .5rem; top: 50%; margin-top: -.6875rem; pointer-events: none }
.find input:focus ~ kbd { visibility: hidden }
kbd { display: inline-block; min-width: 1.375rem; padding: 0 .3125rem; border: 1px solid var(--line); border-radius: .25rem; font: .8125rem/1.25rem inherit; text-align: center; color: var(--quiet); background: var(--paper) }
dialog { border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1.5rem; max-width: 32rem; background: var(--paper); color: var(--ink) }
dialog h2 { margin: 0 }
.app nav ul, .app .menu ul { list-style: none; margin: 0; padding: 0 }
.rail ul + ul { margin-top: 1.25rem }
.app > aside li a, .bar li a { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .625rem; padding: .4375rem .5rem; border-radius: .4375rem; text-decoration: none }
.rail li a:hover, .menu li a:hover { background: var(--soft) }
.app li a[aria-current] { background: var(--brand-soft); color: var(--brand-ink); font-weight: 600 }
.rail li svg, .bar li svg { width: 1.125rem; height: 1.125rem; flex: none }
.app .n { margin-left: auto; white-space: nowrap; font-size: .75rem; font-weight: 600; color: var(--bad) }
.foot p { margin: 0 }
.foot { margin-top: auto; font-size: .8125rem; padding: .5rem; border-top: 1px solid var(--line); overflow-wrap: anywhere }
.foot .do { gap: .25rem .75rem; color: var(--quiet) }
.foot .do > *, .foot .do button { padding: .25rem 0; font-size: inherit }
.bar { display: none }
.app main { padding: 1.75rem 2.25rem 4rem; max-width: 76rem; margin: 0 auto; border: 0; border-radius: 0; container-type: normal }
.app .with-side { display: grid; grid-template-columns: 11rem minmax(0, 1fr); align-items: start; max-width: 76rem; margin: 0 auto; width: 100% }
.app .with-side nav { padding: 1.75rem 0 0 2.25rem }
.app .with-side main { container-type: inline-size; max-width: 54rem; margin: 0 }
.head { display: flex; flex-wrap: wrap; align-items: flex-start; gap: .75rem 1.5rem; margin: 0 0 1.5rem }
.head > :first-child { min-width: 0; overflow-wrap: anywhere }
.head > .do { margin-left: auto }
.head h1, .head p { margin: 0 }
details.menu { position: relative }
.menu > summary { list-style: none; cursor: pointer }
.menu > summary::-webkit-details-marker { display: none }
.menu > div { position: absolute; right: 0; top: calc(100% + .25rem); background: var(--paper); border: 1px solid var(--line); border-radius: .5rem; padding: .3125rem; min-width: 13rem; z-index: 3 }
.menu li a { display: flex; padding: .4375rem .625rem; border-radius: .3125rem; text-decoration: none }
.lab { font-size: .8125rem; color: var(--quiet) }
.big { font-size: 1.5rem; line-height: 1.2; font-weight: 600; letter-spacing: -.02em; font-variant-numeric: tabular-nums }
.big .small { font-size: .8125rem; font-weight: 400; letter-spacing: 0; color: var(--quiet) }
`

const narrow = `
@media (min-width: 48.01rem) { .narrow-only { display: none !important } }
@media (max-width: 64rem) {
  .app, .app .with-side { display: block }
  .rail { display: none }
  .bar { display: flex; align-items: center; gap: .5rem; padding: .625rem 1rem; border-bottom: 1px solid var(--line); background: var(--ground); position: sticky; top: 0; z-index: 5 }
  .bar .ws { padding: 0; margin-right: auto }
  .bar .ws span:last-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  .bar .button { white-space: nowrap }
  .app main { padding: 1.25rem 1rem 6rem }
  .app .with-side nav { padding: 1rem 1rem 0 }
}
@media (max-width: 48rem) {
  body { font-size: 1rem }
  .wide-only { display: none !important }
  button, .button { padding: .6875rem .875rem }
  .tiny { padding: .4375rem .75rem }
  .bar li a, nav.side a { padding: .625rem .75rem }
  .big { font-size: 1.125rem }
  .head > .do { margin-left: 0 }
}
/* By the width that there is for the table, which the navigation beside it takes from. */
@container (max-width: 38rem) {
  .stack thead { position: absolute; left: -999rem }
  .stack tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line) }
  .stack td { display: block; border: 0; padding: .125rem 0; text-align: left }
  .stack td.long, .stack td.notes { min-width: 0 }
  .stack td:empty { display: none }
  .stack tfoot td { overflow-wrap: anywhere }
  .stack tfoot tr:last-child { border-top: 2px solid var(--ink) }
  .stack tfoot tr:last-child td { border-top: 0 }
  .stack td[data-label]::before { content: attr(data-label) ":\\00a0"; color: var(--quiet) }
  .stack tfoot tr { display: flex; justify-content: space-between; gap: 1rem }
  .stack .amount { white-space: normal }
  .stack tfoot .amount { text-align: right }
  .stack td.actions a:first-child, .stack td.actions form:first-child { margin-left: 0 }
}
`

/** Without the white space that only people need. */
const compact = (css: string): string =>
  css
    .replace(/\/\*.*?\*\//g, "")
    .replace(/\s*\n\s*/g, "")
    .replace(/\s*([{};,]|: )\s*/g, (_, sign: string) => sign.trim())

export const stylesheet = compact(
  `${tokens}${base}${forms}${content}${framed}${narrow}${listStyles}`
)

/** Sheets that only some pages have, after that of all pages. */
export const ownSheets: Readonly<Record<OwnSheet, string>> = {
  outside: compact(`${sections}${outside}`),
  docs: compact(docs),
  home: compact(homeStyles),
  settings: compact(`${sections}${range}${settings}`),
  account: compact(account),
  reports: compact(`${range}${reports}`),
  invoice: compact(sheets.invoice),
  editor: compact(sheets.editor),
  project: compact(projectStyles),
  client: compact(clientSheet)
}

/** WCAG 2.2, 1.4.11: what shows where a button is stands out from its ground by 3 to 1. */
const edgeOn = (ground: string, colour: string): string =>
  contrast(ground, colour) >= 3 ? "transparent" : "var(--edge)"

export const brandStylesheet = (colour: string): string =>
  `:root{--brand:${colour};--on-brand:${readableOn(colour)};--brand-ink:var(--ink);--brand-edge:${edgeOn(grounds.light, colour)};--brand-soft:color-mix(in srgb,${colour} 14%,var(--paper))}` +
  `@media screen and (prefers-color-scheme:dark){:root{--brand-edge:${edgeOn(grounds.dark, colour)}}}`
