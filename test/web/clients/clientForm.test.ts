/** The form of a client: all fields of the API, nothing typed is lost, and no change is undone. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerRetainerMemory } from "../../../src/testing/RetainerMemory.ts"
import { csrfIn, sendForm, sendTwice, setUpClients, textOf } from "../../support/clientPages.ts"

const typed = {
  name: "Ada Byron",
  company: "Engines",
  email: "ada@x.example",
  phone: "+44 20 1",
  "address.line1": "1 Way",
  "address.line2": "",
  "address.postal_code": "N1",
  "address.city": "London",
  "address.state": "",
  "address.country": "GB",
  language: "fr",
  vat_id: "GB123456789",
  "registration.id": "732829320",
  "registration.scheme": "0002",
  e_invoice: "peppol",
  "electronic_address.id": "in@x.example",
  "electronic_address.scheme": "EM",
  buyer_reference: "Floor 2",
  notes: "First line\nsecond <b>line</b>"
}

const stored = {
  name: "Ada Byron",
  company: "Engines",
  email: "ada@x.example",
  phone: "+44 20 1",
  address: {
    line1: "1 Way",
    line2: null,
    city: "London",
    state: "",
    postal_code: "N1",
    country: "GB"
  },
  language: "fr",
  vat_id: "GB123456789",
  registration: { scheme: "0002", id: "732829320" },
  buyer_reference: "Floor 2",
  electronic_address: { scheme: "EM", id: "in@x.example" },
  e_invoice: "peppol",
  notes: "First line\nsecond <b>line</b>"
}

const idIn = (path: string): string => /client_\w+/.exec(path)?.[0] ?? ""

layer(layerRetainerMemory)("the form of a client", (it) => {
  it.effect("a member creates a client with all fields, once", () =>
    Effect.gen(function* () {
      const { open, member, shown, call } = yield* setUpClients
      const form = yield* open("/clients/new", member)
      assert.notInclude(form.body, 'name="portal_access"')
      const [created, twice] = yield* sendTwice(member, form, "/clients/new", typed)
      assert.match(created.path, /^\/clients\/client_\w+\?done=created$/)
      assert.strictEqual(twice.path, created.path)
      const text = textOf(created)
      for (const part of ["The client is created.", "Engines", "Ada Byron", "1 Way", "French"]) {
        assert.include(text, part)
      }
      assert.include(yield* shown(idIn(created.path)), {})
      assert.deepInclude(yield* shown(idIn(created.path)), stored)
      assert.strictEqual((yield* call("GET", "/v1/clients")).body.meta.total, 1)
    })
  )

  it.effect(
    "says at each field what it takes, keeps what was typed, and saves when corrected",
    () =>
      Effect.gen(function* () {
        const { act, visitor, call } = yield* setUpClients
        const wrong = {
          ...typed,
          name: "",
          email: "nobody",
          phone: "0".repeat(256),
          "address.line1": "",
          "address.country": "",
          vat_id: "12",
          "registration.scheme": "1",
          "electronic_address.scheme": "?",
          buyer_reference: "R".repeat(65)
        }
        const refused = yield* act("/clients/new", wrong)
        assert.strictEqual(refused.status, 422)
        for (const name of [
          ...["name", "email", "phone", "address.line1", "address.country", "vat_id"],
          ...["registration.scheme", "electronic_address.scheme", "buyer_reference"]
        ]) {
          assert.include(refused.body, `id="${name}-problem"`, name)
          assert.include(refused.body, `href="#${name}"`, name)
        }
        assert.match(
          refused.body,
          /<input[^>]*name="name"[^>]*autofocus|<input[^>]*autofocus[^>]*name="name"/
        )
        assert.include(refused.body, 'value="nobody"')
        assert.include(refused.body, "second &lt;b>line")
        assert.match(refused.body, /<option value="peppol" selected/)
        const corrected = yield* sendForm(visitor, refused, "/clients/new", typed)
        assert.match(corrected.path, /done=created$/)
        assert.strictEqual((yield* call("GET", "/v1/clients")).body.meta.total, 1)
      })
  )

  it.effect(
    "an edit writes what changed, clears what was emptied, and a hostile text stays text",
    () =>
      Effect.gen(function* () {
        const { act, client, shown, open } = yield* setUpClients
        const id = yield* client("Ada", { company: "Engines", notes: "n", language: "de" })
        const path = `/clients/${id}/edit`
        const form = yield* open(path)
        assert.include(textOf(form), "Edit Engines, Ada")
        const saved = yield* act(path, { name: '"><script>', company: "", language: "" })
        assert.strictEqual(saved.path, `/clients/${id}?done=saved`)
        assert.deepInclude(yield* shown(id), {
          name: '"><script>',
          company: null,
          language: null,
          notes: "n",
          email: "ada@x.example"
        })
        assert.notInclude((yield* open(`/clients/${id}`)).body, '"><script>')
        assert.strictEqual((yield* open("/clients/client_0/edit")).status, 404)
      })
  )

  it.effect("a change by somebody else is shown with both values, and nothing is undone", () =>
    Effect.gen(function* () {
      const { client, open, visitor, call, shown, member, sent } = yield* setUpClients
      const id = yield* client("Ada", { company: "Engines" })
      const path = `/clients/${id}/edit`
      const mine = yield* open(path)
      const theirs = yield* open(path, member)
      // What is owed is no part of the form.
      yield* sent(id, 100)
      yield* sendForm(member, theirs, path, { phone: "1", language: "es", company: "Engines" })
      assert.deepInclude(yield* shown(id), { phone: "1", language: "es" })
      const conflict = yield* sendForm(visitor, mine, path, { phone: "2", company: "Analytical" })
      assert.strictEqual(conflict.status, 422)
      const text = textOf(conflict)
      assert.include(text, "Somebody else changed this client")
      assert.include(text, "Last changed by Max")
      assert.include(text, "Phone Stored now: 1 You typed: 2")
      assert.include(text, "Language Stored now: Spanish You typed: nothing")
      assert.include(conflict.body, 'value="Analytical"')
      assert.deepInclude(yield* shown(id), { phone: "1", company: "Engines" })
      const saved = yield* sendForm(visitor, conflict, path, {
        phone: "2",
        company: "Analytical",
        language: "es"
      })
      assert.strictEqual(saved.path, `/clients/${id}?done=saved`)
      assert.deepInclude(yield* shown(id), { phone: "2", company: "Analytical", language: "es" })
      const { data } = (yield* call("GET", `/v1/audit?object_id=${id}`)).body
      assert.lengthOf(data, 3)
    })
  )

  it.effect(
    "managers alone have the portal's access in the form; a member's forged one is 403",
    () =>
      Effect.gen(function* () {
        const { client, open, act, member, shown, visitor } = yield* setUpClients
        const id = yield* client("Ada")
        const path = `/clients/${id}/edit`
        assert.include((yield* open(path)).body, 'name="portal_access"')
        const form = yield* open(path, member)
        assert.notInclude(form.body, 'name="portal_access"')
        for (const at of [path, "/clients/client_none/edit"]) {
          const forged = yield* Effect.promise(() =>
            member.once("POST", at, {
              body: new URLSearchParams({ csrf: csrfIn(form), portal_access: "yes", name: "x" }),
              headers: { origin: "http://retainer.test" }
            })
          )
          assert.strictEqual(forged.status, 403)
        }
        assert.isFalse((yield* shown(id)).portal_access)
        const saved = yield* act(path, { phone: "1" }, member)
        assert.strictEqual(saved.path, `/clients/${id}?done=saved`)
        yield* act(path, { portal_access: "yes" }, visitor)
        assert.deepInclude(yield* shown(id), { portal_access: true, phone: "1" })
      })
  )
})
