/** JPEGs of 8 × 8 pixels, the left half red (200, 30, 40), the right half blue (20, 40, 200). */
const tables =
  "/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0OEQ4LCxAWEBETFBUVFQwPFxgWFBgSFBUU/9sAQwEDBAQFBAUJBQUJFA0LDRQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU"
const from = (...parts: ReadonlyArray<string>): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat(parts.map((part) => Buffer.from(part, "base64"))))

const jfif = "/9j/4AAQSkZJRgABAQAAAQABAAA="

export const baselineJpeg = from(
  jfif,
  tables,
  "/8AAEQgACAAIAwERAAIRAQMRAf/EABQAAQAAAAAAAAAAAAAAAAAAAAj/xAAYEAACAwAAAAAAAAAAAAAAAAAABkSCwv/EABQBAQAAAAAAAAAAAAAAAAAAAAf/xAAYEQACAwAAAAAAAAAAAAAAAAAAB0SDw//aAAwDAQACEQMRAD8ALjvCvkT07Pq0FFxQLcz/2Q=="
)

export const progressiveJpeg = from(
  jfif,
  tables,
  "/8IAEQgACAAIAwERAAIRAQMRAf/EABQAAQAAAAAAAAAAAAAAAAAAAAf/xAAUAQEAAAAAAAAAAAAAAAAAAAAG/9oADAMBAAIQAxAAAAEtTqP/xAAVEAEBAAAAAAAAAAAAAAAAAAAABP/aAAgBAQABBQK1/8QAGBEAAgMAAAAAAAAAAAAAAAAAAAZDgsL/2gAIAQMBAT8BcYLZP//EABgRAAIDAAAAAAAAAAAAAAAAAAAGQ4LC/9oACAECAQE/AU6euj//xAAVEAEBAAAAAAAAAAAAAAAAAAAAAv/aAAgBAQAGPwKH/8QAFRABAQAAAAAAAAAAAAAAAAAAwQD/2gAIAQEAAT8hYv/aAAwDAQACAAMAAAAQ/wD/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAEDAQE/EDf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oACAECAQE/EDf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAE/EHf/2Q=="
)

/** Four inks, inverted, as Adobe's programs write them. */
export const cmykJpeg = from(
  "/9j/7gAOQWRvYmUAZAAAAAAC",
  tables,
  "/8AAFAgACAAIBAERAAIRAQMRAQQRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAcI/8QAGBAAAgMAAAAAAAAAAAAAAAAAAAdFg8L/xAAUAQEAAAAAAAAAAAAAAAAAAAAH/8QAGBEAAgMAAAAAAAAAAAAAAAAAAAdFg8P/2gAOBAEAAhEDEQQAAD8AcFzI16Bp+Rl2QMIKTp1LAP/Z"
)

/** The same with an Exif segment that says how the camera was held, and a comment. */
export const turnedJpeg = (orientation: number): Uint8Array<ArrayBuffer> => {
  const exif = Buffer.from("ffe10022457869660000", "hex")
  const tiff = Buffer.from("4d4d002a0000000800010112000300000001", "hex")
  const value = Buffer.from([0, orientation, 0, 0, 0, 0, 0, 0])
  const comment = Buffer.from([0xff, 0xfe, 0, 8, ...Buffer.from("secret")])
  return Uint8Array.from(
    Buffer.concat([
      baselineJpeg.subarray(0, 2),
      exif,
      tiff,
      value,
      comment,
      baselineJpeg.subarray(2)
    ])
  )
}
