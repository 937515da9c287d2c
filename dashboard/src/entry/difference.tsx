import type { EntryDetail } from '../api/entry-queries.ts'

type Parts = NonNullable<EntryDetail['texts']['difference']>['title']

interface Props {
  difference: EntryDetail['texts']['difference']
  /** What is said where both are the same. */
  same: string
}

/** From one text to another: what was removed and what was added. */
export function Difference({ difference, same }: Props) {
  if (!difference) return <p className="py-4 text-quiet">{same}</p>
  return (
    <div className="grid gap-3 rounded-md bg-raised p-4 font-serif">
      <p dir="auto" className="text-xl font-semibold">
        <Words parts={difference.title} />
      </p>
      <p dir="auto" className="text-l whitespace-pre-wrap">
        <Words parts={difference.body} />
      </p>
    </div>
  )
}

const Words = ({ parts }: { parts: Parts }) =>
  parts.map((part, at) => {
    const key = `${at}-${part.in}`
    if (part.in === 'earlier')
      return (
        <del key={key} className="text-danger">
          {part.text}
        </del>
      )
    if (part.in === 'later')
      return (
        <ins key={key} className="text-kind-green">
          {part.text}
        </ins>
      )
    return part.text
  })
