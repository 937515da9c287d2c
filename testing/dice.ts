/** Numbers that look random and are the same for the same seed, so that a failure can be seen again. */
export function dice(seed: number): { roll(sides: number): number; pick<T>(from: readonly T[]): T } {
  let state = seed >>> 0
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  return {
    roll,
    pick: from => {
      const one = from[roll(from.length)]
      if (one === undefined) throw new Error('There is nothing to pick from.')
      return one
    },
  }
}

export type Dice = ReturnType<typeof dice>
