/** `config` shows the settings in force; `doctor` checks dependencies and says what to do. */
import { access, constants, mkdir, readdir } from "node:fs/promises"
import { connect as connectTcp } from "node:net"
import { Console, Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { type AppConfig, loadConfig, loadShown, serverProblems } from "../../config/Config.ts"
import { smtpOptions } from "../../infra/mail/MailerSmtp.ts"
import { isMigrated } from "../../infra/sql/schema/Migrations.ts"
import { secretKeysOf } from "../../process/Runtime.ts"
import { CommandHost, onHost } from "../CommandHost.ts"
import { print } from "../Output.ts"
import { describeKeys, missesKey, reportKeys } from "./KeysCheck.ts"
import { CommandFailed, json } from "./Shared.ts"
import { reportTotals } from "./TotalsCheck.ts"

export const configCommand = Command.make(
  "config",
  { json },
  Effect.fnUntraced(function* (input) {
    yield* print(input.json, yield* loadShown)
  })
).pipe(Command.withDescription("Show the settings in force, secrets masked"))

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

/** The failure of a check says what to do. */
const check = <E>(
  name: string,
  advice: string,
  run: Effect.Effect<string, E>
): Effect.Effect<Check> =>
  run.pipe(
    Effect.timeout("10 seconds"),
    Effect.map((detail) => ({ name, ok: true, detail })),
    Effect.catchCause(() => Effect.succeed({ name, ok: false, detail: advice }))
  )

/** Problems of a server alone, so that `doctor` finds them before the start. */
const checkServer = (config: AppConfig): Effect.Effect<Check> => {
  const problems = serverProblems(config)
  return Effect.succeed({
    name: "server",
    ok: problems.length === 0,
    detail: problems.join("; ") || "ready to start"
  })
}

const checkDatabase = (config: AppConfig, host: CommandHost["Service"]) =>
  check(
    "database",
    config.databaseUrl === undefined
      ? "cannot be opened: is the server running on it, or is DATA_DIR not writable?"
      : "does not answer, or has the schema of another version: check DATABASE_URL, then run: " +
          "retainer migrate",
    Effect.flatMap(isMigrated, (migrated) =>
      migrated ? Effect.succeed("answers and is migrated") : Effect.fail("not migrated")
    ).pipe(host.onDatabase)
  )

/** Fails if data needs a key that is missing. */
const checkKeys = Effect.fnUntraced(function* (config: AppConfig, host: CommandHost["Service"]) {
  const reports = yield* Effect.flatMap(secretKeysOf(config), reportKeys).pipe(
    host.onDatabase,
    Effect.timeout("10 seconds"),
    Effect.catchCause(() => Effect.succeed([]))
  )
  const ok = reports.length > 0 && !missesKey(reports)
  const detail = describeKeys(reports) || "cannot be checked without the database"
  return { keys: reports, check: { name: "keys", ok, detail } }
})

const checkMail = ({ smtpUrl, dataDir }: AppConfig) =>
  smtpUrl === undefined
    ? check(
        "mail",
        `mails cannot be written to ${dataDir}/mail: make DATA_DIR writable, or set SMTP_URL`,
        Effect.promise(async () => {
          await mkdir(`${dataDir}/mail`, { recursive: true })
          await access(`${dataDir}/mail`, constants.W_OK)
          return "written as files"
        })
      )
    : check(
        "mail",
        "the SMTP server does not accept the connection: check host, port, user and password " +
          "of SMTP_URL",
        Effect.promise(async () => {
          const { createTransport } = await import("nodemailer")
          const transport = createTransport(smtpOptions(Redacted.value(smtpUrl)))
          await transport.verify()
          transport.close()
          return "the SMTP server accepts the connection"
        })
      )

const reach = (host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connectTcp(port, host, () => {
      socket.destroy()
      resolve()
    })
    socket.on("error", reject)
  })

const checkRedis = ({ redisUrl }: AppConfig) =>
  check(
    "redis",
    "does not answer: check REDIS_URL; without it each process counts its limits alone",
    redisUrl === undefined
      ? Effect.succeed("not configured, limits are counted in each process")
      : Effect.promise(async () => {
          const url = new URL(Redacted.value(redisUrl))
          await reach(url.hostname, Number(url.port || 6379))
          return "answers"
        })
  )

const checkFonts = ({ fontDir }: AppConfig) =>
  check(
    "fonts",
    "cannot be read: check FONT_DIR, it may hold TTF and OTF files only",
    Effect.promise(async () => {
      if (fontDir !== undefined) await readdir(fontDir)
      const { inspectFonts } = await import("../../infra/pdf/font/Fonts.ts")
      const { own, absent } = inspectFonts(fontDir ?? null)
      const names = absent.map(({ name, version }) => `${name}@${version}`).join(", ")
      const missing = names === "" ? "" : `; not installed: ${names}`
      return `${own} in addition to the shipped ones${missing}`
    })
  )

export const doctorCommand = Command.make(
  "doctor",
  {
    json,
    totals: Flag.Boolean("totals").pipe(
      Flag.withDescription(
        "Compare every materialised total with its rows, too; reads all of them"
      ),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* (input) {
    const config = yield* loadConfig
    const host = yield* CommandHost
    const { keys, check: keysCheck } = yield* checkKeys(config, host)
    const checks = yield* Effect.all([
      checkServer(config),
      checkDatabase(config, host),
      Effect.succeed<Check>(keysCheck),
      checkMail(config),
      checkRedis(config),
      checkFonts(config)
    ])
    const kept = input.totals ? yield* reportTotals(host) : undefined
    if (kept !== undefined) checks.push(kept.check)
    if (input.json) yield* Console.log(JSON.stringify({ checks, keys, totals: kept?.totals }))
    else {
      for (const { name, ok, detail } of checks) {
        yield* Console.log(`${ok ? "ok  " : "FAIL"} ${name}: ${detail}`)
      }
    }
    const failed = checks.filter(({ ok }) => !ok).length
    if (failed > 0) {
      return yield* new CommandFailed({ message: `${failed} of ${checks.length} checks failed` })
    }
  }, onHost)
).pipe(Command.withDescription("Check database, keys, mail, Redis and fonts, and say what to do"))
