/** A power of two, so that a key becomes a slot by cutting bits off. */
const SLOTS = 2 ** 13

/**
 * What was last known under each key's slot, for what is asked so often that a Map would take longer to find it than to make it anew.
 * Whoever asks makes sure that what is there is what was meant: another may stand in the same slot.
 */
export class Slots<T> {
  private readonly all = new Array<T | undefined>(SLOTS).fill(undefined)

  at(key: number): T | undefined {
    return this.all[key & (SLOTS - 1)]
  }

  put(key: number, known: T): T {
    this.all[key & (SLOTS - 1)] = known
    return known
  }
}

/**
 * The same function, with its answers about recent things kept. Things are told apart by identity; those with the same key get in each
 * other's way.
 */
export function keeping<K extends { key: number }, T>(answer: (about: K) => T): (about: K) => T {
  const slots = new Slots<{ about: K; told: T }>()
  return about => {
    const known = slots.at(about.key)
    if (known?.about === about) return known.told
    return slots.put(about.key, { about, told: answer(about) }).told
  }
}
