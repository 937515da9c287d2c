/**
 * The same function, with its answers kept: for what is asked about the same few texts again and again. At the limit it forgets them
 * all, so that memory stays bounded. What it answers is shared and must not be changed.
 */
export function memoize<T extends string | object>(
  answer: (text: string) => T,
  limit: number,
): (text: string) => T {
  const answers = new Map<string, T>()
  return text => {
    const known = answers.get(text)
    if (known !== undefined) return known
    if (answers.size >= limit) answers.clear()
    const fresh = answer(text)
    answers.set(text, fresh)
    return fresh
  }
}
