import { memo, type ReactNode } from 'react'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import type { Kind } from '#judgement/classification/classification.ts'
import { DecisionButton } from '../decisions/decision-button.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { shortDay } from '../time.ts'
import { ActionToolbar, FITS, KeyLine, MoreActions } from './action-bar.tsx'
import type { InboxRow } from './queries.ts'
import { rowId } from './search.ts'
import type { InboxActions } from './use-inbox-keys.ts'

interface Props {
  rows: readonly InboxRow[]
  /** How many rows can be selected. */
  most: number
  actions: InboxActions
  onChoose: (id: string) => void
  onClear: () => void
}

/** The selected entries, and the actions on all of them. */
export function Selection({ rows, most, actions, onChoose, onClear }: Props) {
  const count = rows.length
  return (
    <SelectionPane
      label="Selected entries"
      count={count}
      more={<SelectAll count={count} most={most} onAll={actions.selectAll} />}
      actions={<Actions count={count} actions={actions} />}
      onClear={onClear}
    >
      {rows.map(row => (
        <Selected
          key={rowId(row)}
          id={rowId(row)}
          kind={row.kind}
          title={row.title}
          note={row.excerpt || 'No text below the headline.'}
          isUnsure={row.confidence === 'low'}
          onChoose={onChoose}
        />
      ))}
    </SelectionPane>
  )
}

interface PaneProps {
  /** The name of the actions. */
  label: string
  count: number
  /** A button next to the number of rows. */
  more?: ReactNode
  actions: ReactNode
  onClear: () => void
  /** The selected rows. On a phone they are marked in the list instead. */
  children: ReactNode
}

/** What is selected in a list, in place of one item, and the actions on all of it. */
export const SelectionPane = ({ label, count, more, actions, onClear, children }: PaneProps) => (
  <div className="flex flex-col gap-6 border-line bg-ground px-5 max-md:low:fixed max-md:low:inset-x-0 max-md:low:bottom-0 max-md:low:z-20 max-md:low:flex-row max-md:low:items-center max-md:low:border-t max-md:low:py-1 max-md:low:*:static! max-md:low:*:border-0! max-md:low:*:p-0! md:min-h-full md:px-8 md:pt-6 xl:px-12">
    <div className="flex items-center gap-1 forced-colors:gap-2 max-md:not-low:fixed max-md:inset-x-0 max-md:bottom-[calc(60px+env(safe-area-inset-bottom))] max-md:not-low:border-t max-md:border-line max-md:bg-ground max-md:not-low:px-4 max-md:not-low:py-1 md:max-w-text">
      <h2 className="flex-1 text-l font-semibold">{count} selected</h2>
      {more}
      <Button variant="ghost" className="px-2!" onClick={onClear}>
        Cancel
      </Button>
    </div>
    <ul aria-label="Selected" className="grid max-w-text max-md:hidden">
      {children}
    </ul>
    <ActionToolbar label={label}>{actions}</ActionToolbar>
  </div>
)

function Actions({ count, actions }: Pick<Props, 'actions'> & { count: number }) {
  const { canPublish, primary } = actions
  const times = useTimes(actions, count)
  const disabled = count === 0
  const { rare, menu } = FITS
  return (
    <>
      {canPublish && (
        <Button
          variant={primary === 'queue' ? 'primary' : 'ghost'}
          className="max-md:flex-1"
          disabled={disabled}
          onClick={actions.queue}
        >
          <span>
            Approve {count > 0 && count}
            {times && <span className="max-md:sr-only">: {times}</span>}
          </span>
        </Button>
      )}
      {canPublish && (
        <DecisionButton
          decision={{ action: 'entry publish', soon: true }}
          subject={`${count} selected`}
          variant={primary === 'publish' ? 'primary' : 'ghost'}
          className={rare}
          disabled={disabled}
          onClick={actions.publish}
        >
          Publish
        </DecisionButton>
      )}
      <Button variant="ghost" className={rare} disabled={disabled} onClick={actions.internal}>
        Not for customers
      </Button>
      <Button variant="ghost" disabled={disabled} onClick={actions.dismiss}>
        Dismiss
      </Button>
      {count > 1 && (
        <Button variant="ghost" className={rare} onClick={actions.group}>
          Group
        </Button>
      )}
      {count > 0 && (
        <MoreActions
          className={menu}
          items={[
            ...(canPublish ? [{ label: 'Publish', onPick: actions.publish }] : []),
            { label: 'Not for customers', onPick: actions.internal },
            ...(count > 1 ? [{ label: 'Group', onPick: actions.group }] : []),
          ]}
        />
      )}
      <KeyLine>⏎ approve · d dismiss · g group · esc cancel</KeyLine>
    </>
  )
}

/** The days on which the selected entries would go out, if all are known: "4 Mar, 6 Mar", or the first and the last. */
function useTimes({ times }: InboxActions, count: number): string | null {
  const { timeZone } = useAccount()
  if (count === 0 || times === null || times.length < count) return null
  const days = times.map(at => shortDay(at, timeZone))
  return count <= 3 ? days.join(', ') : `${days[0]} – ${days.at(-1)}`
}

const SelectAll = ({ count, most, onAll }: { count: number; most: number; onAll: () => void }) =>
  count < most && (
    <Button variant="ghost" className="px-2!" onClick={onAll}>
      {most < MAX_ITEMS_PER_REQUEST ? 'Select all' : 'Select the first'} {most}
    </Button>
  )

interface SelectedProps {
  id: string
  kind: Kind | null
  title: string
  note: string
  isUnsure?: boolean
  onChoose: (id: string) => void
}

/** A selected row, with a button that deselects it. */
export const Selected = memo(function Selected({
  id,
  kind,
  title,
  note,
  isUnsure = false,
  onChoose,
}: SelectedProps) {
  return (
    <li className="flex min-h-10 items-center gap-2.5 py-1.5">
      <span className="self-start pt-0.5">
        <KindGlyph kind={kind} />
      </span>
      <div className="min-w-0 flex-1">
        <p dir="auto" className="text-left font-semibold wrap-anywhere">
          <Headline title={title} />
        </p>
        <p dir="auto" className="text-left text-s wrap-anywhere text-quiet">
          {note}
        </p>
      </div>
      {isUnsure && <span className="text-s text-quiet">low confidence</span>}
      <Button variant="ghost" className="px-2!" aria-label={`Deselect ${title}`} onClick={() => onChoose(id)}>
        <Icon name="close" className="size-3" />
      </Button>
    </li>
  )
})
