/**
 * The author of a change: a credential, a user of the pages, a client, or the service itself. Names
 * are copied at that moment, because an actor may be renamed or removed later.
 */
import { Schema } from "effect"
import { shape } from "../Resource.ts"

const actorTypes = ["api_key", "app", "user", "client", "system"] as const

export const Actor = shape(
  {
    type: Schema.Literals(actorTypes),
    id: Schema.NullOr(Schema.String).annotate({ description: "Null for the service itself" }),
    name: Schema.String.annotate({ description: "As it was then" }),
    user: Schema.NullOr(Schema.Struct({ id: Schema.String, name: Schema.String })).annotate({
      description: "For whom an app acted; null for every other actor"
    })
  },
  "Actor"
)
export type Actor = typeof Actor.Type

interface Named {
  readonly id: string
  readonly name: string
}

const one =
  (type: Actor["type"]) =>
  ({ id, name }: Named): Actor => ({ type, id, name, user: null })

export const keyActor = one("api_key")
export const userActor = one("user")
export const appActor = (app: Named, { id, name }: Named): Actor => ({
  ...one("app")(app),
  user: { id, name }
})

const service = (name: string): Actor => ({ type: "system", id: null, name, user: null })

/** Workers, the sweep, and every change without another actor. */
export const systemActor = service("System")
/** A person with a shell on the machine. */
export const operatorActor = service("Command line")
/** The payment processor, by its signed messages. */
export const processorActor = service("Payment processor")

/** In words, for people. */
export const actorName = ({ name, user }: Actor): string =>
  user === null ? name : `${name} for ${user.name}`
