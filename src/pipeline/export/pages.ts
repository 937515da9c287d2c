import { isoOf } from '#platform/clock.ts'

type Row = Record<string, unknown>

/** Rows page by page, each page asked for with the last row of the one before. */
export async function* pagesOf<T>(read: (last: T | undefined) => Promise<T[]>): AsyncGenerator<T[]> {
  let last: T | undefined
  for (;;) {
    const page = await read(last)
    if (page.length === 0) return
    yield page
    last = page.at(-1)
  }
}

/** A list member of a JSON object, written page by page, with the comma before it. */
export async function* listMember(
  name: string,
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`
  let comma = ''
  for await (const rows of pages) {
    yield comma + rows.map(row => JSON.stringify(plainOf(row))).join(',\n')
    comma = ',\n'
  }
  yield ']'
}

const TIMES = /(?:^at|_at|_for)$/

/** Columns that hold JSON as text. */
const PARSED = new Set([
  ...['labels', 'files', 'commits', 'fragments', 'linked_issues', 'evidence', 'before', 'after'],
  ...['include_paths', 'exclude_paths', 'set_rules'],
])

/** A row for people and programs: times in ISO 8601, lists as lists. */
export const plainOf = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === 'number' && TIMES.test(name)) return [name, isoOf(value)]
      if (typeof value === 'string' && PARSED.has(name)) return [name, JSON.parse(value)]
      return [name, value]
    }),
  )
