/** Contrast of text on a brand's colour (WCAG 2.2). */

const channel = (value: number): number =>
  value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** Relative luminance of `#rrggbb`. */
const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** From 1, the same colour, to 21, black on white. */
export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** White or black, whichever is easier to read on the colour: at least 4.5 to 1 on any. */
export const readableOn = (colour: string): "#ffffff" | "#000000" =>
  contrast(colour, "#ffffff") >= contrast(colour, "#000000") ? "#ffffff" : "#000000"
