import { createLanguageModels } from '#app/judging.ts'
import type { Service } from '#app/service.ts'
import { editableEntry } from '#changelog/entries/edit.ts'
import type { Entry } from '#changelog/entries/entry.ts'
import {
  type EntryTranslation,
  removeTranslation,
  saveTranslation,
  translationsOf,
} from '#changelog/translations/translations.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { textOf } from '#cli/input-files.ts'
import { flag, text } from '#cli/options.ts'
import { operator, withService } from '#cli/with-service.ts'
import { requireTranslation } from '#pipeline/writing/translate.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'

const OPTIONS = { into: text('TAG'), title: text('TEXT'), 'body-file': text('FILE'), remove: flag }

export const translateCommand = command({
  usage: 'entry translate ID',
  summary:
    'Translate an entry into one of the languages of its account: with the words given, or else by the writer. --remove removes a translation. Without --into, show the translations.',
  options: OPTIONS,
  atMostOne: ['title', 'remove'],
  run: ({ into, title, remove, 'body-file': file }, [id = ''], context) =>
    withService(context, async service => {
      const { db } = service
      const entry = await editableEntry(db.read, id, {})
      if (into === undefined && (title !== undefined || file !== undefined || remove))
        throw new AppError('wrong_usage', 'Name the language with --into.')
      if (into !== undefined && remove) await forget(service, entry, into)
      else if (into !== undefined) await translate(service, context, entry, into, { title, file })
      const translations = [...(await translationsOf(db.read, entry)).values()]
      return {
        json: translations.map(formOf),
        text: translations.map(textForm).join('') || 'No translation.\n',
      }
    }),
})

const seenOf = async ({ db }: Service, entry: Entry, language: string): Promise<number> =>
  (await translationsOf(db.read, entry)).get(language)?.version ?? 0

async function forget(service: Service, entry: Entry, language: string): Promise<void> {
  const seen = await seenOf(service, entry, language)
  await service.db.write(tx => removeTranslation(tx, operator(service), entry, language, seen))
}

async function translate(
  service: Service,
  context: CommandContext,
  entry: Entry,
  language: string,
  { title, file }: { title?: string | undefined; file?: string | undefined },
): Promise<void> {
  const seen = await seenOf(service, entry, language)
  const isMachine = title === undefined
  if (isMachine && file !== undefined)
    throw new AppError('wrong_usage', 'Give the --title with the --body-file.')
  const words = isMachine
    ? await requireTranslation(
        service.db.read,
        await createLanguageModels(service),
        entry,
        language,
        context.signal,
      )
    : { title, body: file === undefined ? '' : await textOf(file, context) }
  await service.db.write(tx =>
    saveTranslation(tx, operator(service), entry, language, words, { isMachine, seen }),
  )
}

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
