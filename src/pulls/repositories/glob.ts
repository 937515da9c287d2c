/** A step that matches any number of items. Every other step matches exactly one. */
const MANY = Symbol('many')
type Step<Item> = typeof MANY | ((item: Item) => boolean)

/** The characters of one path segment. */
type Characters = readonly string[]
/** A character to match, `*`, or the slash between two segments. */
type Token = Step<string> | '/'

/** How many steps the matches that share this object may still take. A step takes about five nanoseconds. */
export interface StepsLeft {
  steps: number
}

/** Thrown by a match when no step is left. */
export class OutOfSteps extends Error {
  override name = 'OutOfSteps'
}

function take({ steps }: StepsLeft, taken: number): number {
  if (steps < taken) throw new OutOfSteps('The path patterns take too long to match.')
  return steps - taken
}

/** The most alternatives of one glob. A glob with more is refused. */
const MOST_CHOICES = 32

/**
 * Compiles a path glob: `*` is any text within a segment, `**` alone between slashes any number of segments, `?` one character, `[a-z]` one
 * of these (`[!a-z]` none of these) and `{a,b}` a choice. A backslash takes away the meaning of the character after it. Everything else
 * matches itself. Returns null if a bracket or brace is not closed, or if choices multiply to more than 32. A match usually takes as many
 * steps as glob and path have characters, and at most the product of both for each choice; it throws `OutOfSteps` when `left` is used up.
 */
export function compileGlob(glob: string, left: StepsLeft): ((path: string) => boolean) | null {
  const choices = new GlobParser(glob).choices()
  if (choices === null) return null
  const patterns = choices.map(tokens => segmentsOf(tokens, left))
  return path => {
    left.steps = take(left, path.length)
    const segments = path.split('/').map(segment => [...segment])
    return patterns.some(pattern => matches(pattern, segments, left))
  }
}

/** Whether the steps match all items. If a step fails, the last `MANY` takes one more item; going back further is never needed. */
function matches<Item>(steps: readonly Step<Item>[], items: readonly Item[], left: StepsLeft): boolean {
  let step = 0
  let last = -1
  let resume = 0
  for (let at = 0; at < items.length; ) {
    left.steps = take(left, 1)
    const expected = steps[step]
    if (expected === MANY) {
      last = step++
      resume = at
    } else if (expected?.(items[at] as Item)) {
      step++
      at++
    } else if (last === -1) return false
    else {
      step = last + 1
      at = ++resume
    }
  }
  return steps.slice(step).every(rest => rest === MANY)
}

/** The steps of a glob, one for each segment of the path. */
function segmentsOf(tokens: readonly Token[], left: StepsLeft): Step<Characters>[] {
  const segments: Step<string>[][] = [[]]
  for (const token of tokens) {
    if (token === '/') segments.push([])
    else segments.at(-1)?.push(token)
  }
  return segments.map(steps => {
    const isSpan = steps.length > 1 && steps.every(step => step === MANY)
    return isSpan ? MANY : characters => matches(steps, characters, left)
  })
}

/** Reads a glob from left to right, once. */
class GlobParser {
  readonly #text: readonly string[]
  #at = 0

  constructor(glob: string) {
    this.#text = [...glob]
  }

  /** One list of tokens for each combination of choices. */
  choices(): Token[][] | null {
    return this.#sequence(false)
  }

  /** Reads to the end, or to the comma or brace that ends a choice. */
  #sequence(isInBraces: boolean): Token[][] | null {
    let choices: Token[][] = [[]]
    while (this.#at < this.#text.length) {
      if (isInBraces && (this.#next() === ',' || this.#next() === '}')) return choices
      const read = this.#next() === '{' ? this.#braces() : this.#token()
      if (read === null || choices.length * read.length > MOST_CHOICES) return null
      choices = choices.flatMap(before => read.map(after => [...before, ...after]))
    }
    return isInBraces ? null : choices
  }

  #braces(): Token[][] | null {
    const choices: Token[][] = []
    do {
      this.#at++
      const read = this.#sequence(true)
      if (read === null || choices.length + read.length > MOST_CHOICES) return null
      choices.push(...read)
    } while (this.#next() === ',')
    this.#at++
    return choices
  }

  /** A list with one choice of one token. */
  #token(): Token[][] | null {
    const character = this.#next()
    if (character === '[') return this.#characterClass()
    this.#at++
    if (character === '*') return [[MANY]]
    if (character === '/') return [['/']]
    if (character === '?') return [[() => true]]
    const literal = character === '\\' ? this.#next() : character
    if (character === '\\') this.#at++
    return literal === undefined ? null : [[literal === '/' ? '/' : other => other === literal]]
  }

  #characterClass(): Token[][] | null {
    const end = this.#text.indexOf(']', this.#at + 2)
    if (end === -1) return null
    const inner = this.#text.slice(this.#at + 1, end)
    this.#at = end + 1
    const isNegated = inner[0] === '!' || inner[0] === '^'
    const members = isNegated ? inner.slice(1) : inner
    if (members.length === 0 || members.includes('/')) return null
    return [[character => isMember(character, members) !== isNegated]]
  }

  #next(): string | undefined {
    return this.#text[this.#at]
  }
}

/** Whether a class such as `a-z_` holds the character. */
function isMember(character: string, members: readonly string[]): boolean {
  for (let at = 0; at < members.length; at++) {
    const from = members[at] ?? ''
    const to = members[at + 1] === '-' ? members[at + 2] : undefined
    if (to === undefined ? from === character : from <= character && character <= to) return true
    if (to !== undefined) at += 2
  }
  return false
}
