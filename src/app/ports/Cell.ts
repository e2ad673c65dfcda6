/** The cell that this service is, of several behind one host name. */
import { Context } from "effect"

export class Cell extends Context.Service<
  Cell,
  {
    /** Stands in new credentials and links (`CellLabel.ts`); null where there is no router. */
    readonly label: string | null
  }
>()("retainer/app/ports/Cell") {}
