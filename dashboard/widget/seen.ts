/** The date of the newest entry that was seen, by account, where the browser keeps nothing. */
const inMemory = new Map<string, number>()

const keyOf = (account: string): string => `tidings-seen:${account}`

/** When the newest entry that the reader saw was published; null on the first visit. */
export function lastSeen(account: string): number | null {
  try {
    const kept = localStorage.getItem(keyOf(account))
    if (kept !== null) return Number(kept)
  } catch {
    // Blocked.
  }
  return inMemory.get(account) ?? null
}

export function markSeen(account: string, at: number): void {
  inMemory.set(account, at)
  try {
    localStorage.setItem(keyOf(account), String(at))
  } catch {
    // Blocked or full.
  }
}
