/** How a workspace presents itself on pages: its name, its colour, its logo. */
import type { Workspace } from "../domain/workspaces/Workspace.ts"

export interface Brand {
  readonly name: string
  /** `#rrggbb` */
  readonly colour: string | null
  readonly logoUrl: string | null
}

export const brandOf = ({ id, displayName, branding, logoHash }: Workspace): Brand => ({
  name: displayName,
  colour: branding.colour,
  logoUrl: logoHash === null ? null : `/assets/logos/${id}`
})
