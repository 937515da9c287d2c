import type { MergedPull } from '#pulls/pull-request.ts'
import { bringsWords } from '#pulls/words-brought.ts'
import { outspoken, type Weighed } from '../reason.ts'
import { probability } from '../score.ts'
import type { RecordForm, TeamRecord } from '../signals/record.ts'

/** Of so many merges about as much as nothing is remembered: habits change. */
const REMEMBERED = 200
/** Fewer changes that brought something for the record make no habit. */
const LEAST_RECORDS = 5
/** So many changes are supposed to have come without it, whatever they were. */
const SUPPOSED = 1
/** What is not written weighs no more than this against a change, and little for one. */
const [LEAST_WEIGHT, MOST_WEIGHT] = [-3.5, 1]
/** Less than this is not worth saying. */
const FAINT = 0.3

const FORMS: Record<RecordForm, string> = {
  changeset: 'changeset',
  fragment: 'changelog fragment',
  'release-note': 'release note',
  trailer: 'line for the changelog',
  label: 'label for the changelog',
  changelog: 'changelog entry',
}

/** What a change shows of whether it brings anything. */
type Shown = Pick<MergedPull, 'labels' | 'body' | 'files'>

/** Not every source tells labels, descriptions and files; of one that does not, nothing is known to be missing. */
const isShown = (form: RecordForm, { labels, body, files }: Shown): boolean => {
  if (form === 'label') return labels.length > 0
  if (form === 'release-note' || form === 'trailer') return body !== ''
  return files.length > 0 && !files.some(bringsWords)
}

/**
 * How regularly a team brings something for its record with a change: with those that customers notice an announcement, with others
 * perhaps a word that there is none. Where nearly all that is noticed comes with a note, a change without one is hardly news.
 *
 * Which of the changes without are noticed nobody said; the model's guess stands in for it, corrected by how many are noticed at all
 * and by the habit itself: expectation maximisation, one merge at a time.
 */
export class RecordHabit {
  #announced = 0
  #silenced = 0
  /** Without anything for the record, as far as they are taken for noticed, and for not. */
  #noticed = 0
  #unnoticed = 0
  /** As it was brought last. */
  #announcedBy: RecordForm = 'fragment'
  #silencedBy: RecordForm = 'label'

  /** `logOdds` of "customers would notice", as the change looks without its record. */
  add(pull: Shown, record: TeamRecord | null, logOdds: number): void {
    if (record === null && !isShown(this.#announcedBy, pull)) return
    const noticed = record ? 0 : probability(logOdds + this.#weight + this.#usual)
    this.#announced = fading(this.#announced) + (record?.announces ? 1 : 0)
    this.#silenced = fading(this.#silenced) + (record?.announces === false ? 1 : 0)
    this.#noticed = fading(this.#noticed) + noticed
    this.#unnoticed = fading(this.#unnoticed) + (record ? 0 : 1 - noticed)
    if (record?.announces) this.#announcedBy = record.form
    else if (record) this.#silencedBy = record.form
  }

  /** What it says of a change that it brings nothing; null where that says next to nothing. */
  absence(pull: Shown): Weighed | null {
    const weight = this.#weight
    const form = weight > 0 ? this.#silencedBy : this.#announcedBy
    if (Math.abs(weight) < FAINT || !isShown(form, pull)) return null
    return outspoken({ source: 'team', detail: this.#detail(weight), weight, ofHabit: true })
  }

  /** In log-odds: how much likelier a noticed change is to bring nothing than another. */
  get #weight(): number {
    if (this.#announced + this.#silenced < LEAST_RECORDS) return 0
    const weight = Math.log((1 - this.#shareAnnounced) / (1 - this.#shareSilenced))
    return Math.max(LEAST_WEIGHT, Math.min(MOST_WEIGHT, weight))
  }

  /** Of changes that customers notice those that announce themselves. */
  get #shareAnnounced(): number {
    return this.#announced / (this.#announced + this.#noticed + SUPPOSED)
  }

  /** Of the others those that say so. */
  get #shareSilenced(): number {
    return this.#silenced / (this.#silenced + this.#unnoticed + SUPPOSED)
  }

  /** Log-odds of "noticed" over all merges. */
  get #usual(): number {
    return Math.log((this.#announced + this.#noticed + 5) / (this.#silenced + this.#unnoticed + 5))
  }

  #detail(weight: number): string {
    const [form, share, noticed] =
      weight > 0
        ? [this.#silencedBy, this.#shareSilenced, 'do not notice']
        : [this.#announcedBy, this.#shareAnnounced, 'notice']
    return `it lacks the ${FORMS[form]} that comes with ${most(share)} customers ${noticed} here`
  }
}

const fading = (count: number): number => count * (1 - 1 / REMEMBERED)

const most = (share: number): string =>
  share >= 0.9
    ? 'nearly everything'
    : share >= 0.6
      ? 'most of what'
      : share >= 0.4
        ? 'much of what'
        : 'some of what'
