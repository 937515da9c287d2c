import { resolve } from 'node:path'
import { createJudge, createModelContext } from '#app/judging.ts'
import { type EntryEdit, editEntry, restoreVersion, takeProposal } from '#changelog/entries/edit.ts'
import { type EntryChange, historyOf } from '#changelog/entries/history.ts'
import { UPLOAD_LIMIT } from '#changelog/entries/images/picture.ts'
import { entryById } from '#changelog/entries/store.ts'
import { type CommandContext, command, type Values } from '#cli/command.ts'
import { choice, count, flag, orNone, text } from '#cli/options.ts'
import { operator, withService } from '#cli/with-service.ts'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { type RegenerateResult, regenerate } from '#pipeline/judging/regenerate.ts'
import { isoOf } from '#platform/clock.ts'
import { formatDiff } from '#platform/diff.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { readNamedFile } from '#platform/named-files.ts'
import { changeEntry, entryResult } from './entry.ts'

const EDIT = {
  title: text('TEXT'),
  'body-file': text('FILE'),
  kind: choice(KINDS),
  magnitude: choice(MAGNITUDES),
  set: orNone('SET'),
  primary: text('PR_ID'),
  language: orNone('TAG'),
  alt: text('TEXT'),
  'no-image': flag,
  reviewed: flag,
  'back-to': count(undefined, 'VERSION'),
  seen: count(undefined, 'VERSION'),
}

export const editCommand = command({
  usage: 'entry edit ID',
  summary:
    'Edit an entry. --seen fails if the entry has changed since that version; --back-to restores the text of an earlier version.',
  options: EDIT,
  async run(options, args, context) {
    const edit = await editFrom(options, context)
    const { seen, 'back-to': backTo } = options
    if ((backTo === undefined) === (Object.keys(edit).length === 0 && options.alt === undefined))
      throw new AppError('wrong_usage', 'Give either options to change or --back-to VERSION, not both.')
    return changeEntry(args, context, async (service, tx, id) => {
      const action = operator(service)
      if (backTo !== undefined) return restoreVersion(tx, action, id, backTo, { seen })
      const { image } = await entryById(tx, id)
      if (options.alt === undefined) return editEntry(tx, action, id, edit, { seen })
      if (!image) throw new AppError('conflict', 'The entry has no image. Set one with "entry image".')
      return editEntry(tx, action, id, { ...edit, image: { ...image, alt: options.alt } }, { seen })
    })
  },
})

/** The edit that the options describe. */
async function editFrom(options: Values<typeof EDIT>, context: CommandContext): Promise<EntryEdit> {
  const { title, kind, magnitude, set, primary, language } = options
  const file = options['body-file']
  return {
    ...(title !== undefined && { title }),
    ...(file !== undefined && { body: textOf(file, context) }),
    ...(kind !== undefined && { kind }),
    ...(magnitude !== undefined && { magnitude }),
    ...(set !== undefined && { setId: set }),
    ...(primary !== undefined && { primaryPullRequestId: primary }),
    ...(language !== undefined && { language }),
    ...(options['no-image'] && { image: null }),
    ...(options.reviewed && { reviewed: true as const }),
  }
}

/** Reads a regular file of the size of a picture at most. */
export function bytesOf(file: string, { directory }: Pick<CommandContext, 'directory'>): Buffer {
  const path = resolve(directory, file)
  try {
    return readNamedFile(path, UPLOAD_LIMIT)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('not_found', `The file cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

/** Reads a file of text. */
export const textOf = (file: string, context: CommandContext): string => bytesOf(file, context).toString()

export const historyCommand = command({
  usage: 'entry history ID',
  summary: 'Show who changed an entry, what and when, newest first.',
  options: {},
  run: (_, [id = ''], context) =>
    withService(context, async ({ db }) => {
      const entry = await entryById(db.read, id)
      const changes = await historyOf(db.read, id)
      return {
        json: {
          id,
          version: entry.version,
          created_at: isoOf(entry.createdAt),
          changes: changes.map(change => ({ ...change, at: isoOf(change.at) })),
        },
        text: `${changes.map(textOfChange).join('')}version 1  ${isoOf(entry.createdAt)}  created\n`,
      }
    }),
})

const textOfChange = ({ version, at, actor, action, before, after }: EntryChange): string => {
  const fields = Object.keys({ ...before, ...after }) as (keyof typeof before)[]
  const lines = fields.map(field => `  ${field}: ${jsonOf(before[field])} → ${jsonOf(after[field])}\n`)
  return `version ${version}  ${isoOf(at)}  ${actor} ${action}\n${lines.join('')}`
}

const jsonOf = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

export const regenerateCommand = command({
  usage: 'entry regenerate ID',
  summary:
    "Generate an entry's text again and show the difference. --take replaces the current text with it.",
  options: { take: flag, seen: count(undefined, 'VERSION') },
  run: ({ take, seen }, [id = ''], context) =>
    withService(context, async service => {
      const { db } = service
      const judge = await createJudge(service)
      const action = operator(service)
      const models = () => createModelContext(service)
      const regenerated = await regenerate({ db, action, judge, models, signal: context.signal }, id, {
        seen,
      })
      if (!take) return resultOf(regenerated)
      return entryResult(
        service,
        await db.write(tx => takeProposal(tx, action, id, { seen: regenerated.entry.version })),
      )
    }),
})

const resultOf = ({ entry, words, difference }: RegenerateResult) => ({
  json: { id: entry.id, version: entry.version, proposal: words, difference },
  text: difference
    ? `${formatDiff(difference.title)}\n\n${formatDiff(difference.body)}`.trimEnd().concat('\n')
    : 'No changes.\n',
})
