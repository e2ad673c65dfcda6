/** The words of webhooks: endpoints, the choice of events, and deliveries. */
import type { EventFamily, EventType } from "../../domain/events/Event.ts"
import type { Question } from "./AppWords.ts"

export interface WebhookWords {
  readonly title: string
  readonly intro: string
  readonly none: string
  readonly caption: string
  /** Columns: address, events, state. */
  readonly columns: readonly [string, string, string]
  readonly openNamed: (url: string) => string
  readonly all: string
  readonly add: string
  readonly addButton: string
  readonly tooMany: (most: string) => string

  readonly address: string
  readonly addressHint: string
  readonly addressWrong: string
  readonly description: string
  readonly descriptionWrong: string
  readonly state: string
  readonly sendEvents: string
  readonly save: string
  readonly sendTest: string
  readonly newSecret: string
  readonly delete: string
  readonly done: string
  readonly secretTitle: string
  readonly secretText: string
  readonly rotate: Question
  readonly remove: Question

  readonly on: string
  readonly off: string
  readonly failing: string
  readonly offFailing: string
  readonly messages: (count: number) => string
  /** `{since}` is a time, `{messages}` their number. */
  readonly since: string
  readonly failingSince: string
  readonly seeDeliveries: string

  readonly choice: {
    readonly title: string
    readonly every: string
    readonly everyFuture: string
    readonly onlyThese: string
    readonly wholeFamily: (name: string) => string
    readonly unchosen: string
    readonly noneChosen: string
    readonly unknown: string
    readonly families: Readonly<Record<EventFamily, string>>
    /** Each event, without the name of its object. */
    readonly events: Readonly<Record<EventType, string>>
  }

  readonly deliveries: {
    readonly title: string
    readonly none: string
    /** Columns: event, state, last try. */
    readonly columns: readonly [string, string, string]
    readonly delivered: string
    readonly givenUp: string
    readonly waiting: string
    readonly failing: string
    readonly whenOn: string
    readonly nextNow: string
    /** `{time}` of the next try. */
    readonly next: string
    readonly notTried: string
    readonly answered: (status: string) => string
    readonly tries: (count: number) => string
    readonly resend: string
    readonly sendNow: string
    /** `{id}` of the event, and `{time}`. */
    readonly made: string
    readonly attempts: string
    /** Columns: time, result, duration. */
    readonly attemptColumns: readonly [string, string, string]
    readonly content: string
    readonly contentHint: string
  }
}
