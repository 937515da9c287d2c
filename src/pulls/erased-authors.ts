import { hashOfErased } from '#accounts/erased.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { MergedPull } from './pull-request.ts'

/** The word that replaces a name. */
const SOMEONE = 'someone'

const MENTION = /(?<![\w@./-])@([\w-]{1,100})/g
const PROFILE = /(:\/\/[^\s/"'<>()]{1,253}\/)([\w.-]{1,100})/g
const ADDRESS = /(?<![\w.+-])[\w.+-]{1,100}@[\w.-]{1,253}/g
/** Matches a trailer of a commit: `Co-authored-by: Ada Lovelace <ada@example.com>`. */
const TRAILER = /^([ \t]{0,8}[a-z-]{1,40}-by:)[ \t]*(.+)$/gim
/** Matches the author in one of our own reasons. */
const REASON = /\b(in the description by|changes by) ([^\s,]{1,100})/g
const WORD = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}.'-]*[\p{L}\p{M}\p{N}])?/gu
const BARE = /(?<![\w@/.+-])\w(?:[\w.-]{0,98}\w)?(?![\w@-])/g
/** The names of JSON fields that contain only an author's name. */
const AUTHOR_FIELDS = ['author', 'login', 'username']

/** Removes a lower-case word from a text, in any case, unless it is part of a mention, an address or a longer word. */
export const withoutWord = (text: string, word: string): string =>
  text.replace(BARE, found => (found.toLowerCase() === word ? SOMEONE : found))

/** The authors whose names were erased in an account. They are recognised by hashes, because their names are no longer stored. */
export class ErasedAuthors {
  readonly #accountId: string
  readonly #hashes: ReadonlySet<string>
  /** How many words the names have. */
  readonly #sizes: readonly number[]
  /** The owners of the account's repositories, whose addresses stay as they are. */
  readonly #owners: ReadonlySet<string>
  readonly #known = new Map<string, boolean>()

  constructor(accountId: string, rows: readonly { hash: string; words: number | null }[], owners: string[]) {
    this.#accountId = accountId
    this.#hashes = new Set(rows.map(row => row.hash))
    this.#sizes = [...new Set(rows.map(row => row.words ?? 1))].filter(size => size > 1)
    this.#owners = new Set(owners)
  }

  /** Whether the text is exactly the name of an erased author. */
  has(text: string): boolean {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const isErased = this.#hashes.has(hashOfErased('author', this.#accountId, text))
    this.#known.set(text, isErased)
    return isErased
  }

  /**
   * Removes the names of erased authors from a text: mentions, addresses of mail and of profiles, trailers,
   * and full names anywhere. `word` is a name that is not an ordinary word, and is removed anywhere too.
   */
  text(text: string, word: string | null = null): string {
    const inLines = text.replace(TRAILER, (line, key: string, value: string) => {
      const [name = ''] = value.split('<')
      return this.has(name) || this.#inline(value) !== value ? `${key} ${SOMEONE}` : line
    })
    const named = this.#inline(inLines)
    return word === null ? named : withoutWord(named, word)
  }

  #inline(text: string): string {
    const short = text
      .replace(ADDRESS, address => (this.#isAddress(address) ? SOMEONE : address))
      .replace(MENTION, (mention, name: string) => (this.has(name) ? SOMEONE : mention))
      .replace(PROFILE, (address, site: string, name: string) =>
        this.has(name) && !this.#owners.has(name.toLowerCase()) ? `${site}ghost` : address,
      )
      .replace(REASON, (reason, by: string, name: string) => (this.has(name) ? `${by} ${SOMEONE}` : reason))
    return this.#sizes.reduce((rest, size) => this.#withoutNames(rest, size), short)
  }

  /** Whether a mail address belongs to an erased author. Hosts replace the address of a person by one that contains the login. */
  #isAddress(address: string): boolean {
    const [local = '', host = ''] = address.split('@')
    return this.has(address) || (host.includes('noreply') && this.has(local.replace(/^\d+\+/, '')))
  }

  #withoutNames(text: string, size: number): string {
    const words = [...text.matchAll(WORD)]
    let [rest, from] = ['', 0]
    for (let at = 0; at + size <= words.length; at++) {
      const [first, last] = [words[at], words[at + size - 1]]
      if (!first || !last) break
      if (first.index < from) continue
      // The name may end with a point of its own ("Jr."), and be followed by one or by "'s".
      const end = last.index + last[0].length
      const ends = [text[end] === '.' ? end + 1 : end, last[0].endsWith("'s") ? end - 2 : end, end]
      const found = ends.find(one => this.has(text.slice(first.index, one)))
      if (found === undefined) continue
      rest += text.slice(from, first.index) + SOMEONE
      from = found
    }
    return rest + text.slice(from)
  }

  /** The name of a branch without an erased author; branches are often named after the person who made them. */
  branch(name: string): string {
    const [owner = '', ...rest] = name.split('/')
    return rest.length > 0 && this.has(owner) ? [SOMEONE, ...rest].join('/') : name
  }

  /** Removes the names from all texts of a JSON value. */
  json(value: unknown, word: string | null = null): unknown {
    if (typeof value === 'string') return this.text(value, word)
    if (Array.isArray(value)) return value.map(one => this.json(one, word))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        AUTHOR_FIELDS.includes(key) && typeof one === 'string' && this.has(one) ? null : this.json(one, word),
      ]),
    )
  }

  /** Whether an erased author is named anywhere in a host's payload, also as part of an address or of a label. */
  isNamedIn(value: unknown): boolean {
    if (typeof value === 'string')
      return value.split(/[/:?&#\s]/).some(part => this.has(part)) || this.text(value) !== value
    if (typeof value !== 'object' || value === null) return false
    return Object.values(value).some(one => this.isNamedIn(one))
  }

  pull(pull: MergedPull): MergedPull {
    const { author, baseBranch, headBranch } = pull
    return {
      ...pull,
      author: author !== null && this.has(author) ? null : author,
      title: this.text(pull.title),
      body: this.text(pull.body),
      commits: pull.commits.map(commit => this.text(commit)),
      fragments: pull.fragments.map(fragment => ({ ...fragment, text: this.text(fragment.text) })),
      baseBranch: baseBranch && this.branch(baseBranch),
      ...(headBranch !== undefined && { headBranch: this.branch(headBranch) }),
    }
  }
}

/** The erased authors of an account; null if there are none. */
export async function erasedAuthors(db: Reader, accountId: string): Promise<ErasedAuthors | null> {
  const rows = await db
    .selectFrom('erased')
    .select(['hash', 'words'])
    .where('account_id', '=', accountId)
    .where('words', 'is not', null)
    .execute()
  if (rows.length === 0) return null
  const repositories = await db
    .selectFrom('repository')
    .select('name')
    .where('account_id', '=', accountId)
    .execute()
  const owners = repositories.map(({ name }) => name.toLowerCase().split('/')[0] ?? '')
  return new ErasedAuthors(accountId, rows, owners)
}

/** Removes the names of an account's erased authors from pull requests before they are recorded. */
export async function withoutErased(
  db: Reader,
  accountId: string,
  pulls: readonly MergedPull[],
): Promise<readonly MergedPull[]> {
  const erased = await erasedAuthors(db, accountId)
  return erased === null ? pulls : pulls.map(pull => erased.pull(pull))
}
