/** The words of the audit log: a sentence for each kind of change, and the filters. */
import type { Actor } from "../../domain/access/Actor.ts"
import type { AuditKind } from "../../domain/events/Audited.ts"
import type { EventFamily, EventType } from "../../domain/events/Event.ts"

type AuditedKind = EventType | AuditKind
type FamilyOf<Kind extends string> = Kind extends `${infer Family}.${string}` ? Family : never
type AuditFamily = EventFamily | FamilyOf<AuditKind>

export interface AuditWords {
  readonly intro: string
  /** `{who}` did it, `{object}` is the name of the thing. */
  readonly sentences: Readonly<Record<AuditedKind, string>>
  readonly families: Readonly<Record<AuditFamily, string>>
  readonly actors: Readonly<Record<Actor["type"], string>>
  /** The names of what is no person: the service, the command line, the payment processor. */
  readonly services: Readonly<Record<string, string>>
  readonly actsFor: (app: string, user: string) => string
  readonly from: (address: string) => string
  readonly history: string
  readonly fields: (count: number) => string
  readonly values: Readonly<Record<"none" | "empty" | "yes" | "no", string>>
  readonly filters: {
    readonly who: string
    readonly everyone: string
    readonly kind: string
    readonly everything: string
    readonly from: string
    readonly to: string
    readonly show: string
    readonly all: string
  }
  readonly only: string
  readonly none: string
  readonly older: string
  readonly newest: string
}
