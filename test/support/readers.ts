/** Text extraction by PDF readers: pdf.js (Firefox), PDFium (Chromium), poppler. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PDFiumLibrary } from "@hyzyla/pdfium"
import type { Reader } from "./names.ts"
import { pdfItems } from "./pdf.ts"

/** Lines by where they stand, each with its parts in the order of the file. */
const pdfjs = async (bytes: Uint8Array): Promise<string> => {
  const lines: string[] = []
  for (const items of await pdfItems(bytes)) {
    const page = new Map<number, string>()
    for (const { text, y } of items) page.set(y, (page.get(y) ?? "") + text)
    lines.push(...page.values())
  }
  return lines.join("\n")
}

const pdfium = async (bytes: Uint8Array): Promise<string> => {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const text = [...document.pages()].map((page) => page.getText()).join("\n")
  document.destroy()
  library.destroy()
  return text
}

/** Null where poppler's tools are not installed. */
const poppler = async (bytes: Uint8Array): Promise<string | null> => {
  const directory = mkdtempSync(join(tmpdir(), "retainer-pdf-"))
  try {
    const file = join(directory, "invoice.pdf")
    writeFileSync(file, bytes)
    const { error, stdout } = spawnSync("pdftotext", [file, "-"], { encoding: "utf8" })
    return error === undefined ? stdout : null
  } finally {
    rmSync(directory, { recursive: true })
  }
}

export const readers: Readonly<Record<Reader, (bytes: Uint8Array) => Promise<string | null>>> = {
  pdfjs,
  pdfium,
  poppler
}

/**
 * Normalised text: canonical characters, without the invisible marks of direction and joining that
 * readers add or drop.
 */
export const plainText = (text: string): string => text.normalize("NFC").replace(/\p{Cf}/gu, "")
