import { openPullPictures } from '#app/pull-pictures.ts'
import type { Service } from '#app/service.ts'
import { illustrateEntry } from '#changelog/entries/edit.ts'
import { type Picture, pictureFrom } from '#changelog/entries/images/picture.ts'
import { fetchOffered, offeredPictures, requireDescription } from '#changelog/entries/images/pull-pictures.ts'
import { mediaFrom, type Recording } from '#changelog/entries/images/recordings/recording.ts'
import { entryById } from '#changelog/entries/store.ts'
import { command } from '#cli/command.ts'
import { bytesOf } from '#cli/input-files.ts'
import { count, required, text } from '#cli/options.ts'
import { operator, withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'
import { changeEntry, entryResult } from './entry.ts'

export const imageCommand = command({
  usage: 'entry image ID',
  summary:
    'Set an entry\'s image (PNG, JPEG, WebP, GIF or AVIF) or recording (MP4, WebM or animated GIF) and its alternative text: a file, or with --from-pull the one with that number in "entry pictures". --poster names the picture that feeds, cards and posts show of an MP4 or WebM.',
  options: {
    file: text('FILE'),
    'from-pull': count(),
    poster: text('FILE'),
    alt: required(text('TEXT')),
    seen: count(undefined, 'VERSION'),
  },
  async run({ file, 'from-pull': number, poster: posterFile, alt, seen }, args, context) {
    if ((file === undefined) === (number === undefined))
      throw new AppError('wrong_usage', 'Give either --file FILE or --from-pull N.')
    const still =
      posterFile === undefined ? null : await pictureFrom(bytesOf(posterFile, context), 'operator')
    if (number !== undefined)
      return withService(context, async service => {
        const [id = ''] = args
        const picture = await pullPicture(service, id, number, alt)
        const illustration = { picture: withPoster(picture, still), alt, isFromPull: true }
        const illustrated = await service.db.write(tx =>
          illustrateEntry(tx, operator(service), id, illustration, { seen }),
        )
        return entryResult(service, illustrated)
      })
    const picture = withPoster(await mediaFrom(bytesOf(file ?? '', context), 'operator'), still)
    return changeEntry(args, context, (service, tx, id) =>
      illustrateEntry(tx, operator(service), id, { picture, alt }, { seen }),
    )
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
