/**
 * The e-invoice that was mailed with a document, or in it: stored as it was, so that a later
 * version of the writers cannot change it. Null where a PDF was mailed alone.
 */
import { migration } from "../schema/Migration.ts"
import { validateConstraint } from "../schema/OnlineSteps.ts"

export const sentXml = migration({
  alters: ["sent_documents"],
  statements: [
    "ALTER TABLE sent_documents ADD COLUMN xml_format text, ADD COLUMN xml text",
    `ALTER TABLE sent_documents ADD CONSTRAINT sent_documents_xml CHECK (
      (xml_format IS NULL) = (xml IS NULL)
      AND xml_format IN ('cii', 'xrechnung', 'peppol')) NOT VALID`
  ],
  online: [validateConstraint("sent_documents", "sent_documents_xml")]
})
