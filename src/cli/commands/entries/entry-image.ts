import { shownEntry } from '#actions/entries/entry-change.ts'
import { entryJson } from '#actions/entries/entry-json.ts'
import { openPullPictures } from '#app/code-hosts.ts'
import type { Service } from '#app/service.ts'
import { illustrateEntry } from '#changelog/entries/edit.ts'
import { type Picture, pictureFrom } from '#changelog/entries/images/picture.ts'
import { fetchOffered, offeredPictures, requireDescription } from '#changelog/entries/images/pull-pictures.ts'
import { mediaFrom, type Recording } from '#changelog/entries/images/recordings/recording.ts'
import { listedEntry } from '#changelog/entries/list.ts'
import { entryById } from '#changelog/entries/store.ts'
import { command } from '#cli/command.ts'
import { bytesOf } from '#cli/input-files.ts'
import { required, text, wholeNumberOption } from '#cli/options.ts'
import { operator, withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'

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
        addresses: picture.addresses,
        alt: picture.alt || null,
      }))
      const lines = offered.map(({ pull, picture }, at) => {
        const number = String(at + 1).padStart(2)
        return `${number}  ${pull.repo}#${pull.number ?? ''}  ${picture.alt || picture.name || picture.addresses[0]}`.trimEnd()
      })
      return {
        json: { id, pictures },
        text: lines.length > 0 ? `${lines.join('\n')}\n${NOTE}` : 'No pictures.\n',
      }
    }),
})
