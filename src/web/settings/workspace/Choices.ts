/** Choices instead of codes: time zones by region, languages by their own names. */
import type { Choice, ChoiceGroup } from "../../Parts.ts"

/** The runtime still lists places under names that they have given up; it takes both. */
const renamed: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Louisville": "America/Kentucky/Louisville",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk"
}

/** The zone's place without its region: `Argentina, Buenos Aires`. */
const placeOf = (zone: string): string => zone.split("/").slice(1).join(", ").replaceAll("_", " ")

const zones = [
  ...new Set(Intl.supportedValuesOf("timeZone").map((zone) => renamed[zone] ?? zone))
].filter((zone) => zone.includes("/") && !zone.startsWith("Etc/"))

const regions: ReadonlyArray<ChoiceGroup> = Object.entries(
  Object.groupBy(zones, (zone) => zone.slice(0, zone.indexOf("/")))
)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([group, members = []]) => ({
    group,
    choices: members
      .map((value) => ({ value, label: placeOf(value) }))
      .sort((a, b) => a.label.localeCompare(b.label))
  }))

const zoneNames = new Set([...zones, "UTC"])

/** The stored value is always a choice, even if the list lacks it. */
const withPresent = (isListed: boolean, present: string): ReadonlyArray<Choice> =>
  isListed || present === "" ? [] : [{ value: present, label: present }]

export const zoneChoices = (present: string): ReadonlyArray<Choice | ChoiceGroup> => [
  ...withPresent(zoneNames.has(present), present),
  { value: "UTC", label: "UTC" },
  ...regions
]

/** Languages of business with the regions that write numbers and dates in ways of their own. */
const tags =
  `af ar ar-AE ar-EG ar-MA ar-SA az be bg bn bs ca cs cy da de de-AT de-CH de-LI el en en-AU
  en-CA en-GB en-IE en-IN en-NZ en-SG en-US en-ZA es es-AR es-CL es-CO es-MX es-PE es-US et eu fa fi
  fil fr fr-BE fr-CA fr-CH fr-LU ga gl gu he hi hr hu hy id is it it-CH ja ka kk kn ko lb lt lv mk ml
  mn mr ms mt my nb ne nl nl-BE nn pa pl pt pt-BR pt-PT ro ru sk sl sq sr sv sv-FI sw ta te th tr uk
  ur uz vi zh zh-HK zh-TW zu`.split(/\s+/)

/** `Deutsch (Schweiz)`: each language in its own words, which its readers recognise. */
export const localeName = (tag: string): string => {
  const name = new Intl.DisplayNames([tag], {
    type: "language",
    languageDisplay: "standard"
  }).of(tag)
  return name === undefined ? tag : name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}

const locales: ReadonlyArray<Choice> = tags
  .map((tag) => ({ value: tag, label: `${localeName(tag)} · ${tag}`, lang: tag }))
  .sort((a, b) => a.label.localeCompare(b.label, "en"))

const known = new Set(tags)

export const localeChoices = (present: string): ReadonlyArray<Choice> => [
  ...withPresent(known.has(present), present),
  ...locales
]
