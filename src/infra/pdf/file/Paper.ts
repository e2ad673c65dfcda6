/** What documents are printed on. */

/** A4 in points, with where content ends. */
export const page = { width: 595.28, height: 841.89, margin: 50, bottom: 785 } as const
