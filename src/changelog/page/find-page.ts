import { imagePath } from '#changelog/entries/images/images.ts'
import type { PageIdentity } from '#changelog/feeds/address.ts'
import {
  type LanguageForm,
  languageForm,
  pageTextIn,
  type TranslatedPageText,
} from '#changelog/translations/translations.ts'
import type { Instant } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { isUuid } from '#platform/ids.ts'
import { safeLine } from '#platform/text.ts'
import { accountByPageName } from './address/names.ts'
import { type PageSettings, settingsFrom } from './settings.ts'

/** A hosted page that is on, before its entries are read. */
export interface FoundPage extends LanguageForm {
  accountId: string
  setId: string | null
  /** The page's address in each of its forms. */
  identity: PageIdentity
  accountName: string
  setName: string | null
  /** IANA name of the time zone in which months and days of the page are told: the team's. */
  timeZone: string
  /** Title and introduction are those in `language`. */
  settings: PageSettings
  /** The languages that title and introduction are in, since they may not be translated. */
  languageOf: TranslatedPageText['languageOf']
  /** The path of the logo below the public address; null without one. */
  logoPath: string | null
  /** The revision of the feed that holds the same entries: whatever changes the page raises it. */
  revision: number
  changedAt: Instant
}

const MOST_LISTED = 500

/** The pages, by name, that their teams allow search engines to list and whose address is not secret. */
export async function listedPages(db: Reader): Promise<FoundPage[]> {
  const rows = await db
    .selectFrom('changelog_page')
    .select(['name', 'host'])
    .where('is_on', '=', 1)
    .where('is_listed', '=', 1)
    .where(where => where.or([where('name', 'is not', null), where('host', 'is not', null)]))
    .orderBy('name')
    .orderBy('host')
    .limit(MOST_LISTED)
    .execute()
  const found: FoundPage[] = []
  for (const { name, host } of rows) {
    const page = await findPage(db, name === null ? { host: host ?? '' } : { path: name }, null)
    if (page) found.push(page)
  }
  return found
}

/** How a request names a page: the `account_id` or public name in its path, or the team's own host name. */
export type PageReference = { path: string } | { host: string }

/** Whether the page is asked for by a public name that it has or had. */
export const isByName = (reference: PageReference): reference is { path: string } =>
  'path' in reference && !isUuid(reference.path.toLowerCase())

/**
 * Finds a page. Null for an unknown page, one that is off, a set of another account, and a language that the
 * page is not available in. Runs one query in all cases, so that they cannot be told apart by their timing.
 * `inLanguage` is the language as in the address, null for the account's own.
 */
export async function findPage(
  db: Reader,
  reference: PageReference,
  setId: string | null,
  inLanguage: string | null = null,
): Promise<FoundPage | null> {
  const row = await findRow(db, reference, setId)
  // A page that gave up its name and has no other is not redirected to: its remaining address is secret.
  if (!row || (isByName(reference) && row.name === null && row.host === null)) return null
  const form = languageForm(row, inLanguage)
  if (form === null) return null
  const { language, translation } = form
  const settings = settingsFrom(row)
  const { languageOf, ...text } = pageTextIn(settings, language, translation)
  return {
    ...form,
    accountId: row.account_id,
    setId,
    identity: { publicId: row.public_id, name: row.name, host: row.host, language: translation?.to ?? null },
    accountName: safeLine(row.account_name),
    setName: row.set_name === null ? null : safeLine(row.set_name),
    timeZone: row.time_zone,
    settings: { ...settings, ...text },
    languageOf,
    logoPath: row.logo !== null && row.logo_type !== null ? imagePath(row.logo, row.logo_type) : null,
    revision: row.revision,
    changedAt: row.changed_at,
  }
}

const findRow = (db: Reader, reference: PageReference, setId: string | null) =>
  db
    .selectFrom('changelog_page as page')
    .innerJoin('account', 'account.id', 'page.account_id')
    .innerJoin('feed', 'feed.account_id', 'account.id')
    .leftJoin('social_set', 'social_set.id', 'feed.set_id')
    .leftJoin('image as logo_image', join =>
      join.onRef('logo_image.sha256', '=', 'page.logo').onRef('logo_image.account_id', '=', 'account.id'),
    )
    .select([
      'page.account_id',
      'is_on',
      'page.name',
      'host',
      'claimed_host',
      'title',
      'intro',
      'page.translations',
      'logo',
      'accent',
      'home_url',
    ])
    .select(['is_listed', 'shows_pull_requests', 'account.public_id', 'account.name as account_name'])
    .select([
      'account.language',
      'account.translated_into',
      'account.time_zone',
      'social_set.name as set_name',
    ])
    .select(['feed.revision', 'feed.changed_at', 'logo_image.media_type as logo_type'])
    .where('page.is_on', '=', 1)
    .where(build => {
      if ('host' in reference) return build('page.host', '=', reference.host.toLowerCase())
      const text = reference.path.toLowerCase()
      if (isUuid(text)) return build('account.public_id', '=', text)
      return build('page.account_id', '=', accountByPageName(db, text))
    })
    .where('feed.set_id', setId === null ? 'is' : '=', setId)
    .executeTakeFirst()
