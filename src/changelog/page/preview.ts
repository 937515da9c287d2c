import { accountById } from '#accounts/account.ts'
import { imagePath } from '#changelog/entries/images/images.ts'
import { languagesOf, pageTextIn, translationInto } from '#changelog/translations/translations.ts'
import type { Reader } from '#platform/db/schema.ts'
import { safeLine } from '#platform/text.ts'
import type { FoundPage } from './find-page.ts'
import { type PageChange, type PageSettings, pageSettings } from './settings.ts'
import { checkedSettings } from './settings-input.ts'

/** The settings that change what the page shows. */
export interface PreviewedSettings
  extends Pick<PageChange, 'title' | 'intro' | 'accent' | 'homeUrl' | 'showsPullRequests'> {
  /** The further language that is shown, and that title and introduction are in; the account's own if left out. */
  into?: string
}

/**
 * The page as it would be with these settings, whether it is on or off. A setting that is not valid, such as
 * a half-typed one, keeps its stored value.
 */
export async function previewedPage(
  db: Reader,
  accountId: string,
  { into, ...draft }: PreviewedSettings,
): Promise<FoundPage> {
  const account = await accountById(db, accountId)
  const stored = await pageSettings(db, accountId)
  const given = Object.assign({}, ...Object.entries(draft).map(([name, value]) => acceptedOf(name, value)))
  const others = await languagesOf(db, accountId)
  const translation = translationInto(into ?? null, account.language, others) ?? null
  const settings: PageSettings = { ...stored, ...given }
  if (translation) {
    const { title, intro } = stored
    const told = { ...stored.translations[translation.to], ...given }
    Object.assign(settings, { title, intro, translations: { [translation.to]: told } })
  }
  const language = translation?.to ?? account.language
  const { languageOf, ...text } = pageTextIn(settings, language, translation)
  return {
    accountId,
    setId: null,
    identity: { publicId: account.publicId, name: settings.name, host: settings.host },
    accountName: safeLine(account.name),
    setName: null,
    language,
    translation,
    languages: [account.language],
    timeZone: account.timeZone,
    settings: { ...settings, ...text },
    languageOf,
    logoPath: settings.logo && (await logoPath(db, accountId, settings.logo)),
    revision: 0,
    changedAt: 0,
  }
}

function acceptedOf(name: string, value: unknown): object {
  try {
    return checkedSettings({ [name]: value })
  } catch {
    return {}
  }
}

async function logoPath(db: Reader, accountId: string, sha256: string): Promise<string | null> {
  const image = await db
    .selectFrom('image')
    .select('media_type')
    .where('account_id', '=', accountId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return image ? imagePath(sha256, image.media_type) : null
}
