/** The settings of a workspace: which are taken, and what it is called on documents. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  Colour,
  InvoicePrefix,
  ReminderDays,
  TimeZoneName
} from "../../../src/domain/workspaces/WorkspaceResource.ts"

const cases = [
  [
    "a time zone",
    TimeZoneName,
    ["Europe/Berlin", "UTC", "Asia/Calcutta"],
    ["+02:00", "Mars/Base", ""]
  ],
  [
    "a prefix",
    InvoicePrefix,
    ["INV", "A-B", "2026", "X".repeat(16)],
    ["", "-A", "inv", "X".repeat(17), "CN"]
  ],
  ["a colour", Colour, ["#1d4ed8", "#000000"], ["#1D4ED8", "#fff", "red", "#1d4ed8;"]],
  ["reminder days", ReminderDays, [[], [-60, 0, 365]], [[-61], [366], [1.5], Array(11).fill(1)]]
] as const

describe("a workspace's settings", () => {
  it.each(cases)("%s", (_, schema, good, bad) => {
    for (const value of good) assert.isTrue(Schema.is(schema)(value), JSON.stringify(value))
    for (const value of bad) assert.isFalse(Schema.is(schema)(value), JSON.stringify(value))
  })
})
