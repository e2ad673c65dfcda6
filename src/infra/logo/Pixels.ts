/** Pixels in memory, 8 bits each of red, green, blue and opacity: rotation and scaling. */

export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

export const isOpaque = ({ data }: Pixels): boolean => {
  for (let index = 3; index < data.length; index += 4) if (data[index] !== 255) return false
  return true
}

/** The size that fits into the box; never larger than it was. */
const fitted = ({ width, height }: Pixels, box: { width: number; height: number }) => {
  const scale = Math.min(1, box.width / width, box.height / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale))
  }
}

/** For each new place the old places under it, each with its covered part. */
const coverage = (from: number, to: number) =>
  Array.from({ length: to }, (_, place) => {
    const start = (place * from) / to
    const end = ((place + 1) * from) / to
    const first = Math.floor(start)
    const last = Math.min(from, Math.ceil(end))
    return Array.from({ length: last - first }, (_, index) => {
      const at = first + index
      return { at, part: Math.min(end, at + 1) - Math.max(start, at) }
    })
  })

/**
 * Each new pixel is the mean of the area that it covers. Colours count by their opacity: what is
 * transparent has no colour that could show at an edge.
 */
export const fitInto = (pixels: Pixels, box: { width: number; height: number }): Pixels => {
  const { width, height } = fitted(pixels, box)
  if (width === pixels.width && height === pixels.height) return pixels
  const columns = coverage(pixels.width, width)
  const rows = coverage(pixels.height, height)
  const from = pixels.data
  const data = new Uint8Array(width * height * 4)
  let to = 0
  for (const row of rows) {
    for (const column of columns) {
      let [red, green, blue, opacity, area] = [0, 0, 0, 0, 0]
      for (const { at: y, part: high } of row) {
        for (const { at: x, part: wide } of column) {
          const at = (y * pixels.width + x) * 4
          const covered = high * wide
          const weight = covered * (from[at + 3] ?? 0)
          red += weight * (from[at] ?? 0)
          green += weight * (from[at + 1] ?? 0)
          blue += weight * (from[at + 2] ?? 0)
          opacity += weight
          area += covered
        }
      }
      if (opacity > 0) {
        data[to] = Math.round(red / opacity)
        data[to + 1] = Math.round(green / opacity)
        data[to + 2] = Math.round(blue / opacity)
        data[to + 3] = Math.round(opacity / area)
      }
      to += 4
    }
  }
  return { width, height, data }
}

/** Rotates upright from an Exif orientation (TIFF tag 274); 1 is upright. */
export const upright = (pixels: Pixels, orientation: number): Pixels => {
  if (orientation < 2 || orientation > 8) return pixels
  const isTurned = orientation >= 5
  const width = isTurned ? pixels.height : pixels.width
  const height = isTurned ? pixels.width : pixels.height
  const data = new Uint8Array(pixels.data.length)
  const [right, bottom] = [pixels.width - 1, pixels.height - 1]
  // The source place of each pixel, by orientation.
  const sources: Record<number, (x: number, y: number) => readonly [number, number]> = {
    2: (x, y) => [right - x, y],
    3: (x, y) => [right - x, bottom - y],
    4: (x, y) => [x, bottom - y],
    5: (x, y) => [y, x],
    6: (x, y) => [y, bottom - x],
    7: (x, y) => [right - y, bottom - x],
    8: (x, y) => [right - y, x]
  }
  const source = sources[orientation] ?? ((x, y) => [x, y])
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = source(x, y)
      const at = (fromY * pixels.width + fromX) * 4
      data.set(pixels.data.subarray(at, at + 4), (y * width + x) * 4)
    }
  }
  return { width, height, data }
}
