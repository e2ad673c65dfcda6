/**
 * XMP metadata (ISO 16684-1) of a document that is PDF/A-3b (ISO 19005-3 §6.6) and PDF/UA-1
 * (ISO 14289-1 §5), with Factur-X's properties where an e-invoice is attached (Factur-X 1.08 §6.2).
 * PDF/A requires a schema for each property that it does not know.
 */
import type { Attachment } from "../../../app/ports/invoices/PdfRenderer.ts"

export interface PdfInfo {
  readonly title: string
  readonly author: string
  /** BCP 47 */
  readonly language: string
  readonly created: Date
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

/** Characters that XML 1.0 refuses are left out. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>]/g, (char) => entities[char] ?? char)

const described = (space: string, content: string): string =>
  `<rdf:Description rdf:about="" xmlns:${space}">${content}</rdf:Description>\n`

const property = (name: string, type: string, category: string): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
  `<pdfaProperty:valueType>${type}</pdfaProperty:valueType>` +
  `<pdfaProperty:category>${category}</pdfaProperty:category>` +
  `<pdfaProperty:description>${name}</pdfaProperty:description></rdf:li>`

const schema = (name: string, uri: string, prefix: string, properties: string): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${name}</pdfaSchema:schema>` +
  `<pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI>` +
  `<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>` +
  `<pdfaSchema:property><rdf:Seq>${properties}</rdf:Seq></pdfaSchema:property></rdf:li>`

const accessible = "http://www.aiim.org/pdfua/ns/id/"
const facturX = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"

const accessibleSchema = schema(
  "PDF/UA identification",
  accessible,
  "pdfuaid",
  property("part", "Integer", "internal")
)
const facturXSchema = schema(
  "Factur-X PDFA Extension Schema",
  facturX,
  "fx",
  ["DocumentFileName", "DocumentType", "Version", "ConformanceLevel"]
    .map((name) => property(name, "Text", "external"))
    .join("")
)

const extensions = (schemas: string): string =>
  described(
    'pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" ' +
      'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" ' +
      'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#',
    `<pdfaExtension:schemas><rdf:Bag>${schemas}</rdf:Bag></pdfaExtension:schemas>`
  )

const levels =
  described(
    'pdfaid="http://www.aiim.org/pdfa/ns/id/',
    "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>"
  ) + described(`pdfuaid="${accessible}`, "<pdfuaid:part>1</pdfuaid:part>")

const producer = described(
  'pdf="http://ns.adobe.com/pdf/1.3/',
  "<pdf:Producer>Retainer</pdf:Producer>"
)
const extended = extensions(accessibleSchema)
const extendedWithInvoice = extensions(accessibleSchema + facturXSchema)

const invoiceOf = ({ name, profile }: Attachment): string =>
  described(
    `fx="${facturX}`,
    `<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${name}</fx:DocumentFileName>` +
      `<fx:Version>1.0</fx:Version><fx:ConformanceLevel>${profile}</fx:ConformanceLevel>`
  )

const opening =
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'

export const metadataOf = (
  { title, author, created }: PdfInfo,
  attachment: Attachment | null
): Uint8Array => {
  const day = `${created.toISOString().slice(0, 19)}Z`
  return Buffer.from(
    `${opening}${described(
      'xmp="http://ns.adobe.com/xap/1.0/',
      `<xmp:CreateDate>${day}</xmp:CreateDate><xmp:ModifyDate>${day}</xmp:ModifyDate>` +
        "<xmp:CreatorTool>Retainer</xmp:CreatorTool>"
    )}${described(
      'dc="http://purl.org/dc/elements/1.1/',
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>` +
        `<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>`
    )}${producer}${levels}${
      attachment === null ? extended : invoiceOf(attachment) + extendedWithInvoice
    }</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
  )
}
