/**
 * Files of a workspace that moves: they stay in a bucket that both installations use, or are copied
 * out of it into the folder of the target.
 */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { afterAll } from "vitest"
import { runCliHere } from "../support/cliHere.ts"
import {
  type Agency,
  call,
  type Installation,
  newAgency,
  startInstallation
} from "../support/moving.ts"
import type { Environment } from "../support/process.ts"
import { hasS3, s3Credentials, startS3 } from "../support/s3.ts"

const limit = 240_000
const server = hasS3 ? await startS3() : undefined
afterAll(() => server?.stop())

const inBucket: Environment = {
  S3_BUCKET: "files",
  S3_REGION: "us-east-1",
  S3_ENDPOINT: server?.endpoint ?? "",
  S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
  S3_SECRET_ACCESS_KEY: Redacted.value(s3Credentials.secretAccessKey)
}

const contentOf = async (place: Installation, agency: Agency) => {
  const { body } = await call(place, agency, "GET", "/v1/files")
  return await (await fetch(body.data[0].download_url)).text()
}

const withFile = async (place: Installation, name: string) => {
  const agency = await newAgency(place, name, 1)
  const path = join(place.path, `${name}.txt`)
  await writeFile(path, `The note of ${name}`)
  const { data } = (await call(place, agency, "GET", "/v1/clients")).body
  const added = await runCliHere(
    ["file", "add", path, "--workspace", agency.id, "--client", data[0].id],
    place.environment
  )
  assert.strictEqual(added.code, 0, added.stderr)
  return agency
}

describe.skipIf(!hasS3)("the files of a workspace that moves", () => {
  it(
    "stay in a shared bucket, and are copied out of it where a folder is named",
    async () => {
      const source = await startInstallation(inBucket)
      const sharing = await startInstallation(inBucket)
      const alone = await startInstallation()
      try {
        const shared = await withFile(source, "Shared")
        const copied = await withFile(source, "Copied")
        const keys = await server?.keys()
        assert.lengthOf(keys ?? [], 2)
        const arrives = async (agency: Agency, target: Installation, args: string[]) => {
          const moved = await runCliHere(
            ["workspace", "move", agency.id, "--to", target.url, "--yes", "--json", ...args],
            source.environment
          )
          assert.strictEqual(moved.code, 0, moved.stderr)
          assert.strictEqual(JSON.parse(moved.stdout).files, 1)
        }
        await arrives(shared, sharing, [])
        assert.strictEqual(await contentOf(sharing, shared), "The note of Shared")
        await arrives(copied, alone, ["--to-data-dir", alone.path])
        assert.strictEqual(await contentOf(alone, copied), "The note of Copied")
        assert.deepStrictEqual(await server?.keys(), keys)

        const back = await withFile(alone, "Back")
        const refused = await runCliHere(
          ["workspace", "move", back.id, "--to", sharing.url, "--yes"],
          alone.environment
        )
        assert.include(refused.stderr, "--to-data-dir")
      } finally {
        await Promise.all([source.stop(), sharing.stop(), alone.stop()])
      }
    },
    limit
  )
})
