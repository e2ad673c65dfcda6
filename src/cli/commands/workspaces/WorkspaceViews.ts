/** `workspace list` and `workspace show`. */
import { Effect, Predicate } from "effect"
import { Command } from "effect/cli"
import { WorkspaceRepository } from "../../../app/ports/workspaces/WorkspaceRepository.ts"
import { erasureOf } from "../../../app/workspaces/DeleteWorkspace.ts"
import { addressLines } from "../../../domain/address/Address.ts"
import type { WorkspaceId } from "../../../domain/Ids.ts"
import type { Workspace } from "../../../domain/workspaces/Workspace.ts"
import { WorkspaceResource } from "../../../domain/workspaces/WorkspaceResource.ts"
import { onService } from "../../CommandHost.ts"
import { instantOf, minuteOf, print, printList } from "../../Output.ts"
import { chosenWorkspace, workspaceFlag } from "../ChosenWorkspace.ts"
import { json } from "../Shared.ts"

const pageSize = 500

const allWorkspaces = Effect.gen(function* () {
  const workspaces = yield* WorkspaceRepository
  const all: Array<Workspace> = []
  for (let after: WorkspaceId | null = null; ; ) {
    const page: ReadonlyArray<Workspace> = yield* workspaces.list(after, pageSize)
    all.push(...page)
    after = page.at(-1)?.id ?? null
    if (page.length < pageSize) return all
  }
})

/** The deleted ones follow, until they are erased. */
const deletedWorkspaces = Effect.map(
  Effect.flatMap(WorkspaceRepository, ({ listDeleted }) => listDeleted),
  (all) =>
    all.map((deleted) => ({
      ...entryOf(deleted.workspace),
      deleted_at: instantOf(deleted.deletedAt),
      erased_at: instantOf(erasureOf(deleted))
    }))
)

const entryOf = ({ id, name, plan, currency, timeZone, locale }: Workspace) => ({
  id,
  name,
  plan,
  currency,
  timezone: timeZone,
  locale
})

export const workspaceList = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* (input) {
    const present = (yield* allWorkspaces).map((workspace) => ({
      ...entryOf(workspace),
      deleted_at: null,
      erased_at: null
    }))
    const all = [...present, ...(yield* deletedWorkspaces)]
    yield* printList(input.json, "workspaces", all, {
      id: ({ id }) => id,
      plan: ({ plan }) => plan,
      currency: ({ currency }) => currency,
      timezone: ({ timezone }) => timezone,
      erased: ({ erased_at }) => minuteOf(erased_at),
      name: ({ name }) => name
    })
  }, onService)
).pipe(Command.withDescription("List the workspaces, oldest first"))

/** The agency's data on documents besides its name and address, as the API has them. */
const documentData = (workspace: Workspace) => {
  const wire = WorkspaceResource.toWire(workspace)
  return {
    vat_id: wire.vat_id,
    tax_number: wire.tax_number,
    registration: wire.registration,
    legal_information: wire.legal_information,
    email: wire.email,
    contact: wire.contact,
    electronic_address: wire.electronic_address,
    bank_account: wire.bank_account,
    payment_note: wire.payment_note,
    colour: wire.colour,
    e_invoice: wire.e_invoice,
    default_tax_category: wire.default_tax_category,
    default_tax_rate: wire.default_tax_rate,
    small_business: wire.small_business
  }
}

/** The text of a value on one line; parts that are null are left out. */
const textOf = (value: unknown): string => {
  if (value === null || (Array.isArray(value) && value.length === 0)) return "-"
  const parts: ReadonlyArray<unknown> = Predicate.isObject(value) ? Object.values(value) : [value]
  return parts
    .filter((part) => part !== null)
    .join(", ")
    .replaceAll("\n", ", ")
}

export const workspaceShow = Command.make(
  "show",
  { json, workspace: workspaceFlag },
  Effect.fnUntraced(function* (input) {
    const workspace = yield* chosenWorkspace(input.workspace)
    const shown = {
      ...entryOf(workspace),
      invoice_prefix: workspace.invoicePrefix,
      payment_terms: workspace.paymentTermsDays,
      reminders: workspace.reminderDays,
      legal_name: workspace.legalName,
      address:
        workspace.address === null
          ? workspace.addressText
          : addressLines(workspace.address, workspace.locale).join("\n"),
      ...documentData(workspace),
      has_logo: workspace.logoHash !== null
    }
    const forPeople = Object.entries(shown).map(([name, value]) => [name, textOf(value)])
    yield* print(input.json, input.json ? shown : Object.fromEntries(forPeople))
  }, onService)
).pipe(Command.withDescription("Show how a workspace is set up"))
