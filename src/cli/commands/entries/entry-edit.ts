import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createJudge } from '#app/judging.ts'
import {
  type EntryEdit,
  editEntry,
  illustrateEntry,
  restoreVersion,
  takeProposal,
} from '#changelog/entries/edit.ts'
import { type EntryChange, historyOf } from '#changelog/entries/history.ts'
import { pictureFrom, requireSmall } from '#changelog/entries/images/picture.ts'
import { entryById } from '#changelog/entries/store.ts'
import { type CommandContext, command } from '#cli/command.ts'
import { operator, withService } from '#cli/with-service.ts'
import type { Kind, Magnitude } from '#judgement/classification/classification.ts'
import { type RegenerateResult, regenerate } from '#pipeline/judging/regenerate.ts'
import { isoOf } from '#platform/clock.ts'
import { formatDiff } from '#platform/diff.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { changeEntry, entryResult } from './entry.ts'

export const editCommand = command({
  usage:
    'entry edit ID [--title T] [--body-file F] [--kind K] [--magnitude M] [--set SET|none] [--primary PR_ID] [--language L|none] [--alt T] [--no-image] [--reviewed] [--back-to VERSION] [--seen VERSION]',
  summary:
    'Edit an entry. --seen fails if the entry has changed since that version; --back-to restores the text of an earlier version.',
  options: {
    title: { type: 'string' },
    'body-file': { type: 'string' },
    kind: { type: 'string' },
    magnitude: { type: 'string' },
    set: { type: 'string' },
    primary: { type: 'string' },
    language: { type: 'string' },
    alt: { type: 'string' },
    'no-image': { type: 'boolean' },
    reviewed: { type: 'boolean' },
    'back-to': { type: 'string' },
    seen: { type: 'string' },
  },
  arguments: [1, 1],
  async run(options, args, context) {
    const edit = await editFrom(options, context)
    const [seen, backTo] = [versionFrom('seen', options.seen), versionFrom('back-to', options['back-to'])]
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

interface EditOptions {
  title?: string | undefined
  'body-file'?: string | undefined
  kind?: string | undefined
  magnitude?: string | undefined
  set?: string | undefined
  primary?: string | undefined
  language?: string | undefined
  'no-image'?: boolean | undefined
  reviewed?: boolean | undefined
}

/** The edit that the options describe. `editEntry` validates kind and magnitude. */
async function editFrom(options: EditOptions, context: CommandContext): Promise<EntryEdit> {
  const { title, kind, magnitude, set, primary, language } = options
  const file = options['body-file']
  return {
    ...(title !== undefined && { title }),
    ...(file !== undefined && { body: await textOf(file, context) }),
    ...(kind !== undefined && { kind: kind as Kind }),
    ...(magnitude !== undefined && { magnitude: magnitude as Magnitude }),
    ...(set !== undefined && { setId: orNone(set) }),
    ...(primary !== undefined && { primaryPullRequestId: primary }),
    ...(language !== undefined && { language: orNone(language) }),
    ...(options['no-image'] && { image: null }),
    ...(options.reviewed && { reviewed: true as const }),
  }
}

const orNone = (text: string): string | null => (text === 'none' ? null : text)

function versionFrom(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const version = Number(text)
  if (Number.isSafeInteger(version) && version > 0) return version
  throw new AppError('wrong_usage', `--${name} takes a version number from "entry history".`)
}

/** Reads a file; checks its size first. */
async function bytesOf(file: string, { directory }: CommandContext): Promise<Buffer> {
  const path = resolve(directory, file)
  try {
    requireSmall((await stat(path)).size)
    return await readFile(path)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('not_found', `The file cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

const textOf = async (file: string, context: CommandContext): Promise<string> =>
  (await bytesOf(file, context)).toString('utf8')

export const imageCommand = command({
  usage: 'entry image ID --file F --alt T [--seen VERSION]',
  summary: "Set an entry's image (PNG, JPEG, WebP, GIF or AVIF) and its alternative text.",
  options: { file: { type: 'string' }, alt: { type: 'string' }, seen: { type: 'string' } },
  arguments: [1, 1],
  async run({ file, alt, seen: version }, args, context) {
    if (file === undefined || alt === undefined)
      throw new AppError(
        'wrong_usage',
        'Give an image and its alternative text: --file chart.png --alt "The new chart".',
      )
    const seen = versionFrom('seen', version)
    const picture = await pictureFrom(await bytesOf(file, context), 'operator')
    return changeEntry(args, context, (service, tx, id) =>
      illustrateEntry(tx, operator(service), id, { picture, alt }, { seen }),
    )
  },
})

export const historyCommand = command({
  usage: 'entry history ID',
  summary: 'Show who changed an entry, what and when, newest first.',
  options: {},
  arguments: [1, 1],
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
  usage: 'entry regenerate ID [--take] [--seen VERSION]',
  summary:
    "Generate an entry's text again and show the difference. --take replaces the current text with it.",
  options: { take: { type: 'boolean' }, seen: { type: 'string' } },
  arguments: [1, 1],
  run: ({ take, seen: version }, [id = ''], context) =>
    withService(context, async service => {
      const { db, clock, ids, config } = service
      const judge = await createJudge({ db, clock, ids }, config.languageModel)
      const action = operator(service)
      const regenerated = await regenerate({ db, action, judge }, id, {
        seen: versionFrom('seen', version),
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
