/**
 * Bytes of files in a bucket of S3 or of a compatible service. A file is uploaded in parts, of
 * which two are in memory, and exists when the last one is stored. The client is loaded at the
 * first use.
 */
import { PassThrough, Readable } from "node:stream"
import type { S3Client } from "@aws-sdk/client-s3"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Exit, Layer, Predicate, Redacted, Stream } from "effect"
import type { FileKey } from "../../app/ports/files/FileRepository.ts"
import { FileStorage } from "../../app/ports/files/FileStorage.ts"
import { measuring } from "./Measuring.ts"

interface S3Options {
  readonly bucket: string
  readonly region: string
  /** Undefined is Amazon's own; other services are addressed by path, which all support. */
  readonly endpoint: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
  readonly maxBytes: number
  readonly quota?: number | undefined
}

/** The minimum of S3 for all parts but the last. */
const partBytes = 5 * 1_048_576
const partsAtOnce = 2

const load = async (options: S3Options) => {
  const [s3, { Upload }] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("@aws-sdk/lib-storage")
  ])
  const client = new s3.S3Client({
    region: options.region,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint, forcePathStyle: true }),
    credentials: {
      accessKeyId: options.accessKeyId,
      secretAccessKey: Redacted.value(options.secretAccessKey)
    },
    // Not every service supports its newest checksums; the database has ours.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000 }
  })
  return { client, s3, Upload }
}

type Loaded = Awaited<ReturnType<typeof load>>

const isMissing = (error: unknown): boolean =>
  Predicate.hasProperty(error, "name") && (error.name === "NotFound" || error.name === "NoSuchKey")

const ignore = (): void => {}

/** Waits until the buffer has room. */
const writeTo = (body: PassThrough) => (chunk: Uint8Array) =>
  Effect.promise(
    () =>
      new Promise<void>((resolve, reject) => {
        body.write(chunk, (error) => (error ? reject(error) : resolve()))
      })
  )

const startUpload = ({ client, Upload }: Loaded, Bucket: string, Key: string) => {
  const body = new PassThrough()
  body.on("error", ignore)
  const upload = new Upload({
    client,
    params: { Bucket, Key, Body: body },
    partSize: partBytes,
    queueSize: partsAtOnce
  })
  const done = upload.done()
  // Destroys the body, so that its writer fails.
  done.catch((error: unknown) => body.destroy(error instanceof Error ? error : undefined))
  return { body, done }
}

/** Removes the parts of uploads by killed processes. */
const abortUploads = async ({ client, s3 }: Loaded, Bucket: string, Key: string) => {
  const listed = await client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: Key }))
  for (const { Key: of, UploadId } of listed.Uploads ?? []) {
    if (of !== Key) continue
    await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  }
}

export const FileStorageS3 = (options: S3Options): Layer.Layer<FileStorage> =>
  Layer.effect(
    FileStorage,
    Effect.gen(function* () {
      const { bucket: Bucket, maxBytes } = options
      let loading: Promise<Loaded> | undefined
      const loaded = Effect.promise(() => {
        loading ??= load(options)
        return loading
      })
      yield* Effect.addFinalizer(() =>
        Effect.promise(async () => {
          const client: S3Client | undefined = (await loading)?.client
          client?.destroy()
        })
      )
      const keyOf = ({ workspaceId, id }: FileKey): string => `${workspaceId}/${id}`

      return FileStorage.of({
        maxBytes,
        quota: options.quota ?? null,
        write: <E, R>(key: FileKey, bytes: Stream.Stream<Uint8Array, E, R>) => {
          const counted = measuring(bytes)
          return Effect.acquireUseRelease(
            Effect.map(loaded, (sdk) => startUpload(sdk, Bucket, keyOf(key))),
            ({ body, done }) =>
              Effect.gen(function* () {
                yield* Stream.runForEach(counted.bytes, writeTo(body))
                body.end()
                yield* Effect.promise(() => done)
                return counted.measured()
              }),
            // The upload fails with its body and aborts its parts.
            ({ body, done }, exit) =>
              Exit.isSuccess(exit)
                ? Effect.void
                : Effect.promise(async () => {
                    body.destroy(new Error("The upload broke off"))
                    await done.then(ignore, ignore)
                  })
          )
        },
        read: (key, range) =>
          Effect.flatMap(loaded, ({ client, s3 }) =>
            Effect.promise(async () => {
              const place = { Bucket, Key: keyOf(key) }
              const head = client.send(new s3.HeadObjectCommand(place))
              const isThere = await head.then(
                () => true,
                (error: unknown) => {
                  if (isMissing(error)) return false
                  throw error
                }
              )
              if (!isThere) return null
              const Range = range && `bytes=${range.first}-${range.last}`
              const part = new s3.GetObjectCommand({ ...place, ...(Range ? { Range } : {}) })
              const body = Effect.promise(async () => (await client.send(part)).Body)
              return Stream.unwrap(
                Effect.map(body, (found) =>
                  found instanceof Readable
                    ? Stream.orDie(NodeStream.fromReadable({ evaluate: () => found }))
                    : Stream.die(new Error("The storage answered without a body"))
                )
              )
            })
          ),
        remove: (key) =>
          Effect.flatMap(loaded, (sdk) =>
            Effect.promise(async () => {
              const Key = keyOf(key)
              await sdk.client.send(new sdk.s3.DeleteObjectCommand({ Bucket, Key }))
              await abortUploads(sdk, Bucket, Key)
            })
          )
      })
    })
  )
