/** Reads RFC 4180 to the letter: what it cannot read is no table. */
export const readCsv = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const from = cell.lastIndex
    const found = cell.exec(text)
    if (found === null) throw new Error(`no cell at ${from}: ${text.slice(from, from + 40)}`)
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "")
    if (found[3] === ",") continue
    rows.push(row)
    row = []
  }
  return rows
}
