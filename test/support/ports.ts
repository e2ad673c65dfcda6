/** The ports as they stand in src/app/ports, for checks that each has its adapters. */
import { existsSync, readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Context, Layer } from "effect"
import { Transaction } from "../../src/app/ports/UnitOfWork.ts"

const src = new URL("../../src/", import.meta.url)

export interface Port {
  readonly name: string
  /** "invoices/", or "" for what all rooms share. */
  readonly room: string
  readonly tag: Context.Key<unknown, unknown>
}

/** The files below a folder of src that end so, as paths inside it. */
export const filesOf = (folder: string, ending: string): ReadonlyArray<string> =>
  readdirSync(fileURLToPath(new URL(`${folder}/`, src)), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .sort()

const exportsOf = async (file: string): Promise<Readonly<Record<string, unknown>>> =>
  import(new URL(file, src).href)

/** A unit of work provides it: it has no adapter of its own. */
const provided: ReadonlyArray<Context.Key<unknown, unknown>> = [Transaction]

/** Every service that a file of src/app/ports exports, but what another port provides. */
export const allPorts = async (): Promise<ReadonlyArray<Port>> => {
  const found = await Promise.all(
    filesOf("app/ports", ".ts").map(async (file) =>
      Object.entries(await exportsOf(`app/ports/${file}`)).flatMap(([name, value]) =>
        Context.isKey(value) && !provided.includes(value)
          ? [{ name, room: file.slice(0, file.lastIndexOf("/") + 1), tag: value }]
          : []
      )
    )
  )
  return found.flat()
}

/**
 * The reason why `<folder>/<room>/<Port><technology>.ts` is not the port's adapter; "" if it is.
 */
export const adapterProblem = async (
  { name, room }: Port,
  folder: string,
  technology: string
): Promise<string> => {
  const adapter = `${name}${technology}`
  const file = `${folder}/${room}${adapter}.ts`
  if (!existsSync(new URL(file, src))) return `src/${file} is missing`
  return Layer.isLayer((await exportsOf(file))[adapter])
    ? ""
    : `src/${file} exports no Layer of the name ${adapter}`
}

/** The names of the ports that are not in the context. */
export const missingFrom = (
  context: Context.Context<never>,
  ports: ReadonlyArray<Port>
): ReadonlyArray<string> =>
  ports.flatMap(({ name, tag }) => (context.mapUnsafe.has(tag.key) ? [] : [name]))
