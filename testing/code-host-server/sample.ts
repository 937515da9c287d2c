import { aRepository, type Repository } from '#testing/repositories.ts'
import { type History, historyOf } from './history.ts'

/** The name of the sample's repository on every host. */
export const SAMPLE = 'acme/app'
const BOT = 'dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>'

/** A repository with a little of everything that a record can hold, on several pages. It is removed at the end of the block. */
export async function aSample(): Promise<{ repository: Repository; history: History } & Disposable> {
  const repository = await aRepository()
  await repository.commit('Begin', {
    files: { 'src/old.ts': 'one\ntwo\nthree\nfour\n', 'src/gone.ts': 'x\n' },
  })
  await notable(repository)
  for (let number = 10; number < 62; number++) {
    await repository.squash(`Change number ${number}`, {
      number,
      files: { [`src/part-${number}.ts`]: `line\n`.repeat(number) },
    })
  }
  await repository.git('tag', 'v2.0.0', 'main')
  const history = await historyOf(repository.folder, SAMPLE)
  return { repository, history, [Symbol.dispose]: () => repository[Symbol.dispose]() }
}

/** A changelog of which one item, that with #6, is about the pull request that adds it. */
const CHANGELOG =
  '# Changes\n\n## Unreleased\n\n### Fixed\n\n- Exports no longer wait (#6)\n- Totals are right (#1)\n'

async function notable(repository: Repository): Promise<void> {
  await repository.squash('fix: show totals in the right currency', {
    number: 1,
    body: 'Closes #71 and acme/web#9.\n\nTotals were shown in dollars.',
    files: {
      'src/new.ts': 'one\ntwo\nthree\nfour\n',
      'src/old.ts': null,
      'src/gone.ts': null,
      'logo.png': Buffer.from([0, 1, 2, 0]),
      '.changeset/brave-lions.md': '---\n"app": patch\n---\n\nTotals are right – at last 🎉\n',
      'docs/a name with spaces & ünïcode.md': 'text\n',
    },
  })
  await repository.merge('Keep drafts when the connection drops', {
    number: 2,
    body: 'Nothing is lost.',
    commits: ['Keep drafts', 'Name the drafts', 'Keep drafts when offline'],
    files: { 'src/drafts.ts': 'a\nb\n', 'newsfragments/2.feature': 'Drafts are kept.\n' },
  })
  await repository.squash('Bump undici from 7.1.0 to 7.2.0', {
    number: 3,
    author: BOT,
    files: { 'package.json': '{}\n' },
  })
  await repository.git('tag', '--annotate', '--message', 'First', 'v1.0.0', 'main')
  const many = Array.from({ length: 130 }, (_, at) => [`packages/p${at}/index.ts`, `${at}\n`])
  await repository.squash('refactor: split the code into packages', {
    number: 4,
    files: Object.fromEntries(many),
  })
  await repository.merge('refactor: rewrite the parser', {
    number: 5,
    commits: Array.from({ length: 104 }, (_, at) => `Step ${at + 1} of the parser`),
    files: { 'src/parser.ts': 'parse\n' },
  })
  await repository.squash('Export without waiting', {
    number: 6,
    files: { 'src/export.ts': 'export\n', 'CHANGELOG.md': CHANGELOG },
  })
}
