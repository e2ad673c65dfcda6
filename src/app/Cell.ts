/** The cell that this service is, of several behind one host name. */
import { Context } from "effect"

export const Cell = Context.Reference<{
  /** Stands in new credentials and links (`CellLabel.ts`); null where there is no router. */
  readonly label: string | null
}>("retainer/app/ports/Cell", { defaultValue: () => ({ label: null }) })
