/** Making workspaces and their users: what the operator does from the command line. */
import { Context, Effect, Layer, type Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { UserId, WorkspaceId } from "../../domain/Ids.ts"
import { User, type UserEmailTaken } from "../../domain/people/User.ts"
import { scopes } from "../../domain/Scope.ts"
import { type Branding, type Logo, Workspace } from "../../domain/workspaces/Workspace.ts"
import { ApiKeys } from "../people/ApiKeys.ts"
import { Passwords } from "../people/Passwords.ts"
import { UserRepository } from "../ports/people/UserRepository.ts"
import { UnitOfWork } from "../ports/UnitOfWork.ts"
import { LogoDecoder, type LogoRefused } from "../ports/workspaces/LogoDecoder.ts"
import { WorkspaceRepository } from "../ports/workspaces/WorkspaceRepository.ts"

export interface NewWorkspace {
  readonly name: string
  readonly plan: Workspace["plan"]
  readonly currency: Workspace["currency"]
  readonly timeZone: string
  /** Default `en`. */
  readonly locale?: string
  readonly ownerName: string
  readonly ownerEmail: string
  readonly ownerPassword: Redacted.Redacted
}

export interface CreatedWorkspace {
  readonly workspace: Workspace
  readonly userId: UserId
  /** An API key with every scope. */
  readonly apiKey: Redacted.Redacted
}

export interface NewUser {
  readonly workspaceId: WorkspaceId
  readonly name: string
  readonly email: string
  readonly role: User["role"]
  readonly password: Redacted.Redacted
}

/** Absent is unchanged; in the branding, null clears. */
export interface WorkspacePatch {
  readonly name?: string
  readonly plan?: Workspace["plan"]
  readonly locale?: string
  readonly timeZone?: string
  readonly invoicePrefix?: string
  readonly paymentTermsDays?: number
  readonly reminderDays?: ReadonlyArray<number>
  readonly branding?: Partial<Branding>
  /** A file as it was uploaded. */
  readonly logo?: Uint8Array | null
}

export class Workspaces extends Context.Service<
  Workspaces,
  {
    readonly create: (input: NewWorkspace) => Effect.Effect<CreatedWorkspace>
    /** For pages and consent screens, which anyone may see; null where there is none. */
    readonly logo: (id: string) => Effect.Effect<Logo | null>
    readonly update: (
      id: WorkspaceId,
      patch: WorkspacePatch
    ) => Effect.Effect<Workspace | null, LogoRefused>
    readonly addUser: (input: NewUser) => Effect.Effect<UserId, UserEmailTaken>
  }
>()("retainer/app/Workspaces") {
  static readonly layer = Layer.effect(
    Workspaces,
    Effect.gen(function* () {
      const workspaces = yield* WorkspaceRepository
      const users = yield* UserRepository
      const keys = yield* ApiKeys
      const passwords = yield* Passwords
      const decoder = yield* LogoDecoder
      const { transact } = yield* UnitOfWork
      const random = yield* SecureRandom.SecureRandom

      const addUser = Effect.fn("Workspaces.addUser")(function* (input: NewUser) {
        const { password, ...fields } = input
        const id = yield* UserId.next(random)
        const hash = yield* passwords.hash(input.email, password)
        yield* users.insert(new User({ id, ...fields }), hash)
        return id
      })

      return Workspaces.of({
        addUser,
        logo: Effect.fn("Workspaces.logo")(function* (idText) {
          const id = WorkspaceId.parse(idText)
          return id._tag === "None" ? null : yield* workspaces.logo(id.value)
        }),
        update: Effect.fn("Workspaces.update")(function* (id, patch) {
          const { logo: file, branding, ...fields } = patch
          const logo = file == null ? file : yield* decoder.decode(id, file)
          return yield* transact(
            Effect.gen(function* () {
              const workspace = yield* workspaces.find(id)
              if (workspace === null) return null
              const updated = new Workspace({
                ...workspace,
                ...fields,
                branding: { ...workspace.branding, ...branding }
              })
              yield* workspaces.save(updated)
              if (logo !== undefined) yield* workspaces.saveLogo(id, logo)
              return updated
            })
          )
        }),
        create: Effect.fn("Workspaces.create")(function* (input) {
          return yield* transact(
            Effect.gen(function* () {
              const workspace = new Workspace({
                id: yield* WorkspaceId.next(random),
                name: input.name,
                plan: input.plan,
                currency: input.currency,
                timeZone: input.timeZone,
                invoicePrefix: "INV",
                locale: input.locale ?? "en",
                paymentTermsDays: 30,
                reminderDays: [],
                branding: {
                  legalName: null,
                  address: null,
                  vatId: null,
                  email: null,
                  colour: null
                },
                logoHash: null
              })
              yield* workspaces.insert(workspace)
              const userId = yield* Effect.orDie(
                addUser({
                  workspaceId: workspace.id,
                  name: input.ownerName,
                  email: input.ownerEmail,
                  role: "owner",
                  password: input.ownerPassword
                })
              )
              const { secret } = yield* Effect.orDie(keys.create(workspace.id, "First key", scopes))
              return { workspace, userId, apiKey: secret }
            })
          )
        })
      })
    })
  )
}
