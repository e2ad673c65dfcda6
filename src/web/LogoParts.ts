/** The logo field of a form: a new picture, the picture of an earlier submission, or removal. */
import type { Child } from "../html/Elements.ts"
import type { Form } from "./forms/FormReader.ts"
import { chosenLogo, chosenLogoName, type Problems } from "./forms/Forms.ts"
import { checks, field } from "./Parts.ts"

interface LogoOptions {
  readonly hasLogo: boolean
  readonly hint: string
  /** The submitted form, if it comes back with problems. */
  readonly sent: Form | null
  readonly wrong: Problems
}

const isWrong = (wrong: Problems): boolean =>
  wrong.some((problem) => typeof problem !== "string" && problem.field === "logo")

const kept = (sent: Form | null, wrong: Problems): Child => {
  const bytes = sent === null || isWrong(wrong) ? null : chosenLogo(sent)
  if (bytes === null) return null
  const value = Buffer.from(bytes).toString("base64")
  const label = `Use the picture that you chose (${Math.ceil(bytes.length / 1024)} kB)`
  return checks(chosenLogoName, "Chosen logo", [{ value, label }], [value])
}

export const logoParts = ({ hasLogo, hint, sent, wrong }: LogoOptions): Child[] => [
  kept(sent, wrong),
  field({ name: "logo", label: "Logo", type: "file", hint, accept: "image/png,image/jpeg", wrong }),
  hasLogo
    ? checks(
        "remove_logo",
        "Current logo",
        [{ value: "yes", label: "Remove" }],
        sent?.all("remove_logo") ?? []
      )
    : null
]
