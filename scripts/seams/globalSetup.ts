/**
 * Shared by the suites that judge mutations: the folder of the embedded database. None of them asks
 * a server.
 */
import { prepareDatabase } from "../../test/support/preparedDatabase.ts"

interface Project {
  readonly provide: (key: "embedded", value: string) => void
}

export const setup = async (project: Project): Promise<void> => {
  project.provide("embedded", await prepareDatabase())
}
