import { z } from 'zod'
import { editableEntry } from '#changelog/entries/edit.ts'
import { roleToChange } from '#changelog/entries/entry.ts'
import { versionConflict } from '#changelog/entries/store.ts'
import {
  type EntryTranslation,
  removeTranslation,
  saveTranslation,
  translationsOf,
} from '#changelog/translations/translations.ts'
import { requireTranslation } from '#pipeline/writing/translate.ts'
import { isoOf } from '#platform/clock.ts'
import type { Reader } from '#platform/db/schema.ts'
import { type Acting, action, flag, idOf } from '../action.ts'

const formOf = ({ language, title, body, isMachine, isOutdated, updatedAt }: EntryTranslation) => ({
  language,
  title,
  body,
  by: isMachine ? 'machine' : 'person',
  is_outdated: isOutdated,
  updated_at: isoOf(updatedAt),
})

const textForm = ({ language, title, body, isMachine, isOutdated }: EntryTranslation): string =>
  `${language}${isMachine ? ', by the writer' : ''}${isOutdated ? ', out of date' : ''}: ${title}\n${body === '' ? '' : `${body}\n`}`

async function entryToTranslate(db: Reader, { accountId, requireRole }: Acting, id: string) {
  const entry = await editableEntry(db, id, { accountId })
  requireRole(roleToChange(entry))
  return entry
}

const id = idOf('entry')
const into = z.string().max(100).meta({ placeholder: 'TAG' })

/** Actions on the words of entries in the other languages of their account. */
export const translations = {
  translate: action({
    summary:
      'Translate an entry into one of the languages of its account: with the words given, or else by the writer. --remove removes a translation. Without --into, show the translations.',
    role: 'writer',
    input: z
      .object({
        id,
        into: into.optional(),
        /** The version of the translation that the person saw; 0 for none. */
        seen: z.int().min(0).optional().meta({ placeholder: 'VERSION' }),
        title: z.string().max(10_000).optional(),
        body: z.string().max(100_000).optional().meta({ isFile: true }),
        remove: flag,
      })
      .refine(
        ({ into, title, body, remove }) => into !== undefined || (title ?? body ?? remove) === undefined,
        {
          error: 'Name the language, with into',
        },
      )
      .refine(
        ({ title, body, remove }) =>
          remove ? (title ?? body) === undefined : title !== undefined || body === undefined,
        {
          error: 'Give the title with the body, or remove the translation',
        },
      ),
    args: ['id'],
    async run(acting, { id, into, title, body = '', remove, ...given }) {
      const { db, services, signal } = acting
      const before = await entryToTranslate(db.read, acting, id)
      if (into !== undefined) {
        const seen = given.seen ?? (await translationsOf(db.read, before)).get(into)?.version ?? 0
        const isMachine = title === undefined
        const ask = async () => requireTranslation(db.read, await services.models(), before, into, signal)
        const words = remove ? null : isMachine ? await ask() : { title, body }
        await db.write(async tx => {
          const entry = await entryToTranslate(tx, acting, id)
          const isOfOtherWords = entry.title !== before.title || entry.body !== before.body
          if (isMachine && words !== null && isOfOtherWords) throw versionConflict(entry)
          if (words === null) return removeTranslation(tx, acting, entry, into, seen)
          return saveTranslation(tx, acting, entry, into, words, { isMachine, seen })
        })
      }
      return [...(await translationsOf(db.read, before)).values()]
    },
    print: translations => ({
      json: translations.map(formOf),
      text: translations.map(textForm).join('') || 'No translation.\n',
    }),
  }),
  'propose-translation': action({
    summary: 'Show how the writer of the account would translate an entry.',
    role: 'writer',
    input: z.object({ id, into }),
    args: ['id'],
    async run(acting, { id, into }) {
      const { db, services, signal } = acting
      const entry = await entryToTranslate(db.read, acting, id)
      return requireTranslation(db.read, await services.models(), entry, into, signal)
    },
    print: ({ title, body }) => ({ text: `${title}\n${body}\n` }),
  }),
}
