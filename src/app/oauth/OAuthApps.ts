/** OAuth apps of a workspace: addresses, logo and client secret. */
import { Context, Data, DateTime, Effect, Layer, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type { BoundReached } from "../../domain/Bounds.ts"
import { AppId, parseOrFail, shownId, type WorkspaceId } from "../../domain/Ids.ts"
import type { App } from "../../domain/oauth/OAuth.ts"
import { type RedirectUrisRefused, registeredUris } from "../../domain/oauth/RedirectUris.ts"
import { makeSecret, visiblePart } from "../../domain/people/Credential.ts"
import type { Logo } from "../../domain/workspaces/Workspace.ts"
import { requireRoom } from "../Bounds.ts"
import { Cell } from "../Cell.ts"
import { CurrentActor } from "../CurrentActor.ts"
import { Journal } from "../Journal.ts"
import { OAuthRepository } from "../ports/oauth/OAuthRepository.ts"
import { Signer } from "../ports/Signer.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { LogoDecoder, type LogoRefused } from "../ports/workspaces/LogoDecoder.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"
import { useCase } from "../UseCase.ts"

class AppNotFound extends Data.TaggedError("AppNotFound")<{ readonly id: string }> {
  override get message() {
    return `No app has the id ${shownId(this.id)}`
  }
}

interface AppInput {
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
  /** The uploaded file; absent leaves the logo, null removes it. */
  readonly logo?: Uint8Array | null
}

/** Only this answer has the secret. */
export interface AppWithSecret {
  readonly app: App
  readonly secret: Redacted.Redacted
}

export class OAuthApps extends Context.Service<
  OAuthApps,
  {
    readonly list: (workspaceId: WorkspaceId) => Effect.Effect<ReadonlyArray<App>>
    readonly get: (workspaceId: WorkspaceId, id: string) => Effect.Effect<App, AppNotFound>
    readonly register: (
      workspaceId: WorkspaceId,
      input: AppInput
    ) => Effect.Effect<AppWithSecret, RedirectUrisRefused | BoundReached | LogoRefused>
    readonly update: (
      workspaceId: WorkspaceId,
      id: string,
      input: AppInput
    ) => Effect.Effect<App, AppNotFound | RedirectUrisRefused | LogoRefused>
    /** Rejects the old secret at once; tokens stay valid. */
    readonly rotateSecret: (
      workspaceId: WorkspaceId,
      id: string
    ) => Effect.Effect<AppWithSecret, AppNotFound>
    /** Removes every token of the app, too. */
    readonly remove: (workspaceId: WorkspaceId, id: string) => Effect.Effect<void, AppNotFound>
    /** Public: the logo of a consent screen. */
    readonly logo: (id: string) => Effect.Effect<Logo | null>
  }
>()("retainer/app/OAuthApps") {
  static readonly layer = Layer.effect(
    OAuthApps,
    Effect.gen(function* () {
      const repository = yield* OAuthRepository
      const workspaces = yield* WorkspaceRepository
      const signer = yield* Signer
      const journal = yield* Journal
      const decoder = yield* LogoDecoder
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom
      const { label } = yield* Cell

      const get = Effect.fnUntraced(function* (workspaceId: WorkspaceId, idText: string) {
        const missing = () => new AppNotFound({ id: idText })
        const app = yield* repository.findApp(yield* parseOrFail(AppId, idText, missing))
        return app?.workspaceId === workspaceId ? app : yield* missing()
      })

      const newSecret = Effect.map(makeSecret("rcs", random, label), (secret) => ({
        secret,
        stored: { secretHash: signer.hash(secret), secretVisiblePart: visiblePart(secret) }
      }))

      const logoOf = (workspaceId: WorkspaceId, file: Uint8Array | null | undefined) =>
        file == null ? Effect.succeed(file) : decoder.decode(workspaceId, file)

      const saveLogo = (app: App, logo: Logo | null | undefined) =>
        logo === undefined ? Effect.void : repository.saveLogo(app.workspaceId, app.id, logo)

      const insert = Effect.fnUntraced(function* (app: App, logo: Logo | null | undefined) {
        const count = Effect.map(repository.listApps(app.workspaceId), (all) => all.length)
        yield* requireRoom(workspaces, app.workspaceId, "OAuth apps", count)
        yield* repository.insertApp(app)
        yield* saveLogo(app, logo)
        yield* journal.note(app.workspaceId, "oauth_app.created", null, app)
      }, transact)

      const save = Effect.fnUntraced(function* (before: App, app: App, logo?: Logo | null) {
        yield* repository.saveApp(app)
        yield* saveLogo(app, logo)
        const hasLogo = logo === undefined ? before.hasLogo : logo !== null
        yield* journal.note(app.workspaceId, "oauth_app.updated", before, { ...app, hasLogo })
      }, transact)

      return OAuthApps.of({
        get,
        list: repository.listApps,

        register: useCase("OAuthApps.register")(function* (workspaceId, input) {
          const redirectUris = yield* Effect.fromResult(registeredUris(input.redirectUris))
          const logo = yield* logoOf(workspaceId, input.logo)
          const { secret, stored } = yield* newSecret
          const app: App = {
            id: yield* AppId.next(random),
            workspaceId,
            name: input.name,
            redirectUris,
            ...stored,
            hasLogo: logo != null,
            createdAt: yield* DateTime.now,
            createdBy: yield* CurrentActor
          }
          yield* insert(app, logo)
          return { app, secret }
        }),

        update: useCase("OAuthApps.update")(function* (workspaceId, id, input) {
          const redirectUris = yield* Effect.fromResult(registeredUris(input.redirectUris))
          const before = yield* get(workspaceId, id)
          const app = { ...before, name: input.name, redirectUris }
          const logo = yield* logoOf(workspaceId, input.logo)
          yield* save(before, app, logo)
          return app
        }),

        rotateSecret: useCase("OAuthApps.rotateSecret")(function* (workspaceId, id) {
          const found = yield* get(workspaceId, id)
          const { secret, stored } = yield* newSecret
          const app = { ...found, ...stored }
          yield* repository.saveApp(app)
          yield* journal.note(workspaceId, "oauth_app.secret_rotated", null, app)
          return { app, secret }
        }, transact),

        remove: useCase("OAuthApps.remove")(function* (workspaceId, id) {
          const app = yield* get(workspaceId, id)
          yield* repository.removeApp(workspaceId, app.id)
          yield* journal.note(workspaceId, "oauth_app.deleted", app, app)
        }, transact),

        logo: useCase("OAuthApps.logo")(function* (idText) {
          const id = AppId.parse(idText)
          if (id._tag === "None") return null
          const app = yield* repository.findApp(id.value)
          return app === null ? null : yield* repository.logo(app.workspaceId, app.id)
        })
      })
    })
  )
}
