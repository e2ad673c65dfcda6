/** Writes docs/events.md: every type of event with a sample that the service itself made. */
import { writeFileSync } from "node:fs"
import { eventsPage } from "./events/page.ts"
import { sampleEvents } from "./events/story.ts"

writeFileSync(new URL("../docs/events.md", import.meta.url), eventsPage(await sampleEvents()))
console.log("wrote docs/events.md")
