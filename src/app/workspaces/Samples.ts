/** Names for sample data, in several scripts. */

export const companies = [
  "Alder & Co",
  "Bright Dental",
  "Café Łódź",
  "Delta Yachts",
  "Ευρώπη Travel"
]
export const clientNames = [
  "Ada Byron",
  "Björn Åkesson",
  "Chloé Martin",
  "Дмитрий Орлов",
  "Nguyễn Thị Hoa"
]
export const projectNames = [
  "Brand identity",
  "Website relaunch",
  "Online shop",
  "Newsletter",
  "Photo series"
]

export const taskTitles = [
  "Draft the sitemap",
  "Collect pictures",
  "Write the texts",
  "Check on phones",
  "Hand over"
]

/** Cycles through the list. */
export const pick = <T>(list: ReadonlyArray<T>, index: number): T => {
  const item = list[index % list.length]
  if (item === undefined) throw new Error("an empty list of samples")
  return item
}

/** The e-mail address of the sample client with this number. */
export const sampleEmail = (index: number): string => `client${index + 1}@example.com`
