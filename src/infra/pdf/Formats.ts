/** The formats of a locale, made once for the thread: making them takes longer than drawing a line. */
import { formatsOf } from "../../domain/Locale.ts"
import { keeping } from "./Keeping.ts"

export const keptFormats = keeping({ most: 50, longest: 100 }, (locale) => formatsOf(locale))
