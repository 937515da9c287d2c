import { shownEntry } from '#actions/entries/entry-change.ts'
import { entryForm, entryJson, entryLine } from '#actions/entries/entry-json.ts'
import { openPullPictures } from '#app/code-hosts.ts'
import type { Service } from '#app/service.ts'
import { illustrateEntry } from '#changelog/entries/edit.ts'
import { ENTRY_STATES } from '#changelog/entries/entry.ts'
import { type GroupProposal, proposeGroups } from '#changelog/entries/group-proposals.ts'
import { type EntryChange, historyOf } from '#changelog/entries/history.ts'
import { type Picture, pictureFrom } from '#changelog/entries/images/picture.ts'
import { fetchOffered, offeredPictures, requireDescription } from '#changelog/entries/images/pull-pictures.ts'
import { mediaFrom, type Recording } from '#changelog/entries/images/recordings/recording.ts'
import { listEntries, listedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { command } from '#cli/command.ts'
import { bytesOf } from '#cli/input-files.ts'
import { choice, required, text, wholeNumberOption } from '#cli/options.ts'
import { accountCommand, operator, withService } from '#cli/with-service.ts'
import { isoOf } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'

export const listCommand = accountCommand({
  usage: 'entry list',
  summary: "List an account's entries, latest merge first.",
  options: { state: choice(ENTRY_STATES) },
  async run(account, { db }, { state }) {
    const listed = await listEntries(db.read, { accountId: account.id, state })
    return {
      json: { entries: listed.map(entryJson).map(entryForm) },
      text: listed.map(entryJson).map(entryLine).join('') || 'No entries.\n',
    }
  },
})

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

export const imageCommand = command({
  usage: 'entry image ID',
  summary:
    'Set an entry\'s image (PNG, JPEG, WebP, GIF or AVIF) or recording (MP4, WebM or animated GIF) and its alternative text: a file, or with --from-pull the one with that number in "entry pictures". --poster names the picture that feeds, cards and posts show of an MP4 or WebM.',
  options: {
    file: text('FILE'),
    'from-pull': wholeNumberOption(),
    poster: text('FILE'),
    alt: required(text('TEXT')),
    seen: wholeNumberOption(undefined, 'VERSION'),
  },
  async run({ file, 'from-pull': number, poster: posterFile, alt, seen }, [id = ''], context) {
    if ((file === undefined) === (number === undefined))
      throw new AppError('wrong_usage', 'Give either --file FILE or --from-pull N.')
    const still =
      posterFile === undefined ? null : await pictureFrom(bytesOf(posterFile, context), 'operator')
    const uploaded = file === undefined ? null : await mediaFrom(bytesOf(file, context), 'operator')
    return withService(context, async service => {
      const media = uploaded ?? (await pullPicture(service, id, number ?? 0, alt))
      const illustration = { picture: withPoster(media, still), alt, isFromPull: uploaded === null }
      const after = await service.db.write(tx =>
        illustrateEntry(tx, operator(service), id, illustration, { seen }),
      )
      return shownEntry.print(entryJson(await listedEntry(service.db.read, after)))
    })
  },
})

function withPoster(media: Picture | Recording, still: Picture | null): Picture | Recording {
  if (still === null) return media
  if ('poster' in media) return { ...media, poster: still }
  throw new AppError('wrong_usage', '--poster is for recordings; a picture needs none.')
}

async function pullPicture(service: Service, id: string, number: number, alt: string) {
  requireDescription(alt)
  const { db } = service
  const entry = await entryById(db.read, id)
  const offered = (await offeredPictures(db.read, entry))[number - 1]
  if (!offered)
    throw new AppError(
      'not_found',
      `The entry has no picture ${number}; "tidings entry pictures ${id}" lists them.`,
    )
  return fetchOffered(db.read, entry, offered.picture.key, openPullPictures(service))
}

const NOTE =
  'Look for names and addresses of real customers in a picture or recording before it goes out. "entry image ID --from-pull N --alt TEXT" uses one.\n'

export const picturesCommand = command({
  usage: 'entry pictures ID',
  summary:
    "List the pictures and recordings in the descriptions of an entry's pull requests, numbered. Fetches none.",
  options: {},
  run: (_, [id = ''], context) =>
    withService(context, async ({ db }) => {
      const offered = await offeredPictures(db.read, await entryById(db.read, id))
      const pictures = offered.map(({ pull, picture }, at) => ({
        number: at + 1,
        repo: pull.repo,
        pull_request: pull.number,
        address: picture.address,
        alt: picture.alt || null,
      }))
      const lines = offered.map(({ pull, picture }, at) => {
        const number = String(at + 1).padStart(2)
        return `${number}  ${pull.repo}#${pull.number ?? ''}  ${picture.alt || picture.name || picture.address}`.trimEnd()
      })
      return {
        json: { id, pictures },
        text: lines.length > 0 ? `${lines.join('\n')}\n${NOTE}` : 'No pictures.\n',
      }
    }),
})

export const proposeCommand = accountCommand({
  usage: 'entry propose',
  summary: 'Propose groups of drafts that share an issue or a topic.',
  async run(account, { db }) {
    const groups = await proposeGroups(db.read, account.id)
    return {
      json: { groups: groups.map(({ topics, entries }) => ({ topics, entries })) },
      text: groups.map(textOfGroup).join('\n') || 'Nothing to propose.\n',
    }
  },
})

const textOfGroup = ({ topics, entries }: GroupProposal): string =>
  `Group, for ${topics.join(', ')}:\n${entries.map(({ id, title }) => `  ${id}  ${title}\n`).join('')}`
