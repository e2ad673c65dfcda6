/**
 * A real Chromium on the real process: files of the settings, chosen, refused, downloaded and
 * removed.
 */
import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { useAgency } from "../support/agency.ts"
import { hasBrowser, watchedPage } from "../support/browser.ts"

const path = "/settings/files"

describe.skipIf(!hasBrowser)("files in a browser", () => {
  const agency = useAgency({ FILE_MAX_MIB: "1" })

  it("adds a file, is told of one that is too large, downloads and removes", async () => {
    const client = { name: "Ada Lovelace", email: "ada@x.example" }
    const { id: client_id } = await agency.api("POST", "/v1/clients", client)
    await agency.api("POST", "/v1/projects", { name: "Relaunch", client_id })
    const { context, page, signs } = await watchedPage(agency.browser)
    await agency.signIn(page)
    await page.goto(`${agency.url}${path}`)
    const send = async (name: string, bytes: number) => {
      await page.getByLabel("Belongs to").selectOption({ index: 1 })
      await page
        .getByLabel("File", { exact: true })
        .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.alloc(bytes, "a") })
      await page.getByRole("button", { name: "Add the file" }).click()
    }
    await send("large.txt", 20 * 1_048_576)
    await page.getByRole("alert").getByText("File must be at most 1 MiB").waitFor()
    assert.notStrictEqual(await page.getByLabel("Belongs to").inputValue(), "")
    await send(`Überblick "<b>".txt`, 1000)
    await page.getByText("The file is stored.").waitFor()
    const row = page.getByRole("row", { name: /Überblick/ })
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      row.getByRole("link", { name: /^Überblick/ }).click()
    ])
    assert.strictEqual((await readFile(await download.path())).length, 1000)
    await row.getByRole("link", { name: /^Remove/ }).click()
    await page.getByRole("button", { name: "Remove the file" }).click()
    await page.getByText("Removed.").waitFor()
    assert.deepStrictEqual(signs, [])
    await context.close()
  })
})
