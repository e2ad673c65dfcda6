/** The days on which clients are reminded, as people say them. */

const inWords = (day: number): string => {
  if (day === 0) return "on"
  const count = Math.abs(day)
  return `${count} ${count === 1 ? "day" : "days"} ${day < 0 ? "before" : "after"}`
}

const list = new Intl.ListFormat("en-GB")

/** `3 days before, on and 7 days after the due date`, in the order of the days. */
export const remindersInWords = (days: ReadonlyArray<number>): string =>
  days.length === 0
    ? "No reminders"
    : `${list.format([...days].sort((a, b) => a - b).map(inWords))} the due date`
