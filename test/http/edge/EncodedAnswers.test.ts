/** An answer that its shape encodes equals, byte for byte, that of the endpoint's checked codec. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import fc from "fast-check"
import { ClientList } from "../../../src/api/clients/ClientsApi.ts"
import { InvoiceList } from "../../../src/api/invoices/InvoicesApi.ts"
import { ProjectList } from "../../../src/api/projects/ProjectsApi.ts"
import { ClientResource } from "../../../src/domain/clients/ClientResource.ts"
import { InvoiceResource } from "../../../src/domain/invoices/InvoiceResource.ts"
import { ProjectResource } from "../../../src/domain/projects/ProjectResource.ts"
import { fieldsOf, type Shape } from "../../../src/domain/Resource.ts"
import { answerOf } from "../../../src/http/edge/Representation.ts"
import { arbitraryOf } from "../../support/shapes.ts"

const isList = (value: unknown): value is Shape<unknown> =>
  Schema.isSchema(value) && fieldsOf(value.ast) !== undefined

const shapes = Object.entries({
  InvoiceList,
  ProjectList,
  ClientList,
  InvoiceResource,
  ProjectResource,
  ClientResource
})

describe("an answer written by its shape", () => {
  for (const [name, list] of shapes) {
    it(`${name}: is what its schema encodes`, () => {
      assert(isList(list))
      const encode = Schema.encodeUnknownSync(list)
      fc.assert(
        fc.property(arbitraryOf(list.ast), (page) => {
          const { body, headers, status } = answerOf(list, page)
          assert(body._tag === "Uint8Array")
          assert.strictEqual(Buffer.from(body.body).toString(), JSON.stringify(encode(page)))
          assert.deepStrictEqual([status, headers["content-type"]], [200, "application/json"])
        })
      )
    })
  }
})
