/** The storage of bytes in a bucket, on a real server that speaks S3. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { afterAll } from "vitest"
import { FileStorage } from "../../src/app/ports/files/FileStorage.ts"
import { FileStorageS3 } from "../../src/infra/storage/FileStorageS3.ts"
import { fileStorageContract, newKey } from "../infra/storage/FileStorageContract.ts"
import { hasS3, s3Credentials, startS3 } from "../support/s3.ts"

const server = hasS3 ? await startS3() : undefined
afterAll(() => server?.stop())

const options = {
  bucket: "files",
  region: "us-east-1",
  endpoint: server?.endpoint,
  ...s3Credentials,
  maxBytes: 1
}
const inBucket = Effect.promise(async () => server?.keys() ?? [])

describe.skipIf(!hasS3)("a bucket", () => {
  fileStorageContract("S3", FileStorageS3(options), inBucket)

  it.effect("is rid of what a process that was killed left of an upload in parts", () =>
    Effect.gen(function* () {
      const files = yield* FileStorage
      const key = yield* newKey
      const name = `${key.workspaceId}/${key.id}`
      yield* Effect.promise(async () => server?.leaveUpload(name))
      assert.deepStrictEqual(yield* inBucket, [name])
      assert.isNull(yield* files.read(key))
      yield* files.remove(key)
      assert.deepStrictEqual(yield* inBucket, [])
    }).pipe(Effect.provide(FileStorageS3(options)))
  )

  it.effect("that is not there is trouble of the storage, and takes and gives nothing", () =>
    Effect.gen(function* () {
      const files = yield* FileStorage
      const key = yield* newKey
      const write = files.write(key, Stream.succeed(new Uint8Array([1])))
      assert.strictEqual((yield* Effect.exit(write))._tag, "Failure")
      assert.strictEqual((yield* Effect.exit(files.remove(key)))._tag, "Failure")
    }).pipe(Effect.provide(FileStorageS3({ ...options, bucket: "none" })))
  )
})
