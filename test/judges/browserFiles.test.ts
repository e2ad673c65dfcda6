/**
 * A real Chromium on the real process: files of a project, chosen, refused, downloaded and removed.
 */
import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { useAgency } from "../support/agency.ts"
import { hasBrowser, watchedPage } from "../support/browser.ts"

describe.skipIf(!hasBrowser)("files in a browser", () => {
  const agency = useAgency({ FILE_MAX_MIB: "1" })

  it("adds a file, is told of one that is too large, downloads and removes", async () => {
    const client = { name: "Ada Lovelace", email: "ada@x.example" }
    const { id: client_id } = await agency.api("POST", "/v1/clients", client)
    const { id } = await agency.api("POST", "/v1/projects", { name: "Relaunch", client_id })
    const { context, page, signs } = await watchedPage(agency.browser)
    await agency.signIn(page)
    await page.goto(`${agency.url}/projects/${id}`)
    const send = async (name: string, bytes: number) => {
      await page
        .getByLabel("File", { exact: true })
        .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.alloc(bytes, "a") })
      await page.getByRole("button", { name: "Add file" }).click()
    }
    await send("large.txt", 20 * 1_048_576)
    await page.getByRole("alert").getByText("The file is larger than 1 MiB.").waitFor()
    await send(`Überblick "<b>".txt`, 1000)
    await page.getByText("The file is stored.").waitFor()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^Überblick/ }).click()
    ])
    assert.strictEqual((await readFile(await download.path())).length, 1000)
    await page.getByRole("link", { name: "All of them, and remove" }).click()
    await page.getByRole("link", { name: /^Remove Überblick/ }).click()
    await page.getByRole("button", { name: "Remove" }).click()
    await page.getByText("The file is removed.").waitFor()
    assert.deepStrictEqual(signs, [])
    await context.close()
  })
})
