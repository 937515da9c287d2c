import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { aCommandLine } from '#testing/command-line.ts'
import { titleIn, wordsFrom } from '#testing/language-model-answers.ts'
import { type LanguageModelServer, startLanguageModelServer } from '#testing/language-model-server.ts'
import { aRepository, type Repository } from '#testing/repositories.ts'

let server: LanguageModelServer
let repo: Repository
const cli = aCommandLine()
const tool = (name: string, ...words: string[]) =>
  cli.startScript(join(import.meta.dirname, `${name}.ts`), ...words).ended

// The repository has three changes with a note of their team, and one without.
before(async () => {
  server = await startLanguageModelServer()
  Object.assign(cli.env, {
    TIDINGS_LLM_PROVIDER: 'openai-compatible',
    TIDINGS_LLM_MODEL: 'test',
    TIDINGS_LLM_BASE_URL: `${server.address}/v1`,
  })
  repo = await aRepository()
  for (const [number, what] of [
    [1, 'reports'],
    [2, 'invoices'],
    [3, 'receipts'],
  ] as const)
    await repo.squash(`feat: export ${what} as CSV`, {
      number,
      files: {
        [`src/${what}/export.ts`]: 'x\n',
        [`.changeset/${what}.md`]: `---\n"app": minor\n---\n\nTeam: take your ${what} with you.\n`,
      },
    })
  await repo.squash('feat: export letters as CSV', { number: 4, files: { 'src/letters/export.ts': 'x\n' } })
})
after(async () => {
  repo[Symbol.dispose]()
  cli.remove()
  await server.close()
})

test('a page sets a team’s words beside the machine’s and a model’s, without saying whose they are', async () => {
  server.behave(asked => {
    assert.doesNotMatch(asked.prompt, /take your/, 'the model does not see the team’s words')
    const title = titleIn(asked.prompt)
    return {
      text: JSON.stringify(
        wordsFrom({ headline: `You can ${title.replace('feat: ', '')}`, body: '' }, title),
      ),
    }
  })
  const out = join(repo.folder, '..', 'compare-test.html')
  const again = async () => JSON.parse((await tool('compare', repo.folder, '--out', out, '--json')).out)
  const { changes } = await again()
  assert.equal(changes.length, 3)
  assert.match(changes[0].team.headline, /take your/i)
  assert.match(changes[0].model.headline, /^You can export/)
  const page = readFileSync(out, 'utf8')
  assert.equal(page.match(/<label>/g)?.length, 9)
  assert.doesNotMatch(
    page.replace(/<script>[\s\S]*<\/script>/, ''),
    /The team|Without a model|With the model/,
  )
  const asked = server.asked.length
  await again()
  assert.equal(server.asked.length, asked, 'what was answered is not asked again')
})
