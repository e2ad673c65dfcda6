/**
 * The operator's commands, with and without --json. They run in this process, on a database server;
 * as processes of their own they run in cliProcesses.test.ts, and on the embedded database in
 * cliRunning.test.ts.
 */
import { readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { afterAll, beforeAll } from "vitest"
import { settingList } from "../../src/config/Settings.ts"
import { WorkspaceId } from "../../src/domain/Ids.ts"
import { layerPostgresServer } from "../../src/infra/postgres/Database.ts"
import { MaintenanceClient } from "../../src/infra/postgres/ReadClient.ts"
import { runCliHere } from "../support/cliHere.ts"
import { brokenPng, plainPng, pngBomb } from "../support/pictures.ts"
import { placeOnPostgres } from "../support/place.ts"
import { startServer, stopServer } from "../support/process.ts"
import { freshDatabase } from "../support/storages.ts"

let place: Awaited<ReturnType<typeof placeOnPostgres>>
let workspace: string
/** Sample invoices for which a reminder could be sent. */
let openDueDates: ReadonlyArray<string> = []

const cli = (line: string) => runCliHere(line.split(" "), place.environment)
/** The effect on the database that the commands have. */
const inDatabase = <A, E>(work: Effect.Effect<A, E, MaintenanceClient>) =>
  Effect.runPromise(
    Effect.provide(work, layerPostgresServer(Redacted.make(place.url), { poolSize: 1 }))
  )
const create = "workspace create --name Acme --plan growth --currency EUR --timezone Europe/Berlin"
const owner = "--owner-name Olga --owner-email olga@x.example"

beforeAll(async () => {
  place = await placeOnPostgres({}, freshDatabase)
})
afterAll(() => place.remove())

describe("retainer", () => {
  it("migrate: applies once", async () => {
    const first = await cli("migrate --json")
    // Every migration that lies there is registered, in the order of its number.
    const files = await readdir(new URL("../../src/infra/sql/migrations", import.meta.url))
    assert.deepStrictEqual(JSON.parse(first.stdout), {
      applied: files.map((file) => file.replace(/\.ts$/, "")).sort()
    })
    assert.deepStrictEqual(JSON.parse((await cli("migrate --json")).stdout), { applied: [] })
  })

  it("workspace create: ids, credentials and a key that works", async () => {
    const made = await cli(`${create} ${owner} --json`)
    assert.strictEqual(made.code, 0)
    const result = JSON.parse(made.stdout)
    assert.hasAllKeys(result, [
      "workspace_id",
      "user_id",
      "owner_email",
      "owner_password",
      "api_key"
    ])
    assert.match(result.workspace_id, /^ws_/)
    assert.match(result.user_id, /^user_/)
    workspace = result.workspace_id
    const given = await cli(`${create} ${owner} --owner-password correct-horse-battery`)
    assert.include(given.stdout, "owner_password: correct-horse-battery")
  })

  it("config: what is in force, secrets masked", async () => {
    const { stdout, code } = await runCliHere(["config", "--json"], {
      DATABASE_URL: "postgres://user:hidden-password@db.example:5432/retainer",
      SECRET_KEY: Buffer.alloc(32, 9).toString("base64"),
      SMTP_URL: "smtp://mailer:other-secret@mail.example:587",
      RATE_LIMIT: "off"
    })
    assert.strictEqual(code, 0)
    const config = JSON.parse(stdout)
    assert.hasAllKeys(
      config,
      settingList.map(({ name }) => name)
    )
    assert.deepInclude(config, { RATE_LIMIT: "off", PORT: 3000, REDIS_URL: "(none)" })
    assert.include(config.DATABASE_URL, "db.example:5432/retainer")
    for (const secret of [
      "hidden-password",
      "other-secret",
      Buffer.alloc(32, 9).toString("base64")
    ]) {
      assert.notInclude(stdout, secret)
    }
  })

  it("doctor: checks each and says what to do", async () => {
    const well = await cli("doctor --json")
    assert.strictEqual(well.code, 0)
    const { checks } = JSON.parse(well.stdout)
    assert.deepStrictEqual(
      checks.map(({ name, ok }: { name: string; ok: boolean }) => [name, ok]),
      ["server", "database", "keys", "mail", "redis", "fonts"].map((name) => [name, true])
    )
    const ill = await runCliHere(["doctor"], {
      DATABASE_URL: "postgres://u:p@127.0.0.1:1/d",
      SECRET_KEY: Buffer.alloc(32).toString("base64"),
      SMTP_URL: "smtp://127.0.0.1:1",
      REDIS_URL: "redis://127.0.0.1:1",
      FONT_DIR: "/nowhere"
    })
    assert.strictEqual(ill.code, 1)
    for (const name of ["DATABASE_URL", "SMTP_URL", "REDIS_URL", "FONT_DIR", "PROCESSOR"]) {
      assert.include(ill.stdout, name)
    }
    assert.include(ill.stderr, "6 of 6 checks failed")
  })

  it("doctor --totals: names the totals that are not what the rows give", async () => {
    const well = await cli("doctor --totals --json")
    assert.strictEqual(well.code, 0)
    assert.deepStrictEqual(JSON.parse(well.stdout).totals, [])
    const tamper = (change: 1 | -1) =>
      inDatabase(
        Effect.gen(function* () {
          const sql = yield* MaintenanceClient
          yield* sql`INSERT INTO totals
              (workspace_id, kind, subject, day, label, status, year, part, items, amount, other)
            VALUES (${WorkspaceId.toUuid(Option.getOrThrow(WorkspaceId.parse(workspace)))}, 'clients',
              '00000000-0000-0000-0000-000000000000', '-infinity', '', '', 0,
              nextval('totals_part'), ${change}, 0, 0)`
        })
      )
    await tamper(1)
    const ill = await cli("doctor --totals --json")
    assert.strictEqual(ill.code, 1)
    assert.deepStrictEqual(JSON.parse(ill.stdout).totals, [
      { workspace_id: workspace, kind: "clients", key: "", kept: "1/0/0", counted: "0/0/0" }
    ])
    const said = await cli("doctor --totals")
    assert.include(
      said.stdout,
      `FAIL totals: 1 materialised totals differ from their rows: ${workspace}`
    )
    // Without the flag no row is counted.
    assert.notInclude((await cli("doctor")).stdout, "totals")
    await tamper(-1)
    assert.strictEqual((await cli("doctor --totals")).code, 0)
  })

  it("workspace update: what documents say", async () => {
    const base = `workspace update --workspace ${workspace}`
    const updated = await runCliHere(
      [
        ...base.split(" "),
        "--legal-name",
        "Acme GmbH",
        "--locale",
        "de",
        "--colour",
        "#0b6b5a",
        "--bank-account-iban",
        "DE89 3704 0044 0532 0130 00",
        "--default-tax-rate",
        "0.19",
        "--json"
      ],
      place.environment
    )
    assert.deepStrictEqual(JSON.parse(updated.stdout), { workspace_id: workspace, name: "Acme" })
    const shown = JSON.parse((await cli(`workspace show --workspace ${workspace} --json`)).stdout)
    assert.deepInclude(shown, {
      legal_name: "Acme GmbH",
      bank_account: { holder: null, iban: "DE89370400440532013000", bic: null },
      default_tax_category: "S",
      default_tax_rate: 0.19
    })
    const wrong = await cli(`${base} --vat-id DE1 --e-invoice pdf`)
    assert.strictEqual(wrong.code, 1)
    assert.match(wrong.stderr, /--vat-id must .*\n--e-invoice must be /)
    const notAnImage = await cli(`${base} --logo package.json`)
    assert.strictEqual(notAnImage.code, 1)
    assert.include(notAnImage.stderr, "PNG or JPEG")
    for (const [name, bytes, says] of [
      ["bomb.png", pngBomb(), "must be at most 2000 × 2000 pixels"],
      ["broken.png", brokenPng(), "is broken"],
      ["good.png", plainPng(3), null]
    ] as const) {
      const file = join(place.path, name)
      await writeFile(file, bytes)
      const { code, stderr } = await cli(`${base} --logo ${file}`)
      assert.strictEqual(code, says === null ? 0 : 1, stderr)
      if (says !== null) assert.include(stderr, `${file} ${says}`)
    }
  })

  it("user create, api-key create and demo", async () => {
    const user = await cli(
      `user create --workspace ${workspace} --name Uli --email u@x.example --role admin --json`
    )
    assert.hasAllKeys(JSON.parse(user.stdout), ["user_id", "password"])
    const taken = await cli(`user create --workspace ${workspace} --name Uli --email U@x.example`)
    assert.strictEqual(taken.code, 1)
    assert.include(taken.stderr, "already exists")
    const key = await cli(
      `api-key create --workspace ${workspace} --name CI --scopes projects:read,invoices:read --json`
    )
    const { api_key, id } = JSON.parse(key.stdout)
    assert.match(id, /^key_/)
    const demo = await cli(`demo --workspace ${workspace} --size 23 --json`)
    assert.deepStrictEqual(JSON.parse(demo.stdout), {
      clients: 5,
      projects: 10,
      tasks: 50,
      invoices: 23,
      payments: 9,
      credit_notes: 1
    })
    assert.include(demo.stderr, "23/23 invoices")
    const server = await startServer(place.environment)
    const get = (path: string) =>
      fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${api_key}` } })
    const list = await (await get("/v1/invoices?limit=100")).json()
    assert.strictEqual(list.meta.total, 23)
    openDueDates = list.data.flatMap((item: { status: string; due_date: string }) =>
      item.status === "sent" || item.status === "overdue" ? item.due_date : []
    )
    const statuses = new Set(list.data.map((item: { status: string }) => item.status))
    for (const status of ["draft", "sent", "overdue", "void"])
      assert.isTrue(statuses.has(status), status)
    assert.strictEqual((await get("/v1/clients")).status, 403)
    await stopServer(server)
  })

  it("verify: proves the log and the rows, and names the first place that differs", async () => {
    const unnamed = await cli("verify --json")
    assert.strictEqual(unnamed.code, 1)
    assert.include(unnamed.stderr, "--workspace ws_")
    const well = await cli(`verify --workspace ${workspace} --json`)
    const { ok, events, audit, invoices, credit_notes, payments, first_difference } = JSON.parse(
      well.stdout
    )
    assert.strictEqual(credit_notes, 1)
    assert.deepStrictEqual([ok, invoices, first_difference, well.code], [true, 23, null, 0])
    assert.isAbove(events, 23)
    assert.isAbove(audit, events)
    assert.isAbove(payments, 0)
    const tamper = Effect.gen(function* () {
      const sql = yield* MaintenanceClient
      yield* sql`UPDATE clients SET name = 'Mallory'
        WHERE workspace_id = ${WorkspaceId.toUuid(WorkspaceId.schema.make(workspace))}
          AND id = (SELECT min(id::text)::uuid FROM clients)`
    })
    await inDatabase(tamper)
    const ill = await cli(`verify --workspace ${workspace} --json`)
    assert.strictEqual(ill.code, 1)
    const said = JSON.parse(ill.stdout)
    assert.isFalse(said.ok)
    assert.deepInclude(said.first_difference, { in: "resource" })
    assert.match(said.first_difference.what, /^name is "Mallory"/)
    assert.include((await cli(`verify --workspace ${workspace}`)).stderr, "Mallory")
  })

  it("workspace update --reminders: who would be mailed today, and not without --yes", async () => {
    const days = openDueDates
      .map((date) => Math.round((Date.now() - Date.parse(date)) / 86_400_000))
      .find((since) => since > -59 && since < 364)
    // The day of the workspace may be another than this machine's.
    const around = [-1, 0, 1].map((step) => Number(days) + step).join(",")
    const change = `workspace update --workspace ${workspace} --name Changed --reminders ${around}`
    const refused = await cli(`${change} --json`)
    assert.strictEqual(refused.code, 1)
    assert.match(refused.stderr, /Reminders that would be sent today: [1-9]/)
    assert.match(refused.stderr, /INV-\d{4} {2}.+@/)
    assert.include(refused.stderr, "Nothing was changed")
    assert.strictEqual(refused.stdout, "")
    const other = await cli(`workspace update --workspace ${workspace} --locale de --json`)
    assert.strictEqual(JSON.parse(other.stdout).name, "Acme")
    const rehearsed = await cli(`${change} --dry-run --json`)
    assert.deepInclude(JSON.parse(rehearsed.stdout), { name: "Changed", dry_run: true })
    assert.match(rehearsed.stderr, /Reminders that would be sent today: [1-9]/)
    const unchanged = await cli(`workspace update --workspace ${workspace} --locale de --json`)
    assert.strictEqual(JSON.parse(unchanged.stdout).name, "Acme")
    const agreed = await cli(`${change} --yes --json`)
    assert.strictEqual(JSON.parse(agreed.stdout).name, "Changed")
    assert.match(agreed.stderr, /INV-\d{4}/)
    // A value that is set already causes no question.
    assert.strictEqual((await cli(`${change} --json`)).stderr, "")
  })

  it("invoice replace-link and resend: by number or id, one that was sent", async () => {
    const base = `invoice replace-link --workspace ${workspace} --invoice`
    const refusals: string[] = []
    let made: { code: number | null; stdout: string; stderr: string } | undefined
    for (let number = 1; number <= 23 && made === undefined; number++) {
      const tried = await cli(`${base} INV-${String(number).padStart(4, "0")} --json`)
      if (tried.code === 0) made = tried
      else refusals.push(tried.stderr)
    }
    for (const refusal of refusals) assert.match(refusal, /^Invoice INV-\d+ is (draft|void); only/)
    const replaced = JSON.parse(made?.stdout ?? "")
    assert.hasAllKeys(replaced, ["invoice_id", "number", "processor_payment_url"])
    const rehearsed = await cli(`${base} ${replaced.invoice_id} --dry-run --json`)
    assert.deepStrictEqual(JSON.parse(rehearsed.stdout), {
      ...replaced,
      processor_payment_url: null,
      dry_run: true
    })
    const again = JSON.parse((await cli(`${base} ${replaced.invoice_id} --json`)).stdout)
    assert.strictEqual(again.number, replaced.number)
    assert.notStrictEqual(again.processor_payment_url, replaced.processor_payment_url)
    const unknown = await cli(`${base} INV-9999`)
    assert.strictEqual(unknown.code, 1)
    assert.include(unknown.stderr, "There is no invoice INV-9999")
    const resend = `invoice resend --workspace ${workspace} --invoice ${replaced.number}`
    const wrong = await cli(`${resend} --email nobody`)
    assert.strictEqual(wrong.code, 1)
    assert.include(wrong.stderr, "e-mail")
    const resent = JSON.parse((await cli(`${resend} --email books@x.example --json`)).stdout)
    assert.deepStrictEqual(resent, {
      invoice_id: replaced.invoice_id,
      number: replaced.number,
      to: "books@x.example"
    })
    const rehearsal = JSON.parse((await cli(`${resend} --dry-run --json`)).stdout)
    assert.deepInclude(rehearsal, { number: replaced.number, dry_run: true })
    assert.include((await cli(`${resend}9`)).stderr, "There is no invoice")
    const server = await startServer(place.environment)
    const visit = (url: string) => fetch(`${server.url}${new URL(url).pathname}`)
    assert.strictEqual((await visit(again.processor_payment_url)).status, 200)
    assert.strictEqual((await visit(replaced.processor_payment_url)).status, 404)
    await stopServer(server)
  })

  it("a workspace that has all the keys it may have gets no other", async () => {
    const fill = Effect.gen(function* () {
      const sql = yield* MaintenanceClient
      yield* sql`INSERT INTO api_keys (workspace_id, id, name, visible_part, hash, scopes, created_at)
        SELECT ${WorkspaceId.toUuid(WorkspaceId.schema.make(workspace))}::uuid, gen_random_uuid(),
          'K', 'rk_', 'none ' || n, '{}', now() FROM generate_series(1, 100) n`
    })
    await inDatabase(fill)
    const refused = await cli(`api-key create --workspace ${workspace} --name X --scopes all`)
    assert.strictEqual(refused.code, 1)
    assert.match(refused.stderr, /^A workspace has at most 100 API keys; /)
  })

  it.each([
    ["no-such-command", "no-such-command"],
    ["workspace create --name Acme", "currency"],
    [`${create.replace("EUR", "eur")} ${owner}`, "ISO 4217"],
    [`${create.replace("Europe/Berlin", "Mars/Base")} ${owner}`, "time zone"],
    [`${create} --owner-name O --owner-email nobody`, "e-mail"],
    [`${create} ${owner} --owner-password short`, "at least 12"],
    [`${create} ${owner} --owner-password Password123!`, "10,000 most common"],
    ["api-key create --workspace ws_x --name X --scopes all", "ws_"],
    [
      "api-key create --workspace ws_01h2xcejqtf2nbrexx3vqjhp41 --name X --scopes all",
      "no workspace"
    ],
    [
      "api-key create --workspace ws_01h2xcejqtf2nbrexx3vqjhp41 --name X --scopes everything",
      "everything"
    ],
    ["demo --workspace ws_01h2xcejqtf2nbrexx3vqjhp41 --size 0", "size"]
  ])("%s: refused in words", async (line, about) => {
    const { code, stderr, stdout } = await cli(line)
    assert.strictEqual(code, 1)
    assert.include(`${stderr}${stdout}`, about)
    assert.notMatch(stderr, /^ +at /m)
  })
})
