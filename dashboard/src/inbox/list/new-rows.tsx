import { useEffect, useState } from 'react'
import { countsQuery } from '../../api/entry-queries.ts'
import { useAccountQuery } from '../../frame/use-account.ts'

interface Props {
  /** The number of rows in the list. */
  total: number
  onShow: () => void
}

/** How long it takes until the counts include a decision, in milliseconds. */
const SETTLED_MS = 500

/** Announces rows that arrived since the list was loaded. They are inserted when the person asks for them. */
export function NewRows({ total, onShow }: Props) {
  const { data, dataUpdatedAt } = useAccountQuery(countsQuery)
  const [seen, setSeen] = useState({ at: 0, total })
  useEffect(() => {
    if (seen.total === total) return
    const timer = setTimeout(() => setSeen({ at: Date.now(), total }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [seen, total])
  // Counts from before the last decision still include its rows.
  const isCurrent = seen.total === total && dataUpdatedAt > seen.at
  const waiting = Object.values(data?.inbox ?? {}).reduce((sum, count) => sum + count, 0)
  const fresh = isCurrent ? waiting - total : 0
  return (
    <div role="status">
      {fresh > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="w-full border-b border-line bg-raised py-2 text-s font-semibold text-accent hover:underline"
        >
          {fresh} new
        </button>
      )}
    </div>
  )
}
