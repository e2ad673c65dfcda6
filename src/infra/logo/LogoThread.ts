/** Entry of the worker thread that decodes logos. */
import { answerTasks } from "../threads/ThreadEntry.ts"
import { reencodeLogo } from "./ReencodeLogo.ts"

const works = { reencodeLogo }
export type LogoWorks = typeof works

answerTasks(works)
