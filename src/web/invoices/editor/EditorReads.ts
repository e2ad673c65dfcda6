/** Reads for the invoice form: choices, amounts, and the values with which it begins. */
import { Effect, Option } from "effect"
import { Invoicing } from "../../../app/invoices/Invoicing.ts"
import { Milestones } from "../../../app/projects/Milestones.ts"
import { Projects } from "../../../app/projects/Projects.ts"
import { ClientId, ProjectId } from "../../../domain/Ids.ts"
import { numberInputOf } from "../../../domain/money/AmountInput.ts"
import { formatsOf } from "../../../domain/money/Formats.ts"
import type { MilestoneView } from "../../../domain/projects/MilestoneResource.ts"
import type { ProjectView } from "../../../domain/projects/ProjectResource.ts"
import { todayIn } from "../../../domain/time/CalendarDate.ts"
import { taxDefaults, textLocaleOf, type Workspace } from "../../../domain/workspaces/Workspace.ts"
import { wordsIn } from "../../../words/Words.ts"
import type { BrowserRequest, FormRequest } from "../../BrowserRequests.ts"
import { makeClientChoice } from "../../forms/ClientChoice.ts"
import { queryOf } from "../../PageUrls.ts"
import { canonical, type FormReading } from "./FormInput.ts"
import {
  intentOf,
  withBilledMilestones,
  withDueDate,
  withLines,
  withMilestone
} from "./FormIntents.ts"
import { emptyFields, emptyLine, type FormValues, valuesOf, valuesOfInvoice } from "./FormValues.ts"

/** As many lines as a new invoice shows. */
const firstLines = [emptyLine, emptyLine, emptyLine]

/** The choices that follow from client and project. */
export interface Work {
  readonly projects: ReadonlyArray<Pick<ProjectView, "id" | "name">>
  readonly milestones: ReadonlyArray<MilestoneView>
}

/** As many projects as the form offers to choose from. */
const offered = { limit: 100, after: null } as const

export const readerOf = (workspace: Workspace, { language }: BrowserRequest) => {
  const { locale } = textLocaleOf(workspace, language)
  return {
    locale,
    words: wordsIn(language).invoiceForm,
    numbers: numberInputOf(locale),
    formats: formatsOf(locale)
  }
}

/** The projects of the chosen client, and the milestones of the chosen project to bill. */
const makeWorkOf = Effect.gen(function* () {
  const projects = yield* Projects
  const milestones = yield* Milestones
  return Effect.fnUntraced(function* (
    workspace: Workspace,
    { fields }: FormValues
  ): Effect.fn.Return<Work> {
    const clientId = Option.getOrUndefined(ClientId.parse(fields.client_id))
    const projectId = Option.getOrUndefined(ProjectId.parse(fields.project_id))
    const none = Effect.succeed(null)
    const { ofClient, done } = yield* Effect.all(
      {
        ofClient: clientId === undefined ? none : projects.list(workspace, { clientId }, offered),
        done: projectId === undefined ? none : milestones.billable(workspace, projectId)
      },
      { concurrency: "unbounded" }
    )
    return {
      projects: ofClient?.items ?? [],
      milestones: done ?? []
    }
  })
})

export const makeEditorReads = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  const clientsOf = yield* makeClientChoice
  const workOf = yield* makeWorkOf

  /** All choices of the form, by what is chosen. */
  const choicesOf = (workspace: Workspace, values: FormValues, known?: Work) =>
    Effect.map(
      Effect.all(
        [
          clientsOf(workspace, values.fields.client_id, values.fields.client_q),
          known === undefined ? workOf(workspace, values) : Effect.succeed(known),
          invoicing.recentRates(workspace)
        ],
        { concurrency: "unbounded" }
      ),
      ([who, work, rates]) => ({ ...who, ...work, rates })
    )

  /** The amounts of what can be read so far. */
  const estimateOf = (workspace: Workspace, { input }: FormReading) =>
    input === null
      ? Effect.succeed(null)
      : Effect.orElseSucceed(invoicing.estimate(workspace, input.content), () => null)

  return { workOf, choicesOf, estimateOf }
})

/** The values of a new invoice: for a client, a project, a milestone, or as another invoice. */
export const makeDefaults = Effect.gen(function* () {
  const invoicing = yield* Invoicing
  const projects = yield* Projects
  const milestones = yield* Milestones

  return Effect.fnUntraced(function* (workspace: Workspace, page: BrowserRequest) {
    const { numbers } = readerOf(workspace, page)
    const today = yield* todayIn(workspace.zone)
    const query = (name: string) => queryOf(page.request, name) ?? ""
    const optional = <A, E>(given: string, read: (id: string) => Effect.Effect<A, E>) =>
      given === "" ? Effect.succeed(null) : Effect.orElseSucceed(read(given), () => null)
    const from = yield* optional(query("from"), (id) => invoicing.get(workspace, id))
    const milestone = yield* optional(query("milestone"), (id) => milestones.get(workspace, id))
    const project = yield* optional(milestone?.projectId ?? query("project"), (id) =>
      projects.get(workspace, id)
    )
    const tax = taxDefaults(workspace)
    const base =
      from === null
        ? {
            fields: {
              ...emptyFields,
              currency: workspace.currency,
              tax_rate: tax.taxRate === null ? "" : numbers.formatPercent(tax.taxRate),
              tax_category:
                tax.taxCategory === "S" || tax.taxCategory === null ? "" : tax.taxCategory,
              exemption_reason: tax.exemptionReason ?? ""
            },
            lines: firstLines,
            milestones: []
          }
        : valuesOfInvoice(from, numbers)
    const fields = {
      ...base.fields,
      client_id: project?.client?.id ?? (query("client") || base.fields.client_id),
      project_id: project?.id ?? base.fields.project_id,
      language: workspace.language,
      issue_date: today,
      due_date: "",
      delivery_date: "",
      "service_period.start": "",
      "service_period.end": ""
    }
    const values = withDueDate({ ...base, fields }, workspace.paymentTermsDays)
    return milestone === null || milestone.amountMinor === null || milestone.invoice !== null
      ? values
      : withMilestone(
          values,
          milestone,
          numbers.formatAmount(milestone.amountMinor, workspace.currency)
        )
  })
})

/** The form as its buttons for lines leave it; a project of another client is dropped. */
export const makeRearranged = Effect.gen(function* () {
  const { workOf } = yield* makeEditorReads
  return Effect.fnUntraced(function* (workspace: Workspace, page: FormRequest, isFinal: boolean) {
    const { numbers } = readerOf(workspace, page)
    const intent = intentOf(page.form)
    const sent = withDueDate(valuesOf(page.form), workspace.paymentTermsDays)
    const { projects, milestones } = yield* workOf(workspace, sent)
    const isOfClient = isFinal || projects.some(({ id }) => id === sent.fields.project_id)
    const fields = { ...sent.fields, project_id: isOfClient ? sent.fields.project_id : "" }
    const values = withLines({ ...sent, fields }, intent)
    const milestone =
      intent.kind === "add-milestone" ? milestones.find(({ id }) => id === intent.id) : undefined
    const price = numbers.formatAmount(milestone?.amountMinor ?? 0, workspace.currency)
    const added = milestone === undefined ? values : withMilestone(values, milestone, price)
    const shown = canonical(withBilledMilestones(added, milestones), numbers, workspace.currency)
    return {
      values: shown.lines.length === 0 ? { ...shown, lines: [emptyLine] } : shown,
      work: { projects, milestones: isOfClient ? milestones : [] }
    }
  })
})
