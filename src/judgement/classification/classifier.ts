import type { ReleaseConfigFile } from '#pulls/changelog-sources/release-config-files.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import type { Classification, Confidence, Evidence, Kind, Magnitude, Visibility } from './classification.ts'
import { type ContextView, RepositoryContexts } from './contexts.ts'
import { type Features, featuresOf } from './features/features.ts'
import { type KindInput, kindOf } from './kind.ts'
import { modelEvidence } from './model/evidence.ts'
import { createScorer, type Model, type Predictions, type Scored } from './model/model.ts'
import { reasonOf, type WeighedEvidence, withSide } from './reason.ts'
import { endsSomething, saysBreaking, speaksForItself } from './record/breaking.ts'
import { notLiveReason } from './record/not-live.ts'
import { recordIn, type Signal, type TeamRecord } from './record/signal.ts'
import { signalsOf } from './record/signals.ts'
import { PROMISED, type Thresholds, type Verdict, verdictOf } from './score.ts'
import type { Adjustment, Habits } from './team/habits.ts'
import { plainStatement } from './title-alone.ts'

/** Adds up evidence that says the same. */
function mergedEvidence(evidence: readonly WeighedEvidence[]): WeighedEvidence[] {
  const byDetail = new Map<string, WeighedEvidence>()
  for (const one of evidence) {
    const known = byDetail.get(one.detail)
    byDetail.set(one.detail, known ? { ...known, weight: known.weight + one.weight } : one)
  }
  return [...byDetail.values()]
}

/** What is known beside a pull request itself when it is classified. */
export interface Known {
  /** What the account's own decisions taught. */
  habits: Habits | null
  /** The earlier merges of its repository. */
  contexts: RepositoryContexts
}

/** For a classification that knows nothing but the merges that it is given, in their order. */
export const nothingBefore = (): Known => ({ habits: null, contexts: new RepositoryContexts() })

/** Knows only how a repository's team configured its release notes. */
export function configured(
  repository: Pick<MergedPull, 'host' | 'repo'>,
  files: readonly ReleaseConfigFile[],
): Known {
  const known = nothingBefore()
  known.contexts.configure(repository, files)
  return known
}

/** All that is found out about a pull request before the account's habits are asked. */
interface Assessment {
  pull: MergedPull
  signals: readonly Signal[]
  features: Features
  scored: Scored
  context: ContextView
  /** The model's predictions; `visible` with the signals added. */
  predictions: Predictions
  /** The evidence that the change brings nothing for its team's record. */
  absence: WeighedEvidence | null
  /** The evidence that it is a plain statement of which nothing else is known; counted in `predictions`. */
  plain: WeighedEvidence | null
  /** The decision without habits. */
  verdict: Verdict
}

/** Pure: the same pull request gives the same answer where the same is known. */
export interface Classifier {
  /** Changes with the rules or the weights. */
  version: string
  /** Adds the pull request to the contexts that are known. */
  classify(pull: MergedPull, known?: Known): Classification
  classifyAll(pulls: readonly MergedPull[], known?: Known): Classification[]
  /** The first half of `classify`. `record` is that of a merge that is shown without it. */
  assess(pull: MergedPull, contexts: RepositoryContexts, record?: TeamRecord | null): Assessment
}

/** Raise it when the rules change. */
const RULES_VERSION = '13'
/** The thresholds for what the team itself recorded. */
const RECORDED: Thresholds = { internal: PROMISED, 'user-facing': PROMISED }
/** The most pieces of evidence that are kept: as many as a person reads before trusting a decision. */
const EVIDENCE_KEPT = 6

export function createClassifier(load: () => Model, weightsVersion: string): Classifier {
  const version = `${RULES_VERSION}-${weightsVersion}`
  let score: ReturnType<typeof createScorer> | undefined
  const assess: Classifier['assess'] = (pull, contexts, given) => {
    score ??= createScorer(load())
    const context = contexts.viewOf(pull)
    const signals = signalsOf(pull, context.convention)
    const record = given === undefined ? recordIn(signals) : given
    const features = featuresOf(pull, context.productWords)
    const scored = score(features, context.features)
    const absence = record === null ? context.absence : null
    const told = scored.predictions.visible + sumOf(signals)
    const plain = plainStatement(pull, features.facts, told)
    const visible = told + (plain?.weight ?? 0)
    const verdict = verdictOf(visible + (absence?.weight ?? 0), context.prior, load().thresholds)
    const logOddsWithoutRecord = scored.predictions.visible
    contexts.add(pull, { score: verdict.score, record, signals, logOddsWithoutRecord })
    const predictions = { ...scored.predictions, visible }
    return { pull, signals, features, scored, context, predictions, absence, plain, verdict }
  }
  const classify: Classifier['classify'] = (pull, { habits, contexts } = nothingBefore()) => {
    const assessment = assess(pull, contexts)
    const adjustment = habits?.adjust(pull, assessment.features, assessment.predictions) ?? null
    const prior = habits?.prior(assessment.context.prior, pull) ?? assessment.context.prior
    const decided = decide(load(), assessment, adjustment, prior)
    return { ...decided, version: habits === null ? version : `${version}+team-${habits.version}` }
  }
  return {
    version,
    assess,
    classify,
    classifyAll: (pulls, known) => pulls.map(pull => classify(pull, known)),
  }
}

const sumOf = (evidence: readonly Evidence[]): number => evidence.reduce((sum, { weight }) => sum + weight, 0)

/** The decision: the log-odds of the change itself, its team's habits, and what it lacks, added up. */
function decide(
  model: Model,
  { pull, signals, features, scored, context, predictions, absence, plain }: Assessment,
  adjustment: Adjustment | null,
  prior: number,
): Omit<Classification, 'version'> {
  const adjusted = adjustment?.predictions ?? predictions
  // What the team wrote about this change outweighs its habits.
  const isRecorded = signals.some(({ binding }) => binding)
  const logOdds = (isRecorded ? predictions : adjusted).visible + (absence?.weight ?? 0)
  const { facts } = features
  const saysBreak = saysBreaking(pull, signals)
  const verdict = verdictOf(logOdds, prior, isRecorded ? RECORDED : model.thresholds)
  const claimed = saysBreak && speaksForItself(pull, facts) ? shownAtLeast(verdict) : verdict
  const { visibility, score } = claimed
  const known = isRecorded
    ? recordedConfidence(claimed, signals)
    : context.confidences.measured(visibility, claimed.confidence)
  const isUnclear = signals.some(({ category }) => category !== null)
  const sure = isUnclear && known === 'high' ? 'medium' : known
  const confidence = plain !== null && !isRecorded ? 'low' : sure
  const decided = {
    title: pull.title,
    body: pull.body,
    visibility,
    score,
    signals,
    facts,
    predictions: adjusted,
  }
  const kind = kindOf({ ...decided, isPlain: plain !== null && pull.files.length === 0 })
  const isShown = visibility === 'user-facing'
  const breaks = isShown && (saysBreak || endsSomething(pull, kind, facts, isRecorded))
  const magnitude = breaks ? 'major' : magnitudeOf(decided, kind)
  // What its team has announced is available to customers.
  const notLive = isShown && !isRecorded ? notLiveReason(pull) : null
  const evidence = strongest([
    ...signals.map(withSide),
    ...(absence ? [absence] : []),
    ...(plain ? [plain] : []),
    ...modelEvidence(pull, features, scored, model.vocabulary),
    ...((!isRecorded && adjustment?.evidence) || []),
  ])
  const reason = reasonOf(evidence, { visibility, confidence, kind })
  const layer = layerOf(signals, visibility)
  return {
    visibility,
    kind,
    magnitude,
    confidence,
    score,
    reason,
    layer,
    evidence: shown(evidence, pull.author),
    isBreaking: breaks,
    notLive,
    notable: Math.round(adjusted.notable * 100) / 100,
  }
}

/** A change that somebody calls breaking is never internal, even where all other evidence says so: a person decides. */
const shownAtLeast = (verdict: Verdict): Verdict =>
  verdict.visibility === 'user-facing'
    ? verdict
    : { visibility: 'user-facing', score: 0.5, confidence: 'low' }

/** A decision is never `low` where all that the team itself decided speaks for it. */
const recordedConfidence = ({ visibility, confidence }: Verdict, signals: readonly Signal[]): Confidence => {
  const isAgreed = signals.every(({ binding, weight }) => !binding || sideOf(weight) === visibility)
  return confidence === 'low' && isAgreed ? 'medium' : confidence
}

const sideOf = (weight: number): Visibility => (weight > 0 ? 'user-facing' : 'internal')

/** The layer that decided: `explicit` where the team's own record speaks for the side that won. */
const layerOf = (signals: readonly Signal[], visibility: Visibility): 'explicit' | 'model' =>
  signals.some(({ binding, weight }) => binding && sideOf(weight) === visibility) ? 'explicit' : 'model'

const strongest = (evidence: readonly WeighedEvidence[]): WeighedEvidence[] =>
  mergedEvidence(evidence)
    .filter(({ weight }) => weight !== 0)
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))

const shown = (evidence: readonly WeighedEvidence[], author: string | null): Evidence[] =>
  evidence.slice(0, EVIDENCE_KEPT).map(({ source, detail, weight }) => ({
    source,
    detail:
      source === 'release-note' && author !== null ? `${detail}, in the description by ${author}` : detail,
    weight: Math.round(weight * 100) / 100,
  }))

/** Words of a launch, which is a headline whatever its size. */
const LAUNCH =
  /\b(?:introducing|launch(?:es|ed|ing)?|brand[- ]new|general(?:ly)? availab(?:le|ility)|out of beta)\b/i

/** Facts of a change behind a flag, which is not launched yet. */
const GATED = ['body:gated', 'word:gated', 'verb:gated']

/** Kinds that a team may have to call breaking, and customers still take for a small thing. */
const QUIET: ReadonlySet<Kind> = new Set<Kind>([
  'fix',
  'performance',
  'documentation',
  'maintenance',
  'deprecation',
])

/** Below this score maintenance is a patch. Above it customers may notice the change, so its size counts. */
const BACKSTAGE = 0.17

/** Log-odds of "more than a patch" from which on a feature is minor; other kinds from 0. */
const FEATURE = -0.4

type MagnitudeInput = Omit<KindInput, 'visibility' | 'body' | 'isPlain'>

/** How much customers would notice. A version bump is evidence for it. */
export function magnitudeOf(input: MagnitudeInput, kind: Kind): Magnitude {
  const { title, score, signals, facts, predictions } = input
  const named = signals.find(({ magnitude, binding }) => magnitude !== null && binding)?.magnitude
  if (named) return named === 'major' && QUIET.has(kind) ? 'minor' : named
  if (kind === 'feature' && LAUNCH.test(title))
    return facts.some(({ name }) => GATED.includes(name)) ? 'minor' : 'major'
  if (signals.some(({ magnitude }) => magnitude === 'minor')) return 'minor'
  if ((kind === 'maintenance' || kind === 'documentation') && score < BACKSTAGE) return 'patch'
  return predictions.notable > (kind === 'feature' ? FEATURE : 0) ? 'minor' : 'patch'
}
