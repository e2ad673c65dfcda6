/** The stylesheet of all pages, on variables so that the dark mode only changes colours. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --ink: #1f2933; --quiet: #52606d; --paper: #ffffff; --ground: #f3f5f7; --line: #d5dae0;
  --good: #0b6b3a; --bad: #a3261b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #f0f3f6; --quiet: #b0bac5; --paper: #1b2229; --ground: #11161b; --line: #37424d;
    --good: #6fd39b; --bad: #ff9d91;
  }
}
* { box-sizing: border-box }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  max-width: 44rem; margin: 2rem auto; padding: 1.5rem; background: var(--paper);
  border: 1px solid var(--line); border-radius: .5rem; overflow-wrap: anywhere;
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem }
p { margin: 0 0 1rem }
.quiet { color: var(--quiet) }
.state { font-weight: 600 }
.state-paid { color: var(--good) }
.state-overdue, .state-void { color: var(--bad) }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; margin: 1rem 0 }
th, td { text-align: left; padding: .5rem .5rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
th { font-weight: 600; color: var(--quiet); font-size: .875rem }
.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
tfoot td { border-bottom: 0 }
tfoot tr:last-child td { font-weight: 700; border-top: 2px solid var(--ink) }
.notes, pre { white-space: pre-wrap; font: inherit }
.plain { list-style: none; padding: 0 }
.plain li { padding: .75rem 0; border-bottom: 1px solid var(--line) }
a { color: inherit }
@media (max-width: 40rem) { main { margin: 0; border: 0; border-radius: 0; min-height: 100vh } }
`
