export const KINDS = [
  'feature',
  'improvement',
  'fix',
  'performance',
  'security',
  'deprecation',
  'removal',
  'documentation',
  'maintenance',
] as const
export type Kind = (typeof KINDS)[number]

export const VISIBILITIES = ['internal', 'user-facing'] as const
/** Would a customer notice? */
export type Visibility = (typeof VISIBILITIES)[number]

/** In ascending order. How much customers would notice, which is not how much code may break. */
export const MAGNITUDES = ['patch', 'minor', 'major'] as const
export type Magnitude = (typeof MAGNITUDES)[number]

/** How far to trust the decision on visibility, in ascending order. */
export const CONFIDENCES = ['low', 'medium', 'high'] as const
export type Confidence = (typeof CONFIDENCES)[number]

/** Which layer decided, for the person who asks why. */
export type Layer = 'explicit' | 'model' | 'person'

/** One fact behind a decision, in words that a product manager understands. */
export interface Evidence {
  /** Where it was read: `title`, `body`, `label`, `path`, `release-note`, `changeset`, `fragment`, `changelog`, `author`, `size`, `trailer`, `team`. */
  source: string
  detail: string
  /** Signed: above zero speaks for user-facing, below for internal; the size says how strongly. */
  weight: number
}

/** Whether the account's writer was asked for words and gave none that could be used, so that a person should look. */
export const wasRefusedWords = (evidence: readonly Evidence[]): boolean =>
  evidence.some(({ source }) => source === 'language-model')

/** From this probability on, customers notice at least one in three of the changes that are classified as internal with low confidence. */
const MAYBE_NOTICED = 0.25

type Decided = { [K in 'visibility' | 'confidence' | 'score' | 'layer']: Classification[K] | null }

/** Whether the machine takes a change for internal and is so unsure that a person should say whether customers notice. */
export const mayBeNoticed = ({ visibility, confidence, score, layer }: Decided): boolean =>
  visibility === 'internal' && confidence === 'low' && (score ?? 0) >= MAYBE_NOTICED && layer === 'model'

export interface Classification {
  visibility: Visibility
  kind: Kind
  magnitude: Magnitude
  confidence: Confidence
  /** The probability of user-facing, 0 to 1. */
  score: number
  /** One sentence in plain words that names the evidence. */
  reason: string
  /** The weightiest first. */
  evidence: Evidence[]
  layer: Layer
  /** Whether people who use the product may have to change something. */
  isBreaking?: boolean
  /** Why customers cannot have it yet, in a sentence; null or absent where they can. */
  notLive?: string | null
  /** The log-odds that customers notice more than a patch; absent where no model judged. */
  notable?: number
  /** The version of the classifier that decided. */
  version: string
}
