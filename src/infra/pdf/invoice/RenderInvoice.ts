/** Runs in a worker thread: draws documents with fonts that are parsed once for the thread. */
import { answerTasks, transferring } from "../../threads/ThreadEntry.ts"
import { type Fonts, makeFonts } from "../font/Fonts.ts"
import { isDrawn, scriptNameOf } from "../font/Scripts.ts"
import { drawStatement } from "../statement/DrawStatement.ts"
import type { StatementInput } from "../statement/StatementInput.ts"
import type { Answers } from "../text/MissingCharacters.ts"
import { drawDocument, type Rendered } from "./DrawDocument.ts"
import type { PdfInput } from "./PdfInput.ts"

interface RenderTask {
  readonly input: PdfInput
  readonly fontDirectory: string | null
}

let fonts: Fonts | undefined

interface MissingTask {
  readonly characters: ReadonlyArray<string>
  readonly fontDirectory: string | null
}

/** Finds the characters that no font has, each with the package that has it. */
const findMissing = ({ characters, fontDirectory }: MissingTask): Answers => {
  fonts ??= makeFonts(fontDirectory)
  const searched = fonts
  return new Map(
    characters.map((char) => {
      if (!isDrawn(char) || searched.faceFor(char, "regular") !== null) return [char, null]
      const found = searched.installable(char)
      return [
        char,
        {
          script: scriptNameOf(char),
          package: found === null ? null : `${found.name}@${found.version}`
        }
      ]
    })
  )
}

const renderInvoice = ({ input, fontDirectory }: RenderTask): Rendered => {
  fonts ??= makeFonts(fontDirectory)
  const rendered = drawDocument(input, fonts)
  return transferring(rendered, rendered.bytes)
}

interface StatementTask {
  readonly input: StatementInput
  readonly fontDirectory: string | null
}

const renderStatement = ({ input, fontDirectory }: StatementTask): Rendered => {
  fonts ??= makeFonts(fontDirectory)
  const rendered = drawStatement(input, fonts)
  return transferring(rendered, rendered.bytes)
}

const works = { renderInvoice, renderStatement, findMissing }
export type RenderWorks = typeof works

answerTasks(works)
