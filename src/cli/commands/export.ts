import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { accountByPublicId } from '#accounts/account.ts'
import { feedFormats } from '#app/registry.ts'
import { type Context, command } from '#cli/command.ts'
import { withService } from '#cli/with-service.ts'
import { EXPORT_NAMES, EXPORTS, type ExportName } from '#pipeline/export/export.ts'
import { AppError, messageOf } from '#platform/errors.ts'
import { requireAccountId } from './account.ts'

export const exportCommand = command({
  usage: `export --account ID [--format ${EXPORT_NAMES.join('|')}] [--out FILE]`,
  summary:
    'Writes all that an account has as JSON, or what it published as CHANGELOG.md, Atom or JSON Feed, to a file or stdout.',
  options: { account: { type: 'string' }, format: { type: 'string' }, out: { type: 'string' } },
  arguments: [0, 0],
  run: ({ account: id, format, out }, _, context) =>
    withService(context, async ({ db, clock, baseUrl }) => {
      const account = await accountByPublicId(db.read, requireAccountId(id))
      const written = EXPORTS[formatFrom(format)].write({ db: db.read, clock, baseUrl, feedFormats }, account)
      if (out === undefined) {
        for await (const text of written) await context.out(text)
        return undefined
      }
      await fileFrom(written, resolve(context.directory, out), context)
      return { json: { file: out }, text: `Written to ${out}.\n` }
    }),
})

function formatFrom(text = 'json'): ExportName {
  const format = EXPORT_NAMES.find(one => one === text)
  if (format) return format
  throw new AppError('wrong_usage', `--format is one of ${EXPORT_NAMES.join(', ')}.`)
}

/** The file is there when it is whole, and not before. */
async function fileFrom(written: AsyncIterable<string>, file: string, { signal }: Context): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(Readable.from(written), createWriteStream(unfinished, { mode: 0o600 }), { signal })
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw new AppError('unavailable', `The file was not written: ${messageOf(error)}.`, { cause: error })
  }
}
