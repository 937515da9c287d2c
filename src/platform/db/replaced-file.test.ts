import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { DatabaseFailure } from './failure.ts'
import { openDatabase } from './open.ts'

const LOSSES: Record<string, (folder: string) => void> = {
  'its folder is renamed': folder => renameSync(folder, `${folder}-elsewhere`),
  'its file is renamed': folder => renameSync(join(folder, 'data.db'), join(folder, 'other.db')),
  'its file is deleted': folder => rmSync(join(folder, 'data.db')),
  'another file takes its place'(folder) {
    copyFileSync(join(folder, 'data.db'), join(folder, 'restored.db'))
    renameSync(join(folder, 'restored.db'), join(folder, 'data.db'))
  },
}

for (const [name, lose] of Object.entries(LOSSES))
  test(`a write is refused once ${name}`, async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'tidings-')), 'data')
    const db = await openDatabase({ engine: 'sqlite', file: join(folder, 'data.db') }, { migrate: true })
    const write = (id: string) =>
      db.write(tx => tx.insertInto('worker').values({ id, started_at: 1, seen_at: 1 }).execute())
    await write('before')
    lose(folder)
    await assert.rejects(write('after'), DatabaseFailure)
    const workers = await db.read.selectFrom('worker').select('id').execute()
    assert.deepEqual(
      workers.map(({ id }) => id),
      ['before'],
    )
    await db.close()
  })
