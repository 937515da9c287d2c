import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '#app/config/config.ts'
import type { DiagnosisCheck } from '#app/diagnosis/check.ts'
import { diagnose, type Opened } from '#app/diagnosis/diagnosis.ts'
import { command } from '#cli/command.ts'
import { text } from '#cli/options.ts'
import { configOf } from '#cli/with-service.ts'
import { openDatabase } from '#platform/db/open.ts'
import { AppError, codeOf } from '#platform/errors.ts'
import { whereToAsk } from '#platform/version.ts'

export const doctor = command({
  usage: 'doctor',
  summary:
    'Check that everything Tidings needs is in place and quick enough, and say what to do where it is not.',
  options: {},
  async run(_, __, context) {
    const config = configOf(context)
    const checks = await withDatabase(config, opened => diagnose(config, opened, context.env))
    return {
      json: { checks },
      text: checks.map(lineOf).join(''),
      incomplete: checks.some(({ ok }) => !ok),
    }
  },
})

export const bundle = command({
  usage: 'support bundle',
  summary:
    'Write a file for whoever helps you: versions, checks, counts and reasons of failures; no secrets, names or texts. Read it before you send it.',
  options: { out: text('FILE') },
  async run({ out = 'tidings-support.json' }, _, context) {
    const { supportBundle } = await import('#app/diagnosis/support-bundle.ts')
    const config = configOf(context)
    const made = await withDatabase(config, opened => supportBundle(config, opened, context.env))
    const path = resolve(context.directory, out)
    await writeNewFile(path, `${JSON.stringify(made, null, 2)}\n`)
    return {
      json: { file: path },
      text: `${path} was written. Read it before you send it. ${whereToAsk()}\n`,
    }
  },
})

const lineOf = ({ name, ok, detail, remedy }: DiagnosisCheck): string =>
  `${ok ? 'ok    ' : 'failed'}  ${name}: ${detail}\n${remedy === null ? '' : `        ${remedy}\n`}`

/** Opens the database if that is possible, calls `work` with the result, and closes the database. */
async function withDatabase<T>({ database }: Config, work: (opened: Opened) => Promise<T>): Promise<T> {
  if (database.engine === 'sqlite' && !existsSync(database.file)) return work({ db: null, failure: null })
  const opened = await openDatabase(database, { migrate: false, creates: false }).then(
    db => ({ db, failure: null }),
    failure => ({ db: null, failure: codeOf(failure) === 'not_found' ? null : failure }),
  )
  try {
    return await work(opened)
  } finally {
    await opened.db?.close()
  }
}

/** Writes a new file. Throws `wrong_usage` if the file exists. */
async function writeNewFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    throw new AppError('wrong_usage', `${path} exists already. Give --out another path.`)
  }
}
