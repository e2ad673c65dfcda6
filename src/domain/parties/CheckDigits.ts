/** Check digits of identifiers, each as the norm that its function names. */

/** ISO 7064 mod 97-10, where letters are numbers from 10 on: 1 for a valid identifier. */
export const mod97 = (signs: string): number =>
  [...signs].reduce((rest, sign) => {
    const value = Number.parseInt(sign, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)

/** The sum of the digits, each times its weight. */
export const weighted = (digits: string, weights: ReadonlyArray<number>): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(digits[index] ?? 0), 0)

const sumFromRight = (digits: string, valueOf: (digit: number, isSecond: boolean) => number) =>
  [...digits]
    .reverse()
    .reduce((sum, digit, index) => sum + valueOf(Number(digit), index % 2 === 1), 0)

/** ISO/IEC 7812-1 (Luhn): each second digit from the right counts twice, as the sum of its own. */
export const hasLuhnDigit = (digits: string): boolean =>
  sumFromRight(digits, (digit, isSecond) => (isSecond ? digit * 2 - (digit > 4 ? 9 : 0) : digit)) %
    10 ===
  0

/** GS1: each second digit from the right counts three times. */
export const hasGs1Digit = (digits: string): boolean =>
  sumFromRight(digits, (digit, isSecond) => digit * (isSecond ? 3 : 1)) % 10 === 0
