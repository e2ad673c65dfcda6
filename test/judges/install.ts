/**
 * Installs what the judges need besides `npm ci`, each set by itself. Tests of a judge that cannot
 * be installed are skipped and counted, as are those of a language that the machine lacks.
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const here = new URL("./", import.meta.url).pathname

const jar = {
  url: "https://repo1.maven.org/maven2/org/openapitools/openapi-generator-cli/7.25.0/openapi-generator-cli-7.25.0.jar",
  sha256: "41ce4f6b07f196676439d710759fa1ced7a08066d06ff1bf314681470289efae"
}

const run = (command: string, args: ReadonlyArray<string>) =>
  execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] })

/** Made anew where the pinned versions are not those that it holds. */
const python = (folder: string): void => {
  const requirements = join(folder, "requirements.txt")
  const done = join(folder, ".venv", "installed.txt")
  const wanted = readFileSync(requirements, "utf8")
  if (existsSync(done) && readFileSync(done, "utf8") === wanted) return
  run("python3", ["-m", "venv", "--clear", join(folder, ".venv")])
  const flags = ["--quiet", "--disable-pip-version-check", "--no-deps"]
  run(join(folder, ".venv/bin/pip"), ["install", ...flags, "--requirement", requirements])
  writeFileSync(done, wanted)
}

const fetchJar = async (): Promise<void> => {
  const path = join(here, "../generators/openapi-generator.jar")
  const isIt = (bytes: Uint8Array) =>
    createHash("sha256").update(bytes).digest("hex") === jar.sha256
  if (existsSync(path) && isIt(readFileSync(path))) return
  const bytes = Buffer.from(await (await fetch(jar.url)).arrayBuffer())
  if (!isIt(bytes)) throw new Error(`${jar.url} has another checksum`)
  writeFileSync(path, bytes)
}

const npmCi = (folder: string) => () =>
  run("npm", ["ci", "--prefix", join(here, "..", folder), "--no-audit", "--no-fund", "--silent"])

const steps: ReadonlyArray<readonly [string, () => void | Promise<void>]> = [
  ["linters and generators of npm", npmCi("generators")],
  ["what judges the package", npmCi("package")],
  ["the S3 server", () => python(join(here, "../s3"))],
  ["schemathesis and the generator of Python", () => python(join(here, "python"))],
  ["openapi-generator", fetchJar],
  ["the judges of e-invoices", () => run(join(here, "einvoice", "judge.sh"), ["--versions"])]
]

for (const [name, install] of steps) {
  try {
    await install()
  } catch (error) {
    console.log(`Not installed: ${name}. Its tests are skipped. ${String(error)}`)
  }
}
