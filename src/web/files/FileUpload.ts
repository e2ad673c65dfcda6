/**
 * Adds a file of a form: the bytes stream to storage after the token and the owner were checked,
 * and a repeated form adds nothing. What is refused leaves nothing stored.
 */
import { Effect } from "effect"
import type { UploadedFile } from "../../api/endpoint/UploadForm.ts"
import { Files } from "../../app/files/Files.ts"
import type { SignedIn } from "../../app/people/SignIn.ts"
import { binarySize, FileInvalid, type FileRule } from "../../domain/files/Quota.ts"
import type { Invalid } from "../../domain/Invalid.ts"
import { wordsIn } from "../../words/Words.ts"
import type { BrowserRequest } from "../BrowserRequests.ts"
import { type Form, formOfFields } from "../forms/FormReader.ts"
import { makeOnce } from "../forms/OnceForms.ts"
import type { PageResponse } from "../Layout.ts"
import type { FileFormProblem, ReadFileForm } from "../SessionRoutes.ts"
import type { FileOwner } from "./FileOwners.ts"
import { FileFormRefused } from "./FileParts.ts"

/** The rule that the file breaks; undefined where it is another one. */
const ruleOf = (refused: Invalid): FileRule | undefined =>
  refused instanceof FileInvalid ? refused.rule : undefined

export const makeUpload = Effect.gen(function* () {
  const files = yield* Files
  const once = yield* makeOnce

  return (
    signedIn: SignedIn,
    page: BrowserRequest,
    read: ReadFileForm,
    { owner, location }: { readonly owner: FileOwner; readonly location: string }
  ): Effect.Effect<PageResponse, FileFormRefused | FileFormProblem> => {
    const { workspace } = signedIn
    const { problems } = wordsIn(page.language).files
    const refuse = (form: Form, message: string) =>
      Effect.fail(new FileFormRefused({ form, wrong: [{ field: "file", message }] }))
    const byRule = Effect.fnUntraced(function* (form: Form, rule: FileRule | undefined) {
      if (rule === undefined || rule === "disk") return yield* refuse(form, problems.other)
      if (rule === "tooLarge") {
        return yield* refuse(form, problems.tooLarge(binarySize(files.maxBytes)))
      }
      if (rule !== "full") return yield* refuse(form, problems[rule])
      const { used, quota } = yield* files.use(workspace)
      return yield* refuse(form, problems.full(binarySize(used), binarySize(quota)))
    })

    return files.receiving(workspace, (receive) =>
      Effect.gen(function* () {
        const take = Effect.fnUntraced(function* (file: UploadedFile, form: Form) {
          // A browser sends a nameless part where none was chosen.
          if (file.name === "") return yield* refuse(form, problems.missing)
          return yield* receive(file).pipe(
            Effect.catchTags({
              Invalid: (refused) => byRule(form, ruleOf(refused)),
              UploadRefused: ({ rule }) => byRule(form, rule)
            })
          )
        })
        // A form that was given up before its fields were known, or after its file.
        const { form, file } = yield* Effect.catchTag(read(take), "UploadRefused", ({ rule }) =>
          byRule(formOfFields(new Map(), true), rule)
        )
        if (file === null) return yield* refuse(form, problems.missing)
        const added = files.add(workspace, null, file, owner.targets).pipe(
          Effect.as(location),
          Effect.catchTags({
            Invalid: (refused) => byRule(form, ruleOf(refused)),
            FileScopeMissing: () => byRule(form, undefined)
          })
        )
        return yield* once(signedIn, { ...page, form }, added)
      })
    )
  }
})
