/** How a workspace presents itself on pages: its name, its colour, its logo. */
import { Context, Effect, Layer } from "effect"
import type { Workspace } from "../domain/workspaces/Workspace.ts"
import type { Brand } from "./Layout.ts"

export class Brands extends Context.Service<
  Brands,
  { readonly of: (workspace: Workspace) => Effect.Effect<Brand> }
>()("retainer/web/Brands") {
  static readonly layer = Layer.succeed(Brands, {
    of: (workspace) =>
      Effect.succeed({
        name: workspace.displayName,
        colour: workspace.branding.colour,
        logoUrl: workspace.logoHash === null ? null : `/assets/logos/${workspace.id}`
      })
  })
}
