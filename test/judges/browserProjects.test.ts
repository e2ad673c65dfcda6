/**
 * A real Chromium on the real process: a project is created, its tasks are ticked, its milestone is
 * completed and billed, it is archived and restored, and takes a file; with script and without,
 * presses counted from the sign-in, and axe-core in light and dark.
 */
import { assert, describe, it } from "@effect/vitest"
import { useAgency } from "../support/agency.ts"
import { axeFindings, hasBrowser, longName, tooWide } from "../support/browser.ts"
import { schemes, twoLocales } from "../support/sweep.ts"

describe.skipIf(!hasBrowser)("projects in a browser", () => {
  const agency = useAgency()

  const newClient = (fields: object = {}) =>
    agency.api("POST", "/v1/clients", { name: "Ada", email: "ada@client.example", ...fields })

  const newProject = async (name: string, fields: object = {}) => {
    const client = await newClient()
    return agency.api("POST", "/v1/projects", { name, client_id: client.id, ...fields })
  }

  it.each([true, false])("a project is created, script %s", async (hasScript) => {
    const client = await newClient({ company: "Engines" })
    const { context, page, signs, press, presses } = await agency.signedIn({
      javaScriptEnabled: hasScript
    })
    await press("link", "Projects")
    await press("link", "New project")
    await page.locator("[name=name]").fill(`Relaunch ${hasScript}`)
    await page.locator("[name=client_id]").selectOption(client.id)
    await page.locator("[name=budget]").fill("1,500.00")
    await press("button", "Create project")
    await page.getByText("The project is created.").waitFor()
    assert.isAtMost(presses(), 3)
    const { data } = await agency.api("GET", `/v1/projects?client_id=${client.id}`)
    assert.deepInclude(data[0], { name: `Relaunch ${hasScript}`, budget: 150_000 })
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it.each([true, false])("a task is added and ticked, script %s", async (hasScript) => {
    const { id, name } = await newProject(`Tasks ${hasScript}`)
    const { context, page, signs, press, presses } = await agency.signedIn({
      javaScriptEnabled: hasScript
    })
    await press("link", "Projects")
    await press("link", name)
    await page.getByLabel("Task", { exact: true }).fill("Sketch")
    await page.getByLabel("Task", { exact: true }).press("Enter")
    await page.getByText("The task is added.").waitFor()
    await press("button", "Mark “Sketch” as done")
    await page.getByText("The task is done.").waitFor()
    assert.isAtMost(presses(), 3)
    assert.strictEqual((await agency.api("GET", `/v1/projects/${id}`)).completed_task_count, 1)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it("a milestone is completed and billed by a draft, with one press more", async () => {
    const { id, name } = await newProject("Billed")
    await agency.api("POST", `/v1/projects/${id}/milestones`, { name: "Launch", amount: 50_000 })
    const { context, page, signs, press, presses } = await agency.signedIn()
    await press("link", "Projects")
    await press("link", name)
    await press("button", "Complete, Launch")
    await page.getByText("The milestone is complete.").waitFor()
    await press("button", "Bill it, Launch")
    await page.waitForURL(/\/invoices\/inv_\w+$/)
    assert.isAtMost(presses(), 4)
    await page.getByRole("heading", { level: 1 }).waitFor()
    const { data } = await agency.api("GET", `/v1/projects/${id}/milestones`)
    assert.strictEqual(page.url().endsWith(data[0].invoice.id), true)
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it.each([true, false])("archived in 3 presses, and restored, script %s", async (hasScript) => {
    const { id, name } = await newProject(`Old ${hasScript}`, { status: "review" })
    const { context, page, signs, press, presses } = await agency.signedIn({
      javaScriptEnabled: hasScript
    })
    const status = async () => (await agency.api("GET", `/v1/projects/${id}`)).status
    await press("link", "Projects")
    await press("link", name)
    await press("button", "Archive")
    await page.getByText("The project is archived.").waitFor()
    assert.isAtMost(presses(), 3)
    assert.strictEqual(await status(), "archived")
    await press("button", "Restore")
    await page.getByText("The project is restored.").waitFor()
    assert.strictEqual(await status(), "review")
    assert.deepStrictEqual(signs, [])
    await context.close()
  })

  it.each(schemes)("axe-core and widths, %s", async (colorScheme) => {
    const client = await newClient({ name: `<b>${longName}</b>`, company: `${longName} & Sons` })
    const made = { name: longName, client_id: client.id, budget: 1_000, description: longName }
    const { id } = await agency.api("POST", "/v1/projects", made)
    const tasks = `/v1/projects/${id}/tasks`
    const task = await agency.api("POST", tasks, { title: longName, due_date: "2020-01-01" })
    await agency.api("POST", tasks, { title: "Done", status: "done" })
    const milestones = `/v1/projects/${id}/milestones`
    const goal = { name: longName, amount: 99_999_999_999, due_date: "2020-01-01" }
    await agency.api("POST", milestones, goal)
    await agency.api("POST", milestones, { ...goal, status: "completed" })
    const line_items = [{ description: "W", quantity: 1, unit_price: 100_000_000_000 }]
    const invoice = { client_id: client.id, project_id: id, line_items }
    const sent = await agency.api("POST", "/v1/invoices", invoice)
    await agency.api("POST", `/v1/invoices/${sent.id}/send`)
    const findings: string[] = []
    for (const locale of twoLocales) {
      const { context, page } = await agency.signedIn({ colorScheme, locale })
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 900 })
        for (const path of [
          ...["/projects", "/projects?status=archived", "/projects?q=zzz", "/projects/new"],
          ...[`/projects/${id}`, `/projects/${id}/edit`, `/projects/${id}/files`, "/files"],
          ...[`/projects/${id}?do=milestone`, `/projects/${id}?do=edit-task&of=${task.id}`],
          `/projects/${id}?do=delete-task&of=${task.id}`
        ]) {
          await page.goto(`${agency.url}${path}`)
          findings.push(...(await tooWide(page)))
          if (width !== 390) findings.push(...(await axeFindings(page)))
        }
      }
      await context.close()
    }
    assert.deepStrictEqual(findings, [])
  })
})
