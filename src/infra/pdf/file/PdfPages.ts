/** The pages of a file: tagged content, resources and links (ISO 32000-1 §7.7.3, §14.6). */
import { fillColour } from "./Operators.ts"
import { compressed, numeral, type PdfObjects, reference, textString } from "./PdfObjects.ts"
import type { Context, Marks, makeStructureTree } from "./StructureTree.ts"

type ResourceKind = "Font" | "XObject" | "ExtGState"

/** A4 in points. */
export const paper = { width: 595.28, height: 841.89 } as const

/** Left, top, width and height in points from the top left corner of the page. */
export type Box = readonly [number, number, number, number]

/** As PDF writes it: left, bottom, right and top from the lower left corner. */
export const boxOf = ([left, top, width, height]: Box): string =>
  [left, paper.height - top - height, left + width, paper.height - top].map(numeral).join(" ")

/** The size of a part; a page of text is 5 to 10 kB. */
const longestRope = 32_768

/** Operators. Long ones are flattened in parts: V8 would store them as a tree of their pieces. */
class PageContent {
  private text = ""
  private readonly flat: Buffer[] = []

  add(operators: string): void {
    this.text += `${operators}\n`
    if (this.text.length < longestRope) return
    this.flat.push(Buffer.from(this.text, "latin1"))
    this.text = ""
  }

  bytes(): Buffer {
    const rest = Buffer.from(this.text, "latin1")
    return this.flat.length === 0 ? rest : Buffer.concat([...this.flat, rest])
  }
}

interface Page extends Marks {
  readonly content: PageContent
  /** The context of the last content; its end is not written yet. */
  open: Context | null
  /** The colour of later fills. */
  colour: string
  font: string
  fontSize: number
  readonly resources: Readonly<Record<ResourceKind, Map<string, number>>>
  readonly annotations: number[]
}

export interface PdfPages {
  /** Adds operators to the current page; places are in points from its top left corner. */
  readonly add: (content: string) => void
  /** The colour `#rrggbb` of what is filled next, letters too. */
  readonly fill: (colour: string) => void
  /** The font of the text that follows, by its name in the page's content and its object. */
  readonly font: (name: string, object: number, size: number) => void
  /** Restores the state of the page after the drawing (ISO 32000-1 §8.4.2). */
  readonly scoped: (draw: () => void) => void
  readonly addPage: () => void
  readonly pageCount: () => number
  readonly turnTo: (page: number) => void
  /** Lets the page's content call an object by a name. */
  readonly use: (kind: ResourceKind, name: string, object: number) => void
  /** Belongs to the current element, which is a `Link`; readers say the words. */
  readonly link: (box: Box, url: string, words: string) => void
}

const resourcesOf = ({ resources }: Page): string =>
  Object.entries(resources)
    .filter(([, named]) => named.size > 0)
    .map(([kind, named]) => {
      const all = [...named].map(([name, object]) => `/${name} ${reference(object)}`)
      return `/${kind}<<${all.join("")}>>`
    })
    .join("")

const writePages = ({ reserve, write }: PdfObjects, pages: ReadonlyArray<Page>): number => {
  const tree = reserve()
  for (const [index, page] of pages.entries()) {
    const content = reserve()
    if (page.open !== null) page.content.add("EMC")
    write(content, "/Filter/FlateDecode", compressed(page.content.bytes()))
    const links = page.annotations.map(reference).join(" ")
    write(
      page.page,
      `/Type/Page/Parent ${reference(tree)}/Contents ${reference(content)}` +
        `/Resources<<${resourcesOf(page)}>>/StructParents ${index}/Tabs/S` +
        (links === "" ? "" : `/Annots[${links}]`)
    )
  }
  const kids = pages.map(({ page }) => reference(page)).join(" ")
  const box = `/MediaBox[0 0 ${paper.width} ${paper.height}]`
  write(tree, `/Type/Pages/Count ${pages.length}/Kids[${kids}]${box}`)
  return tree
}

const linkEntries = (box: Box, url: string, words: string): string =>
  `/Type/Annot/Subtype/Link/F 4/Border[0 0 0]/Rect[${boxOf(box)}]` +
  `/A<</S/URI/URI${textString(url)}>>/Contents${textString(words)}`

const newPage = ({ reserve }: PdfObjects): Page => {
  const content = new PageContent()
  // PDF counts from the bottom of a page, our places from its top.
  content.add(`1 0 0 -1 0 ${paper.height} cm`)
  return {
    page: reserve(),
    owners: [],
    content,
    open: null,
    colour: "",
    font: "",
    fontSize: 0,
    resources: { Font: new Map(), XObject: new Map(), ExtGState: new Map() },
    annotations: []
  }
}

export const makePdfPages = (
  objects: PdfObjects,
  structure: ReturnType<typeof makeStructureTree>
) => {
  let current = newPage(objects)
  const pages = [current]
  const links: ((firstKey: number) => void)[] = []

  /** Begins and ends marked content where the context changes. */
  const add: PdfPages["add"] = (content) => {
    if (current.open !== structure.context) {
      const begin = structure.begin(current)
      current.content.add(current.open === null ? begin : `EMC\n${begin}`)
      current.open = structure.context
    }
    current.content.add(content)
  }
  const made: PdfPages = {
    add,
    fill: (colour) => {
      if (current.colour === colour) return
      current.colour = colour
      add(fillColour(colour))
    },
    font: (name, object, size) => {
      if (current.font === name && current.fontSize === size) return
      current.font = name
      current.fontSize = size
      current.resources.Font.set(name, object)
      add(`/${name} ${size} Tf`)
    },
    scoped: (draw) => {
      const { colour, font, fontSize } = current
      add("q")
      draw()
      add("Q")
      Object.assign(current, { colour, font, fontSize })
    },
    addPage: () => {
      current = newPage(objects)
      pages.push(current)
    },
    pageCount: () => pages.length,
    turnTo: (page) => {
      const found = pages[page]
      if (found === undefined) throw new Error(`there is no page ${page}`)
      current = found
    },
    use: (kind, name, object) => {
      current.resources[kind].set(name, object)
    },
    link: (box, url, words) => {
      const object = objects.reserve()
      const { page, annotations } = current
      const key = structure.annotate(object, page)
      annotations.push(object)
      const entries = linkEntries(box, url, words)
      links.push((firstKey) => objects.write(object, `${entries}/StructParent ${firstKey + key}`))
    }
  }
  /** Writes the pages; the result is the entries of the catalog. */
  const end = (): string => {
    const tree = writePages(objects, pages)
    for (const writeLink of links) writeLink(pages.length)
    return `/Pages ${reference(tree)}/StructTreeRoot ${reference(structure.end(pages))}`
  }
  return { ...made, end }
}
