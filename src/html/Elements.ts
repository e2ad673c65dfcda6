/**
 * HTML elements as functions, children last: `section({ class: "card" }, h2("Title"), p("…"))`.
 * They return preact nodes, so rendering escapes every text of a page or a mail. Attributes are
 * checked against preact's table of elements. docs/decisions/0034-elements-as-functions.md says
 * why there is no JSX and no template.
 */
import { h, isValidElement, type JSX, type LooseInputHTMLAttributes, type VNode } from "preact"

/** Children of an element; null and undefined render nothing. */
export type Child = VNode | string | number | null | undefined | ReadonlyArray<Child>

type Tag = keyof JSX.IntrinsicHTMLElements

/** Preact has one type for each kind of input; an input of a variable kind fits none of them. */
type TagAttributes<T extends Tag> = T extends "input"
  ? LooseInputHTMLAttributes<HTMLInputElement>
  : JSX.IntrinsicHTMLElements[T]

type Attributes<T extends Tag> = TagAttributes<T> & {
  readonly [name: `data-${string}`]: string | undefined
}

type Element<T extends Tag> = (...content: Child[] | [Attributes<T>, ...Child[]]) => VNode

/** Attributes are the only plain object among the arguments of an element. */
const isAttributes = (first: Child | object): first is object =>
  typeof first === "object" && first !== null && !Array.isArray(first) && !isValidElement(first)

const make = (tag: string, content: ReadonlyArray<Child | object>): VNode => {
  const [first, ...children] = content
  return isAttributes(first) ? h<object>(tag, first, ...children) : h<object>(tag, null, ...content)
}

const element =
  <T extends Tag>(tag: T): Element<T> =>
  (...content) =>
    make(tag, content)

export const a = element("a")
export const aside = element("aside")
export const body = element("body")
export const br = element("br")
export const button = element("button")
export const caption = element("caption")
export const code = element("code")
export const datalist = element("datalist")
export const dd = element("dd")
export const details = element("details")
export const dialog = element("dialog")
export const div = element("div")
export const dl = element("dl")
export const dt = element("dt")
export const fieldset = element("fieldset")
export const footer = element("footer")
export const form = element("form")
export const h1 = element("h1")
export const h2 = element("h2")
export const h3 = element("h3")
export const h4 = element("h4")
export const head = element("head")
export const header = element("header")
export const html = element("html")
export const iframe = element("iframe")
export const img = element("img")
export const input = element("input")
export const kbd = element("kbd")
export const label = element("label")
export const legend = element("legend")
export const li = element("li")
export const meter = element("meter")
export const link = element("link")
export const main = element("main")
export const meta = element("meta")
export const nav = element("nav")
export const ol = element("ol")
export const optgroup = element("optgroup")
export const option = element("option")
export const output = element("output")
export const p = element("p")
export const pre = element("pre")
export const script = element("script")
export const section = element("section")
export const select = element("select")
export const span = element("span")
export const strong = element("strong")
export const style = element("style")
export const summary = element("summary")
export const table = element("table")
export const tbody = element("tbody")
export const td = element("td")
export const textarea = element("textarea")
export const tfoot = element("tfoot")
export const th = element("th")
export const thead = element("thead")
export const time = element("time")
export const title = element("title")
export const tr = element("tr")
export const ul = element("ul")
