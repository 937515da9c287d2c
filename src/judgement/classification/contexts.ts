import { LRUCache } from 'lru-cache'
import { upkeepOf } from '#judgement/upkeep.ts'
import type { ReleaseConfigFile } from '#pulls/changelog-sources/release-config-files.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Visibility } from './classification.ts'
import { ConfidenceRecord } from './confidence-record.ts'
import { ProductWords } from './features/product-words.ts'
import { RepositoryContext } from './features/repository-context.ts'
import type { WeighedEvidence } from './reason.ts'
import { LearntWords, TitleConvention } from './record/learnt-words.ts'
import { RecordHabit } from './record/record-habit.ts'
import { type ReleaseRules, releaseRulesOf } from './record/release-rules.ts'
import type { Signal, TeamRecord } from './record/signal.ts'
import type { Convention } from './record/signals.ts'
import { readTitle } from './record/title.ts'
import { isPlainlySorted } from './record/title-signals.ts'
import { type Verdict, visibilityOf } from './score.ts'

/** What a repository's earlier merges say of the next one. */
export interface ContextView {
  features: Float32Array
  /** Log-odds that a merge of this repository is announced, over all merges; 0 is even. */
  prior: number
  /** The evidence in a change without a note for the team's record; null where that tells next to nothing. */
  absence: WeighedEvidence | null
  /** How often decisions were right in this repository. */
  confidences: ConfidenceRecord
  /** Stems of words that elsewhere mean work on the code, and here name parts of the product. */
  productWords: ReadonlySet<string>
  /** How the repository's people wrote so far. */
  convention: Convention
}

/** What a merge brought for its team's record, the probability of user-facing, and the log-odds of it without the record. */
interface ScoredMerge {
  score: number
  record: TeamRecord | null
  signals: readonly Signal[]
  logOddsWithoutRecord: number
}

class Context {
  readonly repository = new RepositoryContext()
  readonly productWords = new ProductWords()
  readonly share = new AnnouncedShare()
  readonly habit = new RecordHabit()
  readonly words = new LearntWords()
  readonly titles = new TitleConvention()
  readonly confidences = new ConfidenceRecord()
  rules?: ReleaseRules
  /** The merges that were counted, by number or commit: where interrupted work is done again, a merge comes twice. */
  readonly seen = new Set<number | string>()
}

const REPOSITORIES_KEPT = 100
const MERGES_KNOWN = 10_000

/** The contexts of repositories, each of the merges that were added to it. The same merges in the same order give the same views. */
export class RepositoryContexts {
  readonly #contexts = new LRUCache<string, Context>({ max: REPOSITORIES_KEPT })

  viewOf(pull: MergedPull): ContextView {
    const { repository, productWords, share, habit, confidences, titles, words, rules } =
      this.#contexts.get(repositoryOf(pull)) ?? new Context()
    return {
      features: repository.featuresOf(pull),
      productWords: productWords.own,
      prior: share.logOdds,
      absence: upkeepOf(pull) === null ? habit.absence(pull) : null,
      confidences,
      convention: { sortsByCapitals: titles.sortsByCapitals, words, rules },
    }
  }

  /** Tells how a repository's team configured its release notes. */
  configure(repository: RepositoryName, files: readonly ReleaseConfigFile[]): void {
    if (files.length > 0) this.#contextOf(repository).rules = releaseRulesOf(files)
  }

  /** Counts a decision on a merge that was added, and what a person or the team's record decided. */
  addOutcome(pull: MergedPull, verdict: Verdict, decided: Visibility, by: 'person' | 'record'): void {
    this.#contexts.get(repositoryOf(pull))?.confidences.add(verdict, decided, by)
  }

  add(pull: MergedPull, { score, record, signals, logOddsWithoutRecord }: ScoredMerge): void {
    const context = this.#contextOf(pull)
    const name = pull.number ?? pull.mergeCommit
    if (name !== null && context.seen.has(name)) return
    if (name !== null && context.seen.size < MERGES_KNOWN) context.seen.add(name)
    context.repository.add(pull, score)
    if (upkeepOf(pull) !== null) return
    context.productWords.add(pull, visibilityOf(score) === 'user-facing')
    context.share.add(score)
    context.habit.add(pull, record, logOddsWithoutRecord)
    context.titles.add(isPlainlySorted(readTitle(pull.title)))
    for (const { category } of signals)
      if (category !== null) context.words.add(category, logOddsWithoutRecord)
  }

  #contextOf(repository: RepositoryName): Context {
    const context = this.#contexts.get(repositoryOf(repository)) ?? new Context()
    this.#contexts.set(repositoryOf(repository), context)
    return context
  }
}

type RepositoryName = Pick<MergedPull, 'host' | 'repo'>

export const repositoryOf = ({ host, repo }: RepositoryName): string => `${host} ${repo}`

/** Merges, half of them announced, that are assumed before the first. */
const PRIOR = 50
/** Later merges count somewhat more than in a mean: habits change. */
const DECAY = 0.7
/** The bounds of the announced share: no team is taken to announce everything, or nothing. */
const [LEAST, MOST] = [0.02, 0.98]
/** The announced share is a guess, so its log-odds are multiplied by this. */
const BELIEVED = 0.3

/**
 * How large a share of a repository's merges is announced, guessed from the model's scores, each given as if either side were as common:
 * online expectation maximisation (Cappé and Moulines 2009).
 */
export class AnnouncedShare {
  #share = 0.5
  #merges = 0

  add(score: number): void {
    const announced = score * this.#share
    const found = announced / (announced + (1 - score) * (1 - this.#share))
    const step = (PRIOR + this.#merges++) ** -DECAY
    this.#share = Math.max(LEAST, Math.min(MOST, this.#share + step * (found - this.#share)))
  }

  /** Prior log-odds of "announced"; 0 is even. */
  get logOdds(): number {
    return BELIEVED * Math.log(this.#share / (1 - this.#share))
  }
}
