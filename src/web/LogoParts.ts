/** The logo field of a form: a new picture, the picture of an earlier submission, or removal. */
import type { Language } from "../domain/text/Language.ts"
import type { Child } from "../html/Elements.ts"
import type { WorkspaceFormWords } from "../words/settings/WorkspaceFormWords.ts"
import { wordsIn } from "../words/Words.ts"
import type { Form } from "./forms/FormReader.ts"
import { chosenLogo, chosenLogoName, type Problems } from "./forms/Forms.ts"
import { checks, field } from "./Parts.ts"

interface LogoOptions {
  readonly hasLogo: boolean
  readonly hint: string
  /** Of the reader. */
  readonly language: Language
  /** The submitted form, if it comes back with problems. */
  readonly sent: Form | null
  readonly wrong: Problems
}

const isWrong = (wrong: Problems): boolean =>
  wrong.some((problem) => typeof problem !== "string" && problem.field === "logo")

const kept = (sent: Form | null, wrong: Problems, words: WorkspaceFormWords): Child => {
  const bytes = sent === null || isWrong(wrong) ? null : chosenLogo(sent)
  if (bytes === null) return null
  const value = Buffer.from(bytes).toString("base64")
  const label = words.useChosen(`${Math.ceil(bytes.length / 1024)} kB`)
  return checks(chosenLogoName, words.chosenLogo, [{ value, label }], [value])
}

export const logoParts = ({ hasLogo, hint, language, sent, wrong }: LogoOptions): Child[] => {
  const words = wordsIn(language).workspaceForm
  return [
    kept(sent, wrong, words),
    field({
      name: "logo",
      label: words.labels.logo,
      type: "file",
      hint,
      accept: "image/png,image/jpeg",
      wrong
    }),
    hasLogo
      ? checks(
          "remove_logo",
          words.currentLogo,
          [{ value: "yes", label: words.remove }],
          sent?.all("remove_logo") ?? []
        )
      : null
  ]
}
