/** Screenshots of projects in every state and language, with few rows and with many. */
import type { Studio } from "./scenes.ts"

const languages = ["de", "fr", "es", "en"]

/** A project with work in every state, over its budget. */
const busyProject = async ({ agency }: Studio, clientId: string): Promise<string> => {
  const { id } = await agency.api("POST", "/v1/projects", {
    ...{ name: "Website relaunch", client_id: clientId, status: "in_progress", budget: 100_000 },
    ...{ start_date: "2026-01-15", end_date: "2026-12-31", description: "New pages, new shop." }
  })
  for (const [title, status] of [
    ["Interview six customers", "in_progress"],
    ["Write the sitemap", "todo"],
    ["Kick-off", "done"]
  ]) {
    await agency.api("POST", `/v1/projects/${id}/tasks`, { title, status, due_date: "2026-02-01" })
  }
  for (const status of ["pending", "completed"]) {
    const milestone = { name: `Design ${status}`, amount: 150_000, status }
    await agency.api("POST", `/v1/projects/${id}/milestones`, milestone)
  }
  const line_items = [{ description: "Design", quantity: 1, unit_price: 150_000 }]
  const invoice = { client_id: clientId, project_id: id, line_items }
  const sent = await agency.api("POST", "/v1/invoices", invoice)
  await agency.api("POST", `/v1/invoices/${sent.id}/send`)
  return id
}

export const projectScenes = async (studio: Studio) => {
  const { page, agency, shoot } = studio
  const [client] = (await agency.api("GET", "/v1/clients?limit=1")).data
  const id = await busyProject(studio, client.id)
  const [task] = (await agency.api("GET", `/v1/projects/${id}/tasks`)).data
  for (const language of languages) {
    await page.setExtraHTTPHeaders({ "accept-language": language })
    await shoot(`projects ${language}`, "/projects")
    await shoot(`project ${language}`, `/projects/${id}`)
    await shoot(`project task ${language}`, `/projects/${id}?do=edit-task&of=${task.id}`)
    await shoot(`project form ${language}`, `/projects/${id}/edit`)
    await shoot(`project files ${language}`, `/projects/${id}/files`)
  }
  for (const status of ["archived", "review"]) {
    await shoot(`projects ${status}`, `/projects?status=${status}`)
  }
  await shoot("projects none found", "/projects?q=nothing")
  await page.goto(`${agency.url}/projects/new`)
  await page.locator("[name=name]").fill("Refused")
  await page.locator("[name=budget]").fill("x")
  await page.locator(".project-form button").click()
  await shoot("project form refused")
  await agency.api("DELETE", `/v1/projects/${id}`)
  await shoot("project archived", `/projects/${id}`)
}
