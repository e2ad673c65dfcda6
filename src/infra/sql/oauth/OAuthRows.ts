/** Rows of apps, grants, codes and tokens, and what they decode into. */
import type { AccessToken, Code, RefreshToken } from "../../../app/ports/oauth/OAuthRepository.ts"
import type { Actor } from "../../../domain/access/Actor.ts"
import type { Scope } from "../../../domain/access/Scope.ts"
import { AppId, GrantId, UserId, WorkspaceId } from "../../../domain/Ids.ts"
import type { App, Grant } from "../../../domain/oauth/OAuth.ts"
import { dateOf, dateOfOrNull, instant, instantOrNull, jsonbOrNull } from "../Rows.ts"

export interface AppRow {
  readonly workspaceId: string
  readonly id: string
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
  readonly secretHash: string
  readonly secretVisiblePart: string
  readonly hasLogo: boolean
  readonly createdAt: Date
  readonly createdBy: Actor | null
}

export const appOf = (row: AppRow): App => ({
  id: AppId.fromUuid(row.id),
  workspaceId: WorkspaceId.fromUuid(row.workspaceId),
  name: row.name,
  redirectUris: row.redirectUris,
  secretHash: row.secretHash,
  secretVisiblePart: row.secretVisiblePart,
  hasLogo: row.hasLogo,
  createdAt: instant(row.createdAt),
  createdBy: row.createdBy
})

export const appRow = ({ hasLogo, ...app }: App) => ({
  ...app,
  workspaceId: WorkspaceId.toUuid(app.workspaceId),
  id: AppId.toUuid(app.id),
  createdAt: dateOf(app.createdAt),
  createdBy: jsonbOrNull(app.createdBy)
})

export interface GrantRow {
  readonly workspaceId: string
  readonly id: string
  readonly appId: string
  readonly userId: string
  readonly scopes: ReadonlyArray<Scope>
  readonly generation: number
  readonly rotatedAt: Date | null
  readonly createdAt: Date
  readonly revokedAt: Date | null
}

export const grantOf = (row: GrantRow): Grant => ({
  id: GrantId.fromUuid(row.id),
  workspaceId: WorkspaceId.fromUuid(row.workspaceId),
  appId: AppId.fromUuid(row.appId),
  userId: UserId.fromUuid(row.userId),
  scopes: row.scopes,
  generation: row.generation,
  rotatedAt: instantOrNull(row.rotatedAt),
  createdAt: instant(row.createdAt),
  revokedAt: instantOrNull(row.revokedAt)
})

export const grantRow = (grant: Grant) => ({
  ...grant,
  workspaceId: WorkspaceId.toUuid(grant.workspaceId),
  id: GrantId.toUuid(grant.id),
  appId: AppId.toUuid(grant.appId),
  userId: UserId.toUuid(grant.userId),
  rotatedAt: dateOfOrNull(grant.rotatedAt),
  createdAt: dateOf(grant.createdAt),
  revokedAt: dateOfOrNull(grant.revokedAt)
})

interface StoredRow {
  readonly workspaceId: string
  readonly hash: string
  readonly grantId: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

const storedOf = (row: StoredRow) => ({
  workspaceId: WorkspaceId.fromUuid(row.workspaceId),
  hash: row.hash,
  grantId: GrantId.fromUuid(row.grantId),
  createdAt: instant(row.createdAt),
  expiresAt: instant(row.expiresAt)
})

export const storedRow = (stored: Code | AccessToken | RefreshToken): Record<string, unknown> => ({
  ...stored,
  workspaceId: WorkspaceId.toUuid(stored.workspaceId),
  grantId: GrantId.toUuid(stored.grantId),
  createdAt: dateOf(stored.createdAt),
  expiresAt: dateOf(stored.expiresAt)
})

export interface CodeRow extends StoredRow {
  readonly redirectUri: string
  readonly challenge: string | null
  readonly usedAt: Date | null
}

export const codeOf = (row: CodeRow): Code => ({
  ...storedOf(row),
  redirectUri: row.redirectUri,
  challenge: row.challenge,
  usedAt: instantOrNull(row.usedAt)
})

interface AccessTokenRow extends StoredRow {
  readonly scopes: ReadonlyArray<Scope>
}

export const accessTokenOf = (row: AccessTokenRow): AccessToken => ({
  ...storedOf(row),
  scopes: row.scopes
})

export interface RefreshTokenRow extends StoredRow {
  readonly generation: number
}

export const refreshTokenOf = (row: RefreshTokenRow): RefreshToken => ({
  ...storedOf(row),
  generation: row.generation
})
