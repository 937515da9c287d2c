import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { feedFormats } from '#app/registry.ts'
import type { CommandContext } from '#cli/command.ts'
import { choice, text } from '#cli/options.ts'
import { accountCommand } from '#cli/with-service.ts'
import { EXPORT_NAMES, EXPORTS } from '#pipeline/export/export.ts'
import { AppError, messageOf } from '#platform/errors.ts'

export const exportCommand = accountCommand({
  usage: 'export',
  summary:
    "Export an account's data as JSON, or its published entries as CHANGELOG.md, Atom or JSON Feed, to a file or stdout.",
  options: { format: choice(EXPORT_NAMES), out: text('FILE') },
  async run(account, { db, clock, baseUrl }, { format: name = 'json', out }, context) {
    const chunks = EXPORTS[name].write({ db: db.read, clock, baseUrl, feedFormats }, account)
    if (out === undefined) {
      for await (const text of chunks) await context.out(text)
      return undefined
    }
    await writeTo(chunks, resolve(context.directory, out), context)
    return { json: { file: out }, text: `Written to ${out}.\n` }
  },
})

/** Writes to a temporary file first, so that the file appears only when it is complete. */
async function writeTo(
  chunks: AsyncIterable<string>,
  file: string,
  { signal }: CommandContext,
): Promise<void> {
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(Readable.from(chunks), createWriteStream(unfinished, { mode: 0o600 }), { signal })
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw new AppError('unavailable', `The file was not written: ${messageOf(error)}.`, { cause: error })
  }
}
