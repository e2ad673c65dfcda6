/**
 * QR code (ISO/IEC 18004, level M): its dark modules as stretches of rows, from which a PDF and a
 * page each draw their own picture.
 */
import { correction, generate, mode } from "lean-qr"

const level = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M }

interface Stretch {
  readonly x: number
  readonly y: number
  readonly width: number
}

interface QrCode {
  /** Modules of one side. */
  readonly size: number
  readonly dark: ReadonlyArray<Stretch>
}

export const qrCodeOf = (text: string): QrCode => {
  // Splitting an address into segments of several modes makes it no shorter. Bytes are UTF-8, which
  // banks' programs expect without a declaration.
  const isAscii = /^[\0-\x7f]*$/.test(text)
  const content = isAscii ? mode.ascii(text) : mode.bytes(new TextEncoder().encode(text))
  const code = generate(content, level)
  const dark: Stretch[] = []
  for (let y = 0; y < code.size; y++) {
    let start = 0
    // Modules outside the code are light, so each row's last stretch ends.
    for (let x = 0; x <= code.size; x++) {
      if (x < code.size && code.get(x, y)) continue
      if (x > start) dark.push({ x: start, y, width: x - start })
      start = x + 1
    }
  }
  return { size: code.size, dark }
}
