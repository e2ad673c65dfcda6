/** Runs in a worker thread: decodes one logo after the other. */
import { answerTasks } from "../threads/ThreadEntry.ts"
import { reencodeLogo } from "./ReencodeLogo.ts"

const works = { reencodeLogo }
export type LogoWorks = typeof works

answerTasks(works)
