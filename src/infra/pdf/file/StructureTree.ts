/**
 * The logical structure of a document (ISO 32000-1 §14.7 and §14.8, PDF/UA-1): elements in reading
 * order, and marks in the content of pages that belong to them. All content outside of an element
 * with text is an artifact, which readers skip.
 */
import { type PdfObjects, reference, textString } from "./PdfObjects.ts"

const containers = { Document: true, Table: true, TR: true } as const
type Container = keyof typeof containers
export type Tag = Container | "H1" | "H2" | "P" | "TH" | "TD" | "Link" | "Figure"

export interface TagDetails {
  /** Instead of a picture. */
  readonly alternative?: string
  /** A picture's left, bottom, right and top in points from the lower left corner. */
  readonly box?: string
  /** The cells that a head of a table is for. */
  readonly scope?: "Row" | "Column"
}

interface Element {
  readonly id: number
  readonly tag: Tag
  readonly parent: number
  readonly details: TagDetails
  /** The object of the page of its first content. */
  page: number | null
  kids: string
}

/** The context of content that is not part of the structure. */
export const artifact = { mark: "/Artifact BMC" } as const
export type Context = Element | typeof artifact

/** A page's part of the tree: its object, and the elements of its marks in their order. */
export interface Marks {
  readonly page: number
  readonly owners: number[]
}

interface StructureTree {
  context: Context
  readonly open: (tag: Tag, details: TagDetails) => Context
  /** The operator that begins content of the context. */
  readonly begin: (marks: Marks) => string
  /** Makes an annotation part of the current element; the result is its key. */
  readonly annotate: (annotation: number, page: number) => number
  /** Writes all elements; the result is the root. Annotations have the keys after the pages'. */
  readonly end: (pages: ReadonlyArray<Marks>) => number
}

const attributesOf = ({ alternative, box, scope }: TagDetails): string =>
  (alternative === undefined ? "" : `/Alt${textString(alternative)}`) +
  (box === undefined ? "" : `/A<</O/Layout/Placement/Block/BBox[${box}]>>`) +
  (scope === undefined ? "" : `/A<</O/Table/Scope/${scope}>>`)

export const makeStructureTree = ({ reserve, write }: PdfObjects): StructureTree => {
  const root = reserve()
  const elements: Element[] = []
  const annotated: number[] = []
  const add = (tag: Tag, parent: number, details: TagDetails): Element => {
    const element: Element = { id: reserve(), tag, parent, details, page: null, kids: "" }
    elements.push(element)
    return element
  }
  const top = add("Document", root, {})
  const tree: StructureTree = {
    context: top,
    open: (tag, details) => {
      const parent = tree.context
      // Within an artifact nothing is structure: a table's head that is repeated on each page.
      if (parent === artifact || !("kids" in parent)) return artifact
      const element = add(tag, parent.id, details)
      parent.kids += `${reference(element.id)} `
      return element
    },
    begin: ({ page, owners }) => {
      const { context } = tree
      if (!("kids" in context) || context.tag in containers) return artifact.mark
      const mark = owners.push(context.id) - 1
      context.page ??= page
      context.kids +=
        context.page === page ? `${mark} ` : `<</Type/MCR/Pg ${reference(page)}/MCID ${mark}>>`
      return `/${context.tag}<</MCID ${mark}>>BDC`
    },
    annotate: (annotation, page) => {
      const { context } = tree
      if (!("kids" in context)) throw new Error("a link needs an element")
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
        const where = page === null ? "" : `/Pg ${reference(page)}`
        write(id, `/S/${tag}/P ${reference(parent)}${where}${attributesOf(details)}/K[${kids}]`)
      }
      return root
    }
  }
  return tree
}
