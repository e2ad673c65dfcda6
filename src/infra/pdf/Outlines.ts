/** The outline of a glyph as PDF's path operators (ISO 32000 §8.5.2), in units of its font. */

/** PDF knows cubic curves only: the control points two thirds of the way to the quadratic one. */
const cubic = (from: number, control: number, to: number): readonly [number, number] => [
  from + ((control - from) * 2) / 3,
  to + ((control - to) * 2) / 3
]

const text = (...values: ReadonlyArray<number>): string =>
  values.map((value) => Math.round(value * 10) / 10).join(" ")

/** From a path as SVG writes it, with absolute places. */
export const pathOf = (svg: string): string => {
  const parts: string[] = []
  let at: readonly [number, number] = [0, 0]
  for (const [, command, places = ""] of svg.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const args = places === "" ? [] : places.split(/[ ,]/).map(Number)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args
    if (command === "M") parts.push(`${text(a, b)} m`)
    else if (command === "L") parts.push(`${text(a, b)} l`)
    else if (command === "C") parts.push(`${text(a, b, c, d, e, f)} c`)
    else if (command === "Q") {
      const [x1, x2] = cubic(at[0], a, c)
      const [y1, y2] = cubic(at[1], b, d)
      parts.push(`${text(x1, y1, x2, y2, c, d)} c`)
    } else parts.push("h")
    const [x, y] = args.slice(-2)
    if (x !== undefined && y !== undefined) at = [x, y]
  }
  return parts.join(" ")
}
