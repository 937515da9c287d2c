import { openPullPictures } from '#app/pull-pictures.ts'
import type { Service } from '#app/service.ts'
import { illustrateEntry } from '#changelog/entries/edit.ts'
import { pictureFrom } from '#changelog/entries/images/picture.ts'
import { fetchOffered, offeredPictures, requireDescription } from '#changelog/entries/images/pull-pictures.ts'
import { entryById } from '#changelog/entries/store.ts'
import { command } from '#cli/command.ts'
import { count, required, text } from '#cli/options.ts'
import { operator, withService } from '#cli/with-service.ts'
import { AppError } from '#platform/errors.ts'
import { changeEntry, entryResult } from './entry.ts'
import { bytesOf } from './entry-edit.ts'

export const imageCommand = command({
  usage: 'entry image ID',
  summary:
    'Set an entry\'s image (PNG, JPEG, WebP, GIF or AVIF) and its alternative text: a file, or with --from-pull the picture with that number in "entry pictures".',
  options: {
    file: text('FILE'),
    'from-pull': count(),
    alt: required(text('TEXT')),
    seen: count(undefined, 'VERSION'),
  },
  async run({ file, 'from-pull': number, alt, seen }, args, context) {
    if ((file === undefined) === (number === undefined))
      throw new AppError('wrong_usage', 'Give either --file FILE or --from-pull N.')
    if (number !== undefined)
      return withService(context, async service => {
        const [id = ''] = args
        const picture = await pullPicture(service, id, number, alt)
        const illustrated = await service.db.write(tx =>
          illustrateEntry(tx, operator(service), id, { picture, alt, isFromPull: true }, { seen }),
        )
        return entryResult(service, illustrated)
      })
    const picture = await pictureFrom(await bytesOf(file ?? '', context), 'operator')
    return changeEntry(args, context, (service, tx, id) =>
      illustrateEntry(tx, operator(service), id, { picture, alt }, { seen }),
    )
  },
})

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
  'Look for names and addresses of real customers in a picture before it goes out. "entry image ID --from-pull N --alt TEXT" uses one.\n'

export const picturesCommand = command({
  usage: 'entry pictures ID',
  summary: "List the pictures in the descriptions of an entry's pull requests, numbered. Fetches none.",
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
