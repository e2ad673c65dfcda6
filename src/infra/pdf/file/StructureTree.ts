/**
 * The logical structure of a document (ISO 32000-1 §14.7 and §14.8, PDF/UA-1): elements in reading
 * order, and marks in the content of pages that belong to them. All content outside of an element
 * with text is an artifact, which readers skip.
 */
import { type PdfObjects, reference, textString } from "./PdfObjects.ts"

export type Tag = "Document" | "Table" | "TR" | "H1" | "H2" | "P" | "TH" | "TD" | "Link" | "Figure"

/** Elements without text of their own. */
const containers = new Set<Tag>(["Document", "Table", "TR"])

export interface TagDetails {
  /** The words of the element, where its content lacks some. */
  readonly text?: string
  /** Instead of a picture. */
  readonly alternative?: string
  /** A picture's left, bottom, right and top in points from the lower left corner. */
  readonly box?: string
  /** The cells that a head of a table is for. */
  readonly scope?: "Row" | "Column"
}

interface Element {
  readonly isArtifact: false
  readonly id: number
  readonly tag: Tag
  readonly parent: number
  readonly details: TagDetails
  /** The object of the page of its first content. */
  page: number | null
  kids: string
}

/** The context of content that is not part of the structure. */
export const artifact = { isArtifact: true } as const
export type Context = Element | typeof artifact

/** A page's part of the tree: its object, and the elements of its marks in their order. */
export interface Marks {
  readonly page: number
  readonly owners: number[]
}

interface StructureTree {
  context: Context
  readonly open: (tag: Tag, details?: TagDetails) => Context
  /** The operator that begins content of the context. */
  readonly begin: (marks: Marks) => string
  /** Makes an annotation part of the current element; the result is its key. */
  readonly annotate: (annotation: number, page: number) => number
  /** Writes all elements; the result is the root. Annotations have the keys after the pages'. */
  readonly end: (pages: ReadonlyArray<Marks>) => number
}

const none: TagDetails = {}

const attributesOf = ({ text, alternative, box, scope }: TagDetails): string =>
  (text === undefined ? "" : `/ActualText${textString(text)}`) +
  (alternative === undefined ? "" : `/Alt${textString(alternative)}`) +
  (box === undefined ? "" : `/A<</O/Layout/Placement/Block/BBox[${box}]>>`) +
  (scope === undefined ? "" : `/A<</O/Table/Scope/${scope}>>`)

export const makeStructureTree = ({ reserve, write }: PdfObjects): StructureTree => {
  const root = reserve()
  const elements: Element[] = []
  const annotated: number[] = []
  const add = (tag: Tag, parent: number, details: TagDetails): Element => {
    const id = reserve()
    const element: Element = { isArtifact: false, id, tag, parent, details, page: null, kids: "" }
    elements.push(element)
    return element
  }
  const top = add("Document", root, none)
  const tree: StructureTree = {
    context: top,
    open: (tag, details = none) => {
      const parent = tree.context
      // Within an artifact nothing is structure: a table's head that is repeated on each page.
      if (parent.isArtifact) return artifact
      const element = add(tag, parent.id, details)
      parent.kids += ` ${element.id} 0 R`
      return element
    },
    begin: ({ page, owners }) => {
      const { context } = tree
      if (context.isArtifact || containers.has(context.tag)) return "/Artifact BMC"
      const mark = owners.push(context.id) - 1
      context.page ??= page
      context.kids +=
        context.page === page ? ` ${mark}` : `<</Type/MCR/Pg ${reference(page)}/MCID ${mark}>>`
      return `/${context.tag}<</MCID ${mark}>>BDC`
    },
    annotate: (annotation, page) => {
      const { context } = tree
      if (context.isArtifact) throw new Error("a link needs an element")
      context.kids += `<</Type/OBJR/Obj ${reference(annotation)}/Pg ${reference(page)}>>`
      return annotated.push(context.id) - 1
    },
    end: (pages) => {
      const tables = pages.map(({ owners }) => `[${owners.map(reference).join(" ")}]`)
      const parents = [...tables, ...annotated.map(reference)]
      const numbers = parents.map((own, key) => `${key} ${own}`).join(" ")
      write(
        root,
        `/Type/StructTreeRoot/K ${reference(top.id)}/ParentTree<</Nums[${numbers}]>>` +
          `/ParentTreeNextKey ${parents.length}`
      )
      for (const { id, tag, parent, details, page, kids } of elements) {
        const where = page === null ? "" : `/Pg ${page} 0 R`
        const attributes = details === none ? "" : attributesOf(details)
        // Most elements have one mark; an empty cell has none.
        const content = kids === "" ? "" : kids.includes(" ", 1) ? `/K[${kids}]` : `/K${kids}`
        write(id, `/S/${tag}/P ${parent} 0 R${where}${attributes}${content}`)
      }
      return root
    }
  }
  return tree
}
