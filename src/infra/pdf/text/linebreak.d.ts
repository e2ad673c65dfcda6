/** Types of the parts that Retainer uses: the package has none. */
declare module "linebreak" {
  class LineBreaker {
    constructor(text: string)
    nextBreak(): { readonly position: number; readonly required: boolean } | null
  }
  export = LineBreaker
}
