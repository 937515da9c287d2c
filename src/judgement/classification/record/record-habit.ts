import { mayDescribeChange } from '#pulls/changelog-sources/changelog-paths.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { type WeighedEvidence, withSide } from '../reason.ts'
import { probability } from '../score.ts'
import type { RecordForm, TeamRecord } from './signal.ts'

/** Counts fade, so that they are about those of the last merges: habits change. */
const MERGES_REMEMBERED = 200
/** A team with fewer changes in its record has no habit yet. */
const LEAST_RECORDS = 5
/** How many changes without a note are assumed before the first. */
const PRIOR = 1
/** A missing record weighs no more than this against a change, and little for one. */
const [LEAST_WEIGHT, MOST_WEIGHT] = [-3.5, 1]
const FAINT = 0.3

const FORMS: Record<RecordForm, string> = {
  changeset: 'changeset',
  fragment: 'changelog fragment',
  'release-note': 'release note',
  trailer: 'line for the changelog',
  label: 'label for the changelog',
  changelog: 'changelog entry',
}

type Change = Pick<MergedPull, 'labels' | 'body' | 'files' | 'mergedAt'>

/** Not every source tells labels, descriptions and files; of one that does not, nothing is known to be missing. */
const isKnown = (form: RecordForm, { labels, body, files }: Change): boolean => {
  if (form === 'label') return labels.length > 0
  if (form === 'release-note' || form === 'trailer') return body !== ''
  return files.length > 0 && !files.some(mayDescribeChange)
}

/**
 * How regularly a team brings something for its record with a change. Where nearly all that customers notice comes with a note, a change
 * without one is hardly news. Nobody said which of the changes without are noticed: the model's prediction stands in for it, corrected by
 * how many are noticed at all and by the habit itself (online expectation maximisation).
 */
export class RecordHabit {
  /** Merges with a record that announces them, or says that there is nothing to announce. */
  #announced = 0
  #silenced = 0
  /** The sums of the probabilities of user-facing and of internal, over merges without a note. */
  #noticed = 0
  #unnoticed = 0
  /** The form of the last record of either sort, and when the first came. */
  #announcedBy: RecordForm = 'fragment'
  #silencedBy: RecordForm = 'label'
  #since = Number.POSITIVE_INFINITY

  /** `logOdds` of user-facing, without the record. */
  add(change: Change, record: TeamRecord | null, logOdds: number): void {
    if (record === null && !isKnown(this.#announcedBy, change)) return
    const prior = Math.log((this.#announced + this.#noticed + 5) / (this.#silenced + this.#unnoticed + 5))
    const noticed = record ? 0 : probability(logOdds + this.#weight + prior)
    this.#announced = faded(this.#announced) + (record?.announces ? 1 : 0)
    this.#silenced = faded(this.#silenced) + (record?.announces === false ? 1 : 0)
    this.#noticed = faded(this.#noticed) + noticed
    this.#unnoticed = faded(this.#unnoticed) + (record ? 0 : 1 - noticed)
    if (!record) return
    this.#since = Math.min(this.#since, change.mergedAt)
    if (record.announces) this.#announcedBy = record.form
    else this.#silencedBy = record.form
  }

  /** The evidence in a change without a note; null where that tells next to nothing. */
  absence(change: Change): WeighedEvidence | null {
    const weight = this.#weight
    const [form, share, noticed] =
      weight > 0
        ? [this.#silencedBy, this.#shareSilenced, 'do not notice']
        : [this.#announcedBy, this.#shareAnnounced, 'notice']
    if (Math.abs(weight) < FAINT || change.mergedAt < this.#since || !isKnown(form, change)) return null
    const detail = `it lacks the ${FORMS[form]} that comes with ${quantity(share)} customers ${noticed} here`
    return withSide({ source: 'team', detail, weight })
  }

  /** How much likelier a noticed change is to bring no note than another one, in log-odds. */
  get #weight(): number {
    if (this.#announced + this.#silenced < LEAST_RECORDS) return 0
    const weight = Math.log((1 - this.#shareAnnounced) / (1 - this.#shareSilenced))
    return Math.max(LEAST_WEIGHT, Math.min(MOST_WEIGHT, weight))
  }

  get #shareAnnounced(): number {
    return this.#announced / (this.#announced + this.#noticed + PRIOR)
  }

  get #shareSilenced(): number {
    return this.#silenced / (this.#silenced + this.#unnoticed + PRIOR)
  }
}

const faded = (count: number): number => count * (1 - 1 / MERGES_REMEMBERED)

const quantity = (share: number): string => {
  if (share >= 0.9) return 'nearly everything'
  return `${share >= 0.6 ? 'most' : share >= 0.4 ? 'much' : 'some'} of what`
}
