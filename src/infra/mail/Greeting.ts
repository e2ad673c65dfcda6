/**
 * Detects a greeting at the start of a person's message, in the languages of our documents. In
 * doubt there is none, and the mail adds its own.
 */

const greeting =
  /^¡?(?:hello|hi|hey|dear|good (?:morning|afternoon|evening|day)|hallo|hej|moin|servus|grüß|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|salut|ch(?:er|ère)s?|madame|monsieur|hola|buen[oa]s?|estimad[oa]s?|querid[oa]s?)(?![\p{L}\p{M}-])/iu

/** A first line that ends as salutations do: "Ada," or "Ada!". */
const salutation = /^[^\n]{1,60}[,!]\s*\n/u

export const hasGreeting = (message: string): boolean => {
  const text = message.trimStart()
  return greeting.test(text) || salutation.test(text)
}
