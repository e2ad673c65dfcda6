/** The outline of a glyph as PDF's path operators (ISO 32000 §8.5.2), in units of its font. */
export interface Outline {
  readonly operators: string
  /**
   * The bounding box of all points, control points of curves included: left, bottom, right, top.
   */
  readonly box: readonly [number, number, number, number]
}

/**
 * PDF has cubic curves only: their control points are two thirds of the way to the quadratic one.
 */
const cubic = (from: number, control: number, to: number): readonly [number, number] => [
  from + ((control - from) * 2) / 3,
  to + ((control - to) * 2) / 3
]

const text = (...values: ReadonlyArray<number>): string =>
  values.map((value) => Math.round(value * 10) / 10).join(" ")

const boxOf = (points: ReadonlyArray<number>): Outline["box"] => {
  const box: [number, number, number, number] = [0, 0, 0, 0]
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]]
    box[0] = Math.min(box[0], Math.floor(x))
    box[1] = Math.min(box[1], Math.floor(y))
    box[2] = Math.max(box[2], Math.ceil(x))
    box[3] = Math.max(box[3], Math.ceil(y))
  }
  return box
}

/** From a path as SVG writes it, with absolute places. */
export const outlineOf = (svg: string): Outline => {
  const parts: string[] = []
  const points: number[] = []
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
    points.push(...args)
  }
  return { operators: parts.join(" "), box: boxOf(points) }
}
