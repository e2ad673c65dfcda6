/** Sizes and colours that the parts of a document share. */
import type { Style } from "../text/TextLines.ts"

export const ink = "#1f2933"
const grey = "#52606d"
export const hairline = "#cbd2d9"
export const bodyStyle: Style = { weight: "regular", size: 9.5, colour: ink }
export const strongStyle: Style = { ...bodyStyle, weight: "bold" }
export const small: Style = { weight: "regular", size: 8.5, colour: grey }
export const labelStyle: Style = { ...small, weight: "bold" }
