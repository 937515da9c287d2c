/** Facts as lines of text, with their values in one column. */
export function factsText(facts: Record<string, string>): string {
  const width = Math.max(...Object.keys(facts).map(name => name.length)) + 2
  return Object.entries(facts)
    .map(([name, value]) => `${name.padEnd(width)}${value}\n`)
    .join('')
}
