/** What sets a colour in a page's content, as pdfkit writes it for `#rrggbb`, made once for the thread. */
import { keeping } from "./Keeping.ts"

const bounds = { most: 200, longest: 20 }

const partsOf = (colour: string): string =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255).join(" ")

export const fillColour = keeping(bounds, (colour) => `/DeviceRGB cs\n${partsOf(colour)} scn`)
export const strokeColour = keeping(bounds, (colour) => `/DeviceRGB CS\n${partsOf(colour)} SCN`)
