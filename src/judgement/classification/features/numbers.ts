import { readTitle, type TitleParts } from '#judgement/classification/record/title.ts'
import type { ChangedFile, MergedPull } from '#pulls/pull-request.ts'
import type { FileRole } from './file-role.ts'
import { BACKSTAGE, FILE_ROLES, roleOf } from './file-role.ts'

/** Counts, sizes (as logarithms) and shares of a pull request, by name. What the source does not tell is missing. */
export type Numbers = Record<string, number>

const { log1p } = Math
const count = (text: string, form: RegExp): number => text.match(form)?.length ?? 0
const spacesIn = (text: string): number => count(text, /\s+/g)

/** `prose` is the description without its code blocks. */
export function featureNumbersOf(pull: MergedPull, title: TitleParts, body: string, prose: string): Numbers {
  // A source that lists no files has not said that none changed.
  const ofFiles = pull.files.length > 0 ? fileNumbers(pull) : {}
  return { ...titleNumbers(title), ...bodyNumbers(body, prose), ...ofFiles }
}

function titleNumbers({ type, scope, breaking, text }: TitleParts): Numbers {
  return {
    'title:typed': Number(type !== null),
    'title:scoped': Number(scope !== null),
    'title:breaking': Number(breaking),
    'title:words': 1 + spacesIn(text),
    'title:code': Number(text.includes('`')),
    'title:name': Number(/[a-z0-9][A-Z]|\w_\w/.test(text)),
    'title:lower': Number(/^[a-z]/.test(text)),
    'title:reference': Number(/#\d|[A-Z]{2}-\d/.test(text)),
    'title:quote': Number(/["“'‘]\w/.test(text)),
  }
}

const POINT = /^[^\S\n\r\u2028\u2029]*[*-] +(.{3,80})/gm

function bodyNumbers(body: string, prose: string): Numbers {
  const points = Array.from(prose.matchAll(POINT), ([, point = '']) => point)
  const share = (form: RegExp) => points.filter(point => form.test(point)).length / Math.max(1, points.length)
  return {
    'body:length': log1p(body.length),
    'body:words': log1p(spacesIn(prose)),
    'body:points': log1p(points.length),
    'body:points-fix': share(/^fix/i),
    'body:points-add': share(/^(?:feat|add)/i),
    'body:points-chore': share(/^(?:tests?|chore|ci|lint)\b/i),
    'body:headings': log1p(count(prose, /^#{1,4} /gm)),
    'body:code': Number(body.includes('```')),
    'body:references': log1p(count(body, /#\d{2,}/g)),
    'body:links': log1p(count(body, /https?:/g)),
    'body:story': Number(/\b(?:before|after|steps to reproduce|expected|screenshot|repro)/i.test(body)),
  }
}

type Changed = Pick<MergedPull, 'files' | 'additions' | 'deletions' | 'filesChanged'>

function fileNumbers({ files, additions, deletions, filesChanged }: Changed): Numbers {
  const lines = (own: readonly ChangedFile[]) =>
    own.reduce((sum, one) => sum + one.additions + one.deletions, 0)
  const share = (own: readonly ChangedFile[]) => own.length / files.length
  const byRole = Map.groupBy(files, ({ path }) => roleOf(path))
  const of = (role: FileRole) => byRole.get(role) ?? []
  const withStatus = (status: ChangedFile['status']) => files.filter(file => file.status === status)
  const changed = Math.max(1, lines(files))
  const product = files.filter(({ path }) => !BACKSTAGE.has(roleOf(path)))
  const [productLines, testLines] = [lines(product), lines(of('test'))]
  const folders = files.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1))
  const byShare = FILE_ROLES.flatMap((role): [string, number][] => [
    [`files:${role}`, share(of(role))],
    [`lines:${role}`, lines(of(role)) / changed],
  ])
  return {
    ...Object.fromEntries(byShare),
    'size:files': log1p(filesChanged),
    'size:added': log1p(additions),
    'size:deleted': log1p(deletions),
    'size:growth': additions / Math.max(1, additions + deletions),
    'size:product': log1p(productLines),
    'size:tests': log1p(testLines),
    'size:documentation': log1p(lines(of('documentation'))),
    'size:largest': Math.max(...files.map(file => lines([file]))) / changed,
    'share:tests': testLines / Math.max(1, productLines + testLines),
    'share:product': share(product),
    'share:new': share(withStatus('added')),
    'share:removed': share(withStatus('removed')),
    'share:renamed': share(withStatus('renamed')),
    'spread:new-product': log1p(product.filter(({ status }) => status === 'added').length),
    'spread:tops': log1p(new Set(files.map(({ path }) => path.split('/', 1)[0])).size),
    'spread:folders': log1p(new Set(folders).size),
    'spread:depth': folders.reduce((sum, folder) => sum + folder.split('/').length, 0) / files.length,
  }
}

/** The names of all numbers, in their order. */
export const NUMBERS: readonly string[] = Object.keys({
  ...titleNumbers(readTitle('')),
  ...bodyNumbers('', ''),
  ...fileNumbers({ files: [], additions: 0, deletions: 0, filesChanged: 0 }),
})
