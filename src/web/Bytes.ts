/** How large a file is, in words. */
const units = ["bytes", "kB", "MB", "GB"]

export const bytesInWords = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[power] ?? ""}`
}
