import { memoize } from '#platform/cache.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { BACKSTAGE, roleOf } from './file-role.ts'
import { INTERNAL_WORDS } from './title-facts.ts'
import { stemOf } from './words.ts'

/** Titles with the word that must have been announced before it is the product's own, and their share of all titles with it. */
const LEAST_ANNOUNCED = 5
const MOSTLY = 0.6
/** Changes of folders of the product that are named so, where the product itself is not. */
const LEAST_FOLDERS = 5
const FILES_READ = 40

type Change = Pick<MergedPull, 'repo' | 'title' | 'files'>

interface Count {
  titles: number
  announced: number
  folders: number
}

/**
 * Which words that elsewhere speak of work on the code are nouns of a repository's own product: "document" where people sign documents,
 * "pipeline" where they build pipelines. The product or its folders are named so, and most titles with the word were announced.
 */
export class ProductWords {
  readonly #counts = new Map<string, Count>()
  readonly #own = new Set<string>()

  /** Stems. */
  get own(): ReadonlySet<string> {
    return this.#own
  }

  add({ repo, title, files }: Change, announced: boolean): void {
    const inTitle = stemsIn(title)
    const product = files.slice(0, FILES_READ).filter(({ path }) => !BACKSTAGE.has(roleOf(path)))
    const inFolders = new Set(product.flatMap(({ path }) => stemsInFolders(path)))
    for (const stem of new Set([...inTitle, ...inFolders])) {
      const count = this.#counts.get(stem) ?? { titles: 0, announced: 0, folders: 0 }
      this.#counts.set(stem, count)
      if (inFolders.has(stem)) count.folders++
      if (inTitle.includes(stem)) count.titles++
      if (inTitle.includes(stem) && announced) count.announced++
      if (isOwn(count, stemsIn(repo).includes(stem))) this.#own.add(stem)
      else this.#own.delete(stem)
    }
  }
}

const isOwn = ({ titles, announced, folders }: Count, isName: boolean): boolean =>
  (isName || folders >= LEAST_FOLDERS) && announced >= LEAST_ANNOUNCED && announced >= MOSTLY * titles

const stemsIn = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z]{3,}/g) ?? []).map(stemOf).filter(stem => INTERNAL_STEMS.has(stem))

const INTERNAL_STEMS: ReadonlySet<string> = new Set([...INTERNAL_WORDS].map(stemOf))

const PATHS_KEPT = 20_000
const stemsInFolders = memoize(
  (path: string): string[] => stemsIn(path.slice(0, path.lastIndexOf('/') + 1)),
  PATHS_KEPT,
)

/** A title that tells somebody to write something down, such as "document how …", whatever the product is about. */
const ORDER = /^\p{L}+ (?:the|a|an|how|why|what|that|when)\b/u

/** A title whose product's own nouns are blanked, so that they are not taken for work on the code. */
export function withoutProductWords(text: string, own: ReadonlySet<string>): string {
  if (own.size === 0) return text
  const isOrder = ORDER.test(text)
  return text.replace(/\p{L}+/gu, (word, at: number) =>
    own.has(stemOf(word.toLowerCase())) && !(isOrder && at === 0) ? BLANK : word,
  )
}

/** A word that no feature knows. */
const BLANK = 'X'
