/** How a workspace presents itself on pages: its name, its colour, its logo. */
import { Context, Effect, Layer } from "effect"
import { Workspaces } from "../app/Workspaces.ts"
import type { Workspace } from "../domain/Workspace.ts"
import type { Brand } from "./Layout.ts"

export class Brands extends Context.Service<
  Brands,
  { readonly of: (workspace: Workspace) => Effect.Effect<Brand> }
>()("retainer/web/Brands") {
  static readonly layer = Layer.effect(
    Brands,
    Effect.map(Workspaces, (workspaces) => ({
      of: (workspace) =>
        Effect.map(workspaces.hasLogo(workspace.id), (hasLogo) => ({
          name: workspace.displayName,
          colour: workspace.branding.colour,
          logoUrl: hasLogo ? `/assets/logos/${workspace.id}` : null
        }))
    }))
  )
}
