import type { Versions } from "../../src/app/ports/workspaces/WorkspaceVersions.ts"

/** The versions of a workspace that are all the same number. */
export const equalVersions = (version: number): Versions => ({
  credentials: version,
  clients: version,
  projects: version,
  tasks: version,
  invoices: version,
  payments: version,
  files: version
})
