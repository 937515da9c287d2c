import type { Slowness } from './judge.ts'
import { judged } from './judges.ts'
import { type Pattern, patternsIn } from './patterns.ts'

const PATH = 'It reads only paths of fewer than 400 characters.'

/** Patterns that are slow on long texts but do no harm, by file and by how they begin, with the reason. */
const ALLOWED: readonly { file: string; source: string; because: string }[] = [
  {
    file: 'src/judgement/classification/features/file-role.ts',
    source: '^(?:packages|modules|',
    because: PATH,
  },
]

type Allowed = (typeof ALLOWED)[number]

/** Checks each pattern of the files. Gives every problem with its place; an exception that no pattern needs is a problem too. */
export async function findSlow(
  root: string,
  files: readonly string[],
  allowed: readonly Allowed[] = ALLOWED,
): Promise<{ checked: number; problems: string[] }> {
  const { patterns, unknown } = await patternsIn(root, files)
  const used = new Set<Allowed>()
  const isAllowed = (file: string, source: string) => {
    const entry = allowed.find(one => one.file === file && source.startsWith(one.source))
    if (entry) used.add(entry)
    return entry !== undefined
  }
  const found = await judged(patterns)
  const problems = [
    ...unknown.filter(({ file }) => !isAllowed(file, '')).map(builtLate),
    ...patterns.flatMap((pattern, at) => {
      const slow = found[at]
      return slow && !isAllowed(pattern.file, pattern.source) ? [told(pattern, slow)] : []
    }),
  ]
  const unused = allowed.filter(entry => !used.has(entry))
  return { checked: patterns.length, problems: [...problems, ...unused.map(unneeded)] }
}

const builtLate = ({ file, line }: Pick<Pattern, 'file' | 'line'>): string =>
  `${file}:${line} builds a pattern at run time, which cannot be checked.`

const told = ({ file, line, source, flags }: Pattern, { how, attack }: Slowness): string =>
  `${file}:${line} takes more than linear time (${how}):\n  /${source}/${flags}\n  ${attack}`

const unneeded = ({ file, source }: Allowed): string =>
  `The exception for ${file} (${source}) is not needed any more.`
