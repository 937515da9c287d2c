import { accountById } from '#accounts/account.ts'
import { leadsOf } from '#changelog/editions/edition.ts'
import { itemsIn } from '#changelog/editions/items.ts'
import { breakingEntries } from '#changelog/entries/covered-pulls.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { stillOf } from '#changelog/entries/images/stills.ts'
import { plainTitle } from '#changelog/feeds/content.ts'
import { withShownTitles } from '#changelog/feeds/pull-links.ts'
import { wordsFor } from '#changelog/words/words.ts'
import type { Reader } from '#platform/db/schema.ts'
import { AppError } from '#platform/errors.ts'
import type { SocialAccount } from '#social/accounts/social-account.ts'
import type { LinkCard, Network, Networks, TextCheck } from '#social/network.ts'
import type { NetworkName } from '#social/settings.ts'
import { cardOf, linkIn, linkOf, publicWords } from '#social/texts/link.ts'
import { type PostWords, postAnswerFor } from '#social/texts/post-words.ts'
import { type ProposalInput, proposeText, unlinked } from '#social/texts/proposal.ts'

/** The services that composing texts uses. Composing makes no request. */
export interface TextOptions {
  networks: Networks
  baseUrl: string
  /** Whether a language model writes for an account. */
  hasWriter(db: Reader, accountId: string): Promise<boolean>
}

/** The text of an entry for one social account, and what its network says about it. */
export interface EntryText {
  account: SocialAccount
  text: string
  /** The text that the machine proposes. */
  proposed: string
  isEdited: boolean
  check: TextCheck
  /** What the network charges for the post, in micro-dollars; null for nothing. */
  price: number | null
  /** The text without its link, if the network charges less for that. */
  withoutLink: { text: string; price: number } | null
  /** The card below the text; null if the network shows none, or if an image takes its place. */
  card: LinkCard | null
  image: { sha256: string; alt: string } | null
}

/** A text for a network, whichever account posts it. */
export type NetworkText = Omit<EntryText, 'account'>

/** The texts of an entry for these social accounts: the person's text if there is one, otherwise the proposal. */
export async function textsOf(
  db: Reader,
  context: TextOptions,
  entry: Entry,
  accounts: readonly SocialAccount[],
): Promise<EntryText[]> {
  const source = await sourceOf(db, context, entry)
  const edited = await editedTexts(db, entry.id)
  return Promise.all(
    accounts.map(account => textFor(context, source, account, edited.get(account.id) ?? null)),
  )
}

/** The proposed text for each of these networks, as for an account that had just been connected. */
export async function proposedTexts(
  db: Reader,
  context: TextOptions,
  entry: Entry,
  networks: readonly NetworkName[],
): Promise<(NetworkText & { network: NetworkName })[]> {
  const source = await sourceOf(db, context, entry)
  const textOn = async (network: NetworkName) => {
    const limits = (await context.networks[network]()).usualLimits
    return { ...(await networkText(context, source, { network, limits, hashtags: [] }, null)), network }
  }
  return Promise.all(networks.map(textOn))
}

/** The text for one social account. With `written`, as if a person had stored that text; null there means the proposal. */
export async function postTextOf(
  db: Reader,
  context: TextOptions,
  entry: Entry,
  account: SocialAccount,
  written?: string | null,
): Promise<EntryText> {
  const edited = written === undefined ? (await editedTexts(db, entry.id)).get(account.id) : written
  return textFor(context, await sourceOf(db, context, entry), account, edited ?? null)
}

interface Source {
  words: Pick<Entry, 'title' | 'body'>
  /** The words of the account's writer; null for the entry's own. */
  written: PostWords | null
  /** The texts with which a post about an edition may begin. */
  leads: readonly string[]
  breaking: ProposalInput['breaking']
  link: string | null
  /** The picture; null if the entry has none. */
  image: EntryText['image']
}

async function sourceOf(db: Reader, { baseUrl }: TextOptions, entry: Entry): Promise<Source> {
  const words = await publicWords(db, entry)
  const answer = await postAnswerFor(db, entry.id, { ...words, language: entry.language })
  const still = await stillOf(db, entry.accountId, entry.image)
  const image = still !== null && entry.image ? { sha256: still, alt: entry.image.alt } : null
  const leading = (await leadsOf(db, entry)).map(title => ({ id: entry.id, title }))
  const leads = (await withShownTitles(db, entry.accountId, leading, 'public')).map(({ title }) => title)
  const breaking = await breakingOf(db, entry)
  return {
    words,
    written: answer?.words ?? null,
    leads,
    breaking,
    link: await linkOf(db, baseUrl, entry),
    image,
  }
}

async function breakingOf(db: Reader, entry: Entry): Promise<ProposalInput['breaking']> {
  const told = entry.origin === 'edition' ? await itemsIn(db, entry.id, 'published') : [entry]
  const ids = told.map(({ id }) => id)
  const broken = await breakingEntries(db, ids)
  const breaking = told.filter(({ id }) => broken.has(id)).slice(0, 1)
  const [first] = await withShownTitles(db, entry.accountId, breaking, 'public')
  if (first === undefined) return null
  const { language } = await accountById(db, entry.accountId)
  return {
    word: wordsFor(entry.language ?? language).breaking,
    what: first.id === entry.id ? null : plainTitle(first.title),
  }
}

const textFor = async (
  context: TextOptions,
  source: Source,
  account: SocialAccount,
  edited: string | null,
): Promise<EntryText> => ({
  account,
  ...(await networkText(context, source, { ...account, hashtags: account.settings.hashtags }, edited)),
})

async function networkText(
  context: TextOptions,
  { words, link, image, ...source }: Source,
  { network: name, limits, hashtags }: { network: NetworkName } & Pick<ProposalInput, 'limits' | 'hashtags'>,
  edited: string | null,
): Promise<NetworkText> {
  const network = await context.networks[name]()
  const input: ProposalInput = { ...source, entry: words, link, hashtags, limits }
  const proposed = await proposeText(network, input)
  const text = edited === null ? proposed : unlinked(edited, words, linkIn(edited, link))
  // A person may have removed the link, and then there is no card either.
  const linked = image === null ? linkIn(text, link) : null
  return {
    text,
    proposed,
    isEdited: edited !== null,
    check: network.check(text, limits),
    ...(await pricesOf(network, text, input)),
    card: linked === null ? null : await cardOf(words, linked),
    image,
  }
}

/** Returns the text. Throws `invalid_parameter` if its network would not accept it. */
export function requireFit(text: EntryText): EntryText {
  const { account, check } = text
  if (check.faults.length === 0) return text
  throw new AppError(
    'invalid_parameter',
    `${account.profile.handle} cannot post this. ${check.faults.join(' ')}`,
  )
}

async function pricesOf(
  { check, price }: Network,
  text: string,
  input: ProposalInput,
): Promise<Pick<EntryText, 'price' | 'withoutLink'>> {
  if (price === null) return { price: null, withoutLink: null }
  const plain = await proposeText({ check }, { ...input, link: null })
  const cheaper = { text: plain, price: price(plain) }
  return { price: price(text), withoutLink: cheaper.price < price(text) ? cheaper : null }
}

async function editedTexts(db: Reader, entryId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('post_text')
    .select(['social_account_id', 'text'])
    .where('entry_id', '=', entryId)
    .execute()
  return new Map(rows.map(row => [row.social_account_id, row.text]))
}
