import { Hono } from 'hono'
import { accountById } from '#accounts/account.ts'
import { editableEntry } from '#changelog/entries/edit.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import { languagesOf, translationsOf } from '#changelog/translations/translations.ts'
import type { Reader } from '#platform/db/schema.ts'
import type { WebContext } from '#web/context.ts'
import type { SessionEnv } from '#web/session-guard.ts'
import { authorize } from '../authorize.ts'

/** Routes for the languages of an account, which owners choose, and an entry's translations. */
export function translations(web: WebContext) {
  const { db } = web
  return new Hono<SessionEnv>()
    .get('/accounts/:account/languages', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      return c.json(await shownLanguages(db.read, accountId))
    })
    .get('/accounts/:account/entries/:entry/translations', async c => {
      const { accountId } = await authorize(web, c, 'viewer')
      const entry = await editableEntry(db.read, c.req.param('entry'), { accountId })
      return c.json(await shownTranslations(web, entry))
    })
}

async function shownLanguages(db: Reader, accountId: string) {
  const { language } = await accountById(db, accountId)
  return { own: language, others: await languagesOf(db, accountId) }
}

/** One line for each language of the account; null for a language that the entry has not been translated into. */
async function shownTranslations({ db, dashboard }: WebContext, entry: Entry) {
  const known = await translationsOf(db.read, entry)
  const languages = await languagesOf(db.read, entry.accountId)
  const { modelOf } = await dashboard.models()
  return {
    languages: languages.map(language => ({ language, translation: known.get(language) ?? null })),
    hasWriter: languages.length > 0 && (await modelOf(entry.accountId)) !== null,
  }
}
