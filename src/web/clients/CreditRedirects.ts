/** The former addresses of credits lead to the clients, on whose pages credits are now. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { Credits } from "../../app/payments/Credits.ts"
import { idOf } from "../BrowserRequests.ts"
import { seeOther } from "../Layout.ts"
import { makePages, pageNotFound } from "../Pages.ts"
import { clientsPath } from "./list/ClientListQuery.ts"

const formerPath = "/settings/credits"

export const layerCreditRedirects = HttpRouter.use(
  Effect.fnUntraced(function* () {
    const { settingsGet } = yield* makePages
    const credits = yield* Credits

    yield* settingsGet(formerPath, () => Effect.succeed(seeOther(clientsPath)))

    yield* settingsGet(`${formerPath}/:id/refund`, ({ workspace }, page) =>
      Effect.mapBoth(credits.get(workspace, idOf(page)), {
        onFailure: () => pageNotFound,
        onSuccess: ({ id, client }) =>
          seeOther(`${clientsPath}/${client.id}?show=credit&do=refund&credit=${id}`)
      })
    )
  })
)
