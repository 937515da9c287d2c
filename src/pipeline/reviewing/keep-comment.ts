import { createHmac, timingSafeEqual } from 'node:crypto'
import { HostFailure } from '#pulls/hosts/host-failure.ts'
import type { HostComment, PullConversation } from '#pulls/hosts/pull-conversation.ts'

/** The outcome for our comment. `absent`: there is none, and none was to be written. */
export type CommentOutcome = 'created' | 'updated' | 'unchanged' | 'absent'

/** The comment to keep on a pull request. */
export interface CommentWish {
  place: PullPlace
  /** The key that marks are signed with, followed by older keys that are still valid. */
  keys: readonly [string, ...string[]]
  text: string
  /** Whether the comment may be written if there is none yet. */
  mayCreate: boolean
}

/**
 * Leaves at most one comment of ours on a pull request, with this text. Whatever interrupted an earlier run, and whoever runs at the same
 * time, the oldest comment stays and the others are deleted. Rejects with `HostFailure`.
 */
export async function keepComment(
  conversation: PullConversation,
  wish: CommentWish,
): Promise<CommentOutcome> {
  const [kept, ...others] = await ownComments(conversation, wish)
  await deleteAll(conversation, wish, others)
  if (kept) return update(conversation, wish, kept)
  if (!wish.mayCreate) return 'absent'
  await create(conversation, wish)
  // Another run may have created one at the same time.
  const [oldest, ...twins] = await ownComments(conversation, wish)
  await deleteAll(conversation, wish, twins)
  if (oldest) await update(conversation, wish, oldest)
  return 'created'
}

const bodyOf = ({ place, keys, text }: CommentWish): string => markOf(place, keys[0]) + text

async function ownComments(
  conversation: PullConversation,
  { place, keys }: CommentWish,
): Promise<HostComment[]> {
  const all = await conversation.comments(place.repo, place.number)
  return all.filter(({ isOwn, body }) => isOwn && keys.some(key => isMarked(body, place, key)))
}

/** Creates the comment. A request whose answer was lost may still have been carried out, so its outcome is looked up. */
async function create(conversation: PullConversation, wish: CommentWish): Promise<void> {
  const { repo, number } = wish.place
  try {
    await conversation.addComment(repo, number, bodyOf(wish))
  } catch (error) {
    const isUnknown = error instanceof HostFailure && error.reason === 'temporary'
    const found = isUnknown ? await ownComments(conversation, wish).catch(() => []) : []
    if (found.length === 0) throw error
  }
}

async function update(
  conversation: PullConversation,
  wish: CommentWish,
  { id, body }: HostComment,
): Promise<CommentOutcome> {
  const { repo, number } = wish.place
  if (body.replaceAll('\r\n', '\n').trimEnd() === bodyOf(wish).trimEnd()) return 'unchanged'
  const isThere = await unlessGone(conversation.editComment(repo, number, id, bodyOf(wish)))
  return isThere ? 'updated' : 'absent'
}

async function deleteAll(
  conversation: PullConversation,
  { place: { repo, number } }: CommentWish,
  comments: readonly HostComment[],
): Promise<void> {
  for (const { id } of comments) await unlessGone(conversation.deleteComment(repo, number, id))
}

/** Whether the comment still existed; false if somebody deleted it in the meantime. */
async function unlessGone(request: Promise<void>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    if (error instanceof HostFailure && error.reason === 'gone') return false
    throw error
  }
}

/** The pull request that a comment belongs to. */
interface PullPlace {
  host: string
  repo: string
  number: number
}

const MARK = /^\[tidings-review\]: # \(([0-9a-f]{64})\)\r?\n/

/**
 * The first line of our comment on this pull request. It is the definition of an unused link, which no host
 * shows; Bitbucket does show HTML comments. Without a secret key anybody can compute the signature, but it is
 * still bound to one pull request, so a mark that was copied from another one is not valid.
 */
export const markOf = (place: PullPlace, key: string): string =>
  `[tidings-review]: # (${signatureOf(place, key)})\n\n`

/** Whether the text begins with a mark that was signed with the key for this pull request. */
function isMarked(text: string, place: PullPlace, key: string): boolean {
  const given = MARK.exec(text)?.[1]
  return (
    given !== undefined &&
    timingSafeEqual(Buffer.from(given, 'hex'), Buffer.from(signatureOf(place, key), 'hex'))
  )
}

const signatureOf = ({ host, repo, number }: PullPlace, key: string): string =>
  createHmac('sha256', `tidings-review ${key}`)
    .update([host.toLowerCase(), repo.toLowerCase(), number].join('\n'))
    .digest('hex')
