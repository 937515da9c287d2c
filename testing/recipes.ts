import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Engine } from '#platform/db/database.ts'
import { BIN, type CommandLine } from './command-line.ts'

const BACKUP = readFileSync(new URL('../docs/operations/backup.md', import.meta.url), 'utf8')

/** The commands for an engine in this section of the page on backups. Commands for PostgreSQL name its address. */
export function recipe(section: string, engine: Engine): string {
  const [, text = ''] = BACKUP.split(`\n## ${section}\n`)
  const blocks = [...(text.split('\n## ')[0] ?? '').matchAll(/```sh\n(.*?)```/gs)].map(
    ([, block = '']) => block,
  )
  const commands = blocks.filter(block => block.includes('$DATABASE_URL') === (engine === 'postgres'))
  if (commands.length === 0) throw new Error(`There are no commands under ${section} for ${engine}.`)
  return commands.join('')
}

/**
 * Runs the commands in a folder of their own, as somebody with this checkout would. Paths below `/backups` and `/keys` are taken as
 * paths in that folder. `tools` is a folder with further programs.
 */
export async function follow(cli: CommandLine, commands: string, tools = ''): Promise<void> {
  const bin = join(cli.directory, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'tidings'), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`, {
    mode: 0o755,
  })
  const script = commands.replaceAll(/(?<=[ ="(])(?=\/(?:backups|keys)\b)/g, cli.directory)
  const PATH = [bin, tools, dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter)
  await promisify(execFile)('sh', ['-euxc', script], { cwd: cli.directory, env: { ...cli.env, PATH } })
}
