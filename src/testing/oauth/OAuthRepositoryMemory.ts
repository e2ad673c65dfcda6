/** Apps, grants, codes and tokens in memory. */
import { Effect, Layer } from "effect"
import { OAuthRepository } from "../../app/ports/oauth/OAuthRepository.ts"
import { type MemoryState, MemoryStore } from "../store/MemoryStore.ts"
import { withChanged, withoutRows, withRow } from "../store/Rows.ts"

const isPresent = (state: MemoryState, userId: string): boolean =>
  [...state.users.values()].some(({ user, removedAt }) => user.id === userId && removedAt === null)

type Port = OAuthRepository["Service"]

const apps = (store: MemoryStore["Service"]) =>
  ({
    insertApp: (app) =>
      store.update((state) => ({ ...state, apps: withRow(state.apps, app.id, app) })),
    saveApp: (app) =>
      store.update((state) => ({ ...state, apps: withRow(state.apps, app.id, app) })),
    removeApp: (workspaceId, id) =>
      store.update((state) => {
        if (state.apps.get(id)?.workspaceId !== workspaceId) return state
        const gone = (grantId: string) =>
          [...state.grants.values()].some((grant) => grant.id === grantId && grant.appId === id)
        return {
          ...state,
          apps: withoutRows(state.apps, (app) => app.id === id),
          appLogos: withoutRows(state.appLogos, (_, appId) => appId === id),
          grants: withoutRows(state.grants, (grant) => grant.appId === id),
          codes: withoutRows(state.codes, ({ grantId }) => gone(grantId)),
          accessTokens: withoutRows(state.accessTokens, ({ grantId }) => gone(grantId)),
          refreshTokens: withoutRows(state.refreshTokens, ({ grantId }) => gone(grantId))
        }
      }),
    findApp: (id) =>
      Effect.map(store.state, (state) => {
        const app = state.apps.get(id)
        return app === undefined || !state.workspaces.has(app.workspaceId)
          ? null
          : { ...app, hasLogo: state.appLogos.has(id) }
      }),
    listApps: (workspaceId) =>
      Effect.map(store.state, (state) =>
        [...state.apps.values()]
          .filter((app) => app.workspaceId === workspaceId)
          .map((app) => ({ ...app, hasLogo: state.appLogos.has(app.id) }))
      ),
    logo: (workspaceId, id) =>
      Effect.map(store.state, ({ apps, appLogos }) =>
        apps.get(id)?.workspaceId === workspaceId ? (appLogos.get(id) ?? null) : null
      ),
    saveLogo: (_workspaceId, id, logo) =>
      store.update((state) => ({
        ...state,
        appLogos:
          logo === null
            ? withoutRows(state.appLogos, (_, appId) => appId === id)
            : withRow(state.appLogos, id, logo)
      }))
  }) satisfies Partial<Port>

const grants = (store: MemoryStore["Service"]) =>
  ({
    insertGrant: (grant) =>
      store.modify((state) =>
        state.apps.has(grant.appId)
          ? [true, { ...state, grants: withRow(state.grants, grant.id, grant) }]
          : [false, state]
      ),
    grantForUpdate: (workspaceId, id) =>
      Effect.map(store.state, (state) => {
        const grant = state.grants.get(id)
        return grant?.workspaceId === workspaceId && isPresent(state, grant.userId) ? grant : null
      }),
    saveGrant: (grant) =>
      store.update((state) => ({ ...state, grants: withRow(state.grants, grant.id, grant) })),
    revokeGrantsOfUser: (workspaceId, userId, revokedAt) =>
      store.update((state) => ({
        ...state,
        grants: withChanged(
          state.grants,
          (grant) =>
            grant.workspaceId === workspaceId &&
            grant.userId === userId &&
            grant.revokedAt === null,
          (grant) => ({ ...grant, revokedAt })
        )
      })),
    connectedApps: (workspaceId, userId) =>
      Effect.map(store.state, (state) =>
        [...state.grants.values()]
          .filter(
            (grant) =>
              grant.workspaceId === workspaceId &&
              grant.userId === userId &&
              grant.revokedAt === null &&
              grant.generation > 0
          )
          .reverse()
          .flatMap((grant) => {
            const app = state.apps.get(grant.appId)
            return app === undefined
              ? []
              : [{ app: { ...app, hasLogo: state.appLogos.has(app.id) }, grant }]
          })
      )
  }) satisfies Partial<Port>

const codes = (store: MemoryStore["Service"]) =>
  ({
    insertCode: (code) =>
      store.update((state) => ({ ...state, codes: withRow(state.codes, code.hash, code) })),
    findCode: (hash) => Effect.map(store.state, ({ codes }) => codes.get(hash) ?? null),
    useCode: (workspaceId, hash, usedAt) =>
      store.modify((state) => {
        const code = state.codes.get(hash)
        return code?.workspaceId === workspaceId && code.usedAt === null
          ? [true, { ...state, codes: withRow(state.codes, hash, { ...code, usedAt }) }]
          : [false, state]
      })
  }) satisfies Partial<Port>

const tokens = (store: MemoryStore["Service"]) =>
  ({
    insertAccessToken: (token) =>
      store.update((state) => ({
        ...state,
        accessTokens: withRow(state.accessTokens, token.hash, token)
      })),
    findAccessToken: (hash) =>
      Effect.map(store.state, (state) => {
        const token = state.accessTokens.get(hash)
        const grant = token && state.grants.get(token.grantId)
        const workspace = token && state.workspaces.get(token.workspaceId)
        const app = grant && state.apps.get(grant.appId)
        const holder = grant && state.users.get(grant.userId)
        return token === undefined ||
          grant === undefined ||
          workspace === undefined ||
          app === undefined ||
          holder === undefined ||
          holder.removedAt !== null
          ? null
          : {
              token,
              grant,
              workspace,
              appName: app.name,
              userName: holder.user.name,
              role: holder.user.role,
              version: store.version()
            }
      }),
    removeAccessToken: (workspaceId, hash) =>
      store.update((state) => ({
        ...state,
        accessTokens: withoutRows(
          state.accessTokens,
          (token) => token.workspaceId === workspaceId && token.hash === hash
        )
      })),
    insertRefreshToken: (token) =>
      store.update((state) => ({
        ...state,
        refreshTokens: withRow(state.refreshTokens, token.hash, token)
      })),
    findRefreshToken: (hash) =>
      Effect.map(store.state, ({ refreshTokens }) => refreshTokens.get(hash) ?? null)
  }) satisfies Partial<Port>

export const OAuthRepositoryMemory = Layer.effect(
  OAuthRepository,
  Effect.map(MemoryStore, (store) =>
    OAuthRepository.of({ ...apps(store), ...grants(store), ...codes(store), ...tokens(store) })
  )
)
