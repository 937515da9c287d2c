import type { EntryDetail } from '../api/entry-queries.ts'

type Parts = Props['difference']['title']

interface Props {
  difference: NonNullable<EntryDetail['texts']['difference']>
}

/** The difference between two texts: what was removed and what was added. */
export const Difference = ({ difference: { title, body } }: Props) => (
  <div className="grid gap-3 rounded-md bg-raised p-4 font-serif">
    <p dir="auto" className="text-xl font-semibold">
      <Words parts={title} />
    </p>
    <p dir="auto" className="text-l whitespace-pre-wrap">
      <Words parts={body} />
    </p>
  </div>
)

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
