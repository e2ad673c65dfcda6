/** Which text can be read on a colour (WCAG 2.2), wherever a brand's colour is used: pages, mails. */

const channel = (value: number): number =>
  value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

/** Relative luminance of `#rrggbb`. */
const luminance = (colour: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** White or black, whichever is easier to read on the colour: at least 4.5 to 1 on any. */
export const readableOn = (colour: string): "#ffffff" | "#000000" =>
  1.05 / (luminance(colour) + 0.05) >= (luminance(colour) + 0.05) / 0.05 ? "#ffffff" : "#000000"
