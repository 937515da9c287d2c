import { resolve } from 'node:path'
import { openConversationAt } from '#app/code-hosts.ts'
import { createProductClassifier } from '#app/judging.ts'
import { type CommandContext, type CommandResult, command } from '#cli/command.ts'
import { choice, text, wholeNumberOption } from '#cli/options.ts'
import { configured, nothingBefore } from '#judgement/classification/classifier.ts'
import { commentOf, reviewWords } from '#pipeline/reviewing/comment.ts'
import { type CommentOutcome, keepComment } from '#pipeline/reviewing/keep-comment.ts'
import {
  type LeftAlone,
  leftAlone,
  MERGES_READ,
  MOST_ASKED,
  type Review,
  reviewOf,
} from '#pipeline/reviewing/review.ts'
import { AppError } from '#platform/errors.ts'
import { openGitSource, readGitReleaseConfig } from '#pulls/hosts/git/git.ts'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import { CODE_HOSTS } from '#pulls/hosts/hosts.ts'
import type { ProposedPull, PullConversation } from '#pulls/hosts/pull-conversation.ts'
import type { MergedPull } from '#pulls/pull-request.ts'
import { addToSummary, type CiPull, ciPull, forLog } from './ci-job.ts'

export const review = command({
  usage: 'review',
  summary:
    'In a pipeline on an open pull request: say what customers will read, and seldom ask its author. Needs no database.',
  options: {
    repo: text('owner/name'),
    pull: wholeNumberOption(),
    host: choice(CODE_HOSTS),
    url: text('URL'),
    history: text('GIT-DIR'),
    'at-most': wholeNumberOption(100),
  },
  async run({ 'at-most': most = MOST_ASKED, history = '.', ...given }, _, context) {
    const place = await ciPull(context.env, given)
    const conversation = await openConversationAt(place.provider, place.apiUrl, place.token)
    const proposed = await conversation.proposedPull(place.repo, place.number)
    if (!proposed) throw new AppError('not_found', `${place.repo} has no pull request ${place.number}.`)
    const why = leftAlone(proposed)
    if (why !== null) return leaving(place, why)
    const found = await judge(proposed, resolve(context.directory, history), most, context)
    const told = await tell(conversation, place, found, context)
    await addToSummary(context.env, summaryOf(found))
    return resultOf(place, found, told)
  },
})

const ALONE: Record<LeftAlone, string> = {
  closed: 'It is closed or merged',
  draft: 'It is a draft',
  locked: 'Its conversation is locked',
  bot: 'A bot opened it',
}

const leaving = ({ repo, number }: CiPull, why: LeftAlone): CommandResult => ({
  json: {
    repo,
    number,
    left_alone: why,
    entry: null,
    questions: [],
    asked: false,
    comment: 'absent',
    problem: null,
  },
  text: `${ALONE[why]}, so nothing is said.\n`,
})

async function judge(
  { pull }: ProposedPull,
  folder: string,
  most: number,
  context: CommandContext,
): Promise<Review> {
  const [classifier, { merges, known }] = await Promise.all([
    createProductClassifier(),
    historyIn(folder, pull, context),
  ])
  return reviewOf(classifier, pull, merges, known, most)
}

/**
 * The merges of the branch that the pull request targets, oldest first. If they cannot be read, the pull request is judged without them.
 */
async function historyIn(folder: string, { repo, baseBranch, host }: MergedPull, context: CommandContext) {
  const options = {
    last: MERGES_READ,
    signal: context.signal,
    ...(baseBranch !== null && { branch: baseBranch }),
  }
  try {
    const source = await openGitSource(folder, { ...options, repo: `https://${host}/${repo}` })
    const merges = await Array.fromAsync(source.merges())
    return { merges, known: configured({ host, repo }, await readGitReleaseConfig(folder, context.signal)) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    context.err(`Judged without the repository's history: ${error.message}\n`)
    return { merges: [], known: nothingBefore() }
  }
}

/** The outcome of writing the comment, with the reason if it should have been written and was not. */
interface Told {
  comment: CommentOutcome
  problem: string | null
  /** Whether the host may accept the comment later. */
  isPassing: boolean
}

/**
 * Events of a pull request that is being worked on. They may update the comment but not create one: an author
 * who deleted it, or never got one, is not asked.
 */
const LATER = new Set([
  'synchronize',
  'synchronized',
  'edited',
  'labeled',
  'unlabeled',
  'label_updated',
  'label_cleared',
])

async function tell(
  conversation: PullConversation,
  { repo, number, token, action }: CiPull,
  { judged, questions, isAsked }: Review,
  { env }: CommandContext,
): Promise<Told> {
  if (token === null)
    return { comment: 'absent', problem: isAsked ? 'There is no token.' : null, isPassing: false }
  const mayCreate = isAsked && (action === null || !LATER.has(action))
  try {
    const comment = await keepComment(conversation, {
      place: { host: conversation.host, repo, number },
      keys: [env.TIDINGS_REVIEW_KEY ?? ''],
      text: commentOf(judged, questions),
      mayCreate,
    })
    return { comment, problem: null, isPassing: false }
  } catch (error) {
    if (!(error instanceof HostFailure)) throw error
    const isPassing = error.reason === 'busy' || error.reason === 'temporary'
    return { comment: 'absent', problem: isPassing || isAsked ? error.message : null, isPassing }
  }
}

const summaryOf = ({ judged, questions, isAsked }: Review): string =>
  isAsked ? commentOf(judged, questions) : reviewWords(judged)

const OUTCOMES: Record<CommentOutcome, string> = {
  created: 'The comment was written.',
  updated: 'The comment was brought up to date.',
  unchanged: 'The comment already says this.',
  absent: 'No question to ask.',
}

const NOT_NOW = 'No comment was written: authors are asked when a pull request is opened or becomes ready.'

function resultOf({ repo, number }: CiPull, review: Review, told: Told): CommandResult {
  const { judged, questions, isAsked } = review
  const { classification, pitch } = judged
  const outcome = told.comment === 'absent' && isAsked ? NOT_NOW : OUTCOMES[told.comment]
  const note = told.problem === null ? outcome : `No comment was written: ${told.problem}`
  return {
    json: {
      ...{ repo, number, left_alone: null },
      entry: pitch && {
        ...{ headline: forLog(pitch.headline), body: forLog(pitch.body), writer: pitch.writer },
        ...{ kind: classification.kind, magnitude: classification.magnitude },
        ...{ confidence: classification.confidence, is_breaking: classification.isBreaking ?? false },
      },
      questions: questions.map(({ name }) => name),
      ...{ asked: isAsked, comment: told.comment, problem: told.problem },
    },
    text: `${forLog(summaryOf(review))}\n\n${note}\n`,
    incomplete: told.isPassing,
  }
}
