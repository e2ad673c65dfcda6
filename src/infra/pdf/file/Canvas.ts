/** A cursor that goes down pages: text in columns, rules, and a new page where there is no room. */
import { rounded } from "../text/GlyphWriter.ts"
import { leading, type TextLayout } from "../text/TextLayout.ts"
import type { Line, Style } from "../text/TextRuns.ts"
import { strokeColour } from "./Operators.ts"
import type { PdfFile } from "./PdfFile.ts"
import { paper } from "./PdfPages.ts"

/** The paper, with the place where content ends. */
export const page = { ...paper, margin: 50, bottom: 785 } as const
export const rightEdge = page.width - page.margin
export const contentWidth = rightEdge - page.margin

export const ink = "#1f2933"
const grey = "#52606d"
export const hairline = "#cbd2d9"
export const bodyStyle: Style = { weight: "regular", size: 9.5, colour: ink }
export const strongStyle: Style = { ...bodyStyle, weight: "bold" }
export const small: Style = { weight: "regular", size: 8.5, colour: grey }
export const labelStyle: Style = { ...small, weight: "bold" }

export interface Canvas extends Pick<PdfFile, "tag" | "resume" | "artifact"> {
  y: number
  readonly newPage: () => void
  /** Adds a page where less than this height is left; true if it did. */
  readonly room: (height: number) => boolean
  readonly rule: (colour: string, width?: number) => void
  /**
   * Draws a paragraph from `top` and returns its lower end; right-to-left lines are aligned right.
   */
  readonly paragraph: (text: string, style: Style, x: number, top: number, width: number) => number
  /** The same with every line aligned left: a value beside its label. */
  readonly value: (text: string, style: Style, x: number, top: number, width: number) => number
  readonly line: (line: Line, style: Style, x: number, top: number, width: number) => void
  /** The same with every line aligned to the right edge. */
  readonly alignedRight: (
    text: string,
    style: Style,
    edge: number,
    top: number,
    width?: number
  ) => number
}

export const makeCanvas = (file: PdfFile, text: TextLayout): Canvas => {
  const line: Canvas["line"] = (drawn, style, x, top, width) => {
    text.draw(drawn, style, drawn.isRightToLeft ? x + width - drawn.width : x, top)
  }
  const canvas: Canvas = {
    tag: file.tag,
    resume: file.resume,
    artifact: file.artifact,
    y: page.margin,
    newPage: () => {
      file.addPage()
      canvas.y = page.margin
    },
    room: (height) => {
      if (canvas.y + height <= page.bottom) return false
      canvas.newPage()
      return true
    },
    rule: (colour, width = 0.5) => {
      const y = rounded(canvas.y)
      file.add(`${page.margin} ${y} m\n${rightEdge} ${y} l\n${width} w\n${strokeColour(colour)}\nS`)
    },
    line,
    paragraph: (content, style, x, top, width) => {
      const lines = text.lines(content, style, width)
      lines.forEach((drawn, index) => {
        line(drawn, style, x, top + index * leading(style.size), width)
      })
      return top + lines.length * leading(style.size)
    },
    value: (content, style, x, top, width) => {
      const lines = text.lines(content, style, width)
      lines.forEach((drawn, index) => {
        text.draw(drawn, style, x, top + index * leading(style.size))
      })
      return top + lines.length * leading(style.size)
    },
    alignedRight: (content, style, edge, top, width = contentWidth) => {
      const lines = text.lines(content, style, width)
      lines.forEach((drawn, index) => {
        text.draw(drawn, style, edge - drawn.width, top + index * leading(style.size))
      })
      return top + lines.length * leading(style.size)
    }
  }
  return canvas
}
