import { hashOfErased } from '#accounts/erased.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { MergedPull } from './pull-request.ts'

/** What stands in place of a name. */
const SOMEONE = 'someone'

const MENTION = /(?<![\w@./-])@([\w-]{1,100})/g
const PROFILE = /(:\/\/[^\s/"'<>()]{1,253}\/)([\w.-]{1,100})/g
const ADDRESS = /(?<![\w.+-])[\w.+-]{1,100}@[\w.-]{1,253}/g
/** As in the trailers of commits: `Co-authored-by: Ada Lovelace <ada@example.com>`. */
const TRAILER = /^([ \t]{0,8}[a-z-]{1,40}-by:)[ \t]*(.+)$/gim
/** As our own reasons name an author. */
const REASON = /\b(in the description by|changes by) ([^\s,]{1,100})/g
const WORD = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}.'-]*/gu
const BARE = /(?<![\w@/.+-])\w(?:[\w.-]{0,98}\w)?(?![\w@-])/g
/** Fields of JSON that hold nothing but the name of an author. */
const AUTHOR_FIELDS = ['author', 'login', 'username']

/** A text without a word in lower case, where it is no part of a mention, an address or a longer word. */
export const withoutWord = (text: string, word: string): string =>
  text.replace(BARE, found => (found.toLowerCase() === word ? SOMEONE : found))

/** The authors whose names were erased in an account. They are recognized by hashes, and their names are known no more. */
export class ErasedAuthors {
  readonly #accountId: string
  readonly #hashes: ReadonlySet<string>
  /** Of how many words names are. */
  readonly #sizes: readonly number[]
  /** Of the repositories of the account, whose addresses stay as they are. */
  readonly #owners: ReadonlySet<string>
  readonly #known = new Map<string, boolean>()

  constructor(accountId: string, rows: readonly { hash: string; words: number | null }[], owners: string[]) {
    this.#accountId = accountId
    this.#hashes = new Set(rows.map(row => row.hash))
    this.#sizes = [...new Set(rows.map(row => row.words ?? 1))].filter(size => size > 1)
    this.#owners = new Set(owners)
  }

  /** Whether the text is nothing but the name of one of them. */
  has(text: string): boolean {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const isErased = this.#hashes.has(hashOfErased('author', this.#accountId, text))
    this.#known.set(text, isErased)
    return isErased
  }

  /**
   * A text without their names: mentions, addresses of mail and of profiles, trailers, and full names wherever they stand. `word` is a name
   * that is no other word, and goes wherever it stands too.
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

  /** Hosts hide the address of a person behind one with their login. */
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
      const end = last.index + last[0].length
      if (first.index < from || !this.has(text.slice(first.index, end))) continue
      rest += text.slice(from, first.index) + SOMEONE
      from = end
    }
    return rest + text.slice(from)
  }

  /** A branch is often named after who made it. */
  branch(name: string): string {
    const [owner = '', ...rest] = name.split('/')
    return rest.length > 0 && this.has(owner) ? [SOMEONE, ...rest].join('/') : name
  }

  /** The same in all texts of a value. */
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

  /** Whether one of them is named anywhere in what a host sent, also as part of an address or of a label. */
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

/** The authors that were erased in an account; null where there are none. */
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

/** Pull requests as they may be recorded in an account. */
export async function withoutErased(
  db: Reader,
  accountId: string,
  pulls: readonly MergedPull[],
): Promise<readonly MergedPull[]> {
  const erased = await erasedAuthors(db, accountId)
  return erased === null ? pulls : pulls.map(pull => erased.pull(pull))
}
