import { useContext, useLayoutEffect, useRef } from 'react'
import { anyPullQuery } from '../../api/entry-queries.ts'
import { PageLink, useAccountQuery } from '../../frame/use-account.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { ListFocusContext } from './use-list-focus.ts'

interface Props {
  isFiltered: boolean
  /** Whether the list had rows, all of which were decided about. */
  wasFilled: boolean
}

/** Why the list is empty, and what comes next. This takes the focus once the last row has left. */
export function EmptyInbox({ isFiltered, wasFilled }: Props) {
  const { data: pulls } = useAccountQuery(anyPullQuery)
  const actions = useRef<HTMLDivElement>(null)
  const focus = useContext(ListFocusContext)
  useLayoutEffect(() => {
    if (wasFilled && (focus.belongsToList() || document.activeElement === document.body))
      actions.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [wasFilled, focus])
  const isNew = !isFiltered && pulls?.pulls.length === 0
  const [title, why] = isNew
    ? ['No merges yet', 'Connect a repository, or import the history of one, and its drafts appear here.']
    : isFiltered
      ? ['Nothing matches', 'Try other words.']
      : ['Nothing to review', 'New merges that customers would notice appear here by themselves.']
  return (
    <div ref={actions} className="px-5 pt-2 md:px-8 xl:px-12">
      <Empty
        title={title}
        action={
          isNew ? (
            <PageLink to="/$account/start" className={buttonClass('primary')}>
              Get started
            </PageLink>
          ) : (
            !isFiltered && (
              <PageLink to="/$account/calendar" className={buttonClass('primary')}>
                See what goes out next
              </PageLink>
            )
          )
        }
      >
        {why}
      </Empty>
    </div>
  )
}
