import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type Action, type Field, fieldsOf } from '#actions/action.ts'
import { allActions } from '#actions/actions.ts'
import type { CommandContext } from '#cli/command.ts'
import { runCommand } from '#cli/run.ts'
import { aMemberWithRole } from './colleagues.ts'
import { withRunningService } from './service.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** A value that a field accepts. */
function good({ type, meta }: Field): unknown {
  if (meta.examples) return meta.examples[0]
  if (meta.subject) return UNKNOWN_ID
  if (type instanceof z.ZodEnum) return type.options[0]
  if (type instanceof z.ZodNumber) return 1
  return type instanceof z.ZodBoolean ? true : 'something'
}

/** A value that the field rejects; undefined for a field that accepts every text, and for a flag. */
function bad({ type }: Field): string | undefined {
  if (type instanceof z.ZodString) return type.maxLength === null ? undefined : 'x'.repeat(type.maxLength + 1)
  const isAnything = [z.ZodBoolean, z.ZodLiteral, z.ZodCustom].some(kind => type instanceof kind)
  return isAnything ? undefined : 'no such thing'
}

/** The command line that performs an action with these fields. */
function wordsFor(
  name: string,
  { input, args = [] }: Action,
  given: Record<string, unknown>,
  folder: string,
) {
  const fields = fieldsOf(input)
  const placed = args.flatMap(arg => [given[arg] ?? []].flat(2).map(String))
  const named = Object.entries(given).flatMap(([field, value]) => {
    const { isFile, isSecret, option } = fields.get(field)?.meta ?? {}
    const isInFile = isFile || isSecret
    const name = `--${option ?? `${kebab(field)}${isInFile ? '-file' : ''}`}`
    if (args.includes(field)) return []
    if (typeof value === 'boolean') return [name]
    if (isInFile) writeFileSync(join(folder, field), String(value))
    return [value].flat().flatMap(one => [name, isInFile ? field : String(one)])
  })
  const isOfSomething = [...fields.values()].some(({ meta, isOptional }) => meta.subject && !isOptional)
  return [...name.split(' '), ...placed, ...named, ...(isOfSomething ? [] : ['--account', UNKNOWN_ID])]
}

/** What the command prints about the arguments, before it opens a database. */
async function saidByCommand(words: string[], directory: string): Promise<string> {
  const context = { env: {}, directory, checkout: directory, out: async () => {}, err: () => {} }
  const failed = await runCommand(words, context as unknown as CommandContext).catch((error: Error) => error)
  return failed instanceof Error ? failed.message : 'It went through.'
}

withRunningService(
  'what is not accepted is refused with the same words in the dashboard and by the command',
  async it => {
    const owner = await aMemberWithRole(it, 'owner')
    const folder = mkdtempSync(join(tmpdir(), 'tidings-actions-'))
    let asked = 0
    for (const [name, action] of await allActions()) {
      const fields = fieldsOf(action.input)
      const needed = [...fields].filter(([, { isOptional }]) => !isOptional)
      const fine = Object.fromEntries(
        needed.map(([field, how]) => [field, how.isList ? [good(how), good(how)] : good(how)]),
      )
      const differ = async (given: Record<string, unknown>) => {
        const path = `/app/api/accounts/${it.account.publicId}/actions/${name.replaceAll(' ', '.')}`
        const { status, json } = await owner.post(path, given)
        assert.equal(status, 400, `${name} ${JSON.stringify(given).slice(0, 200)}`)
        assert.equal(await saidByCommand(wordsFor(name, action, given, folder), folder), json.detail, name)
        asked++
      }
      for (const [field, how] of fields) {
        const wrong = bad(how)
        if (wrong !== undefined) await differ({ ...fine, [field]: how.isList ? [wrong, wrong] : wrong })
        if (!how.isOptional && !how.meta.isSecret && !action.args?.includes(field)) {
          const { [field]: _, ...rest } = fine
          await differ(rest)
        }
      }
    }
    rmSync(folder, { recursive: true })
    assert.ok(asked > 30)
  },
)
