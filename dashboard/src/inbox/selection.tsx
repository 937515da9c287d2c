import { memo } from 'react'
import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import { DecisionButton } from '../decisions/decision-button.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { Confidence, KindGlyph } from '../parts/text/kind.tsx'
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

/** The selected entries, and the actions on all of them. On a phone they are marked in the list instead. */
export function Selection({ rows, most, actions, onChoose, onClear }: Props) {
  const count = rows.length
  return (
    <div className="flex flex-col gap-6 border-line bg-ground px-5 max-md:low:fixed max-md:low:inset-x-0 max-md:low:bottom-0 max-md:low:z-20 max-md:low:flex-row max-md:low:items-center max-md:low:border-t max-md:low:py-1 md:min-h-full md:px-8 md:pt-6 xl:px-12">
      <div className="flex items-center gap-1 max-md:not-low:fixed max-md:inset-x-0 max-md:bottom-[calc(60px+env(safe-area-inset-bottom))] max-md:not-low:border-t max-md:border-line max-md:bg-ground max-md:not-low:px-4 max-md:not-low:py-1 md:max-w-text">
        <h2 className="flex-1 text-l font-semibold">{count} selected</h2>
        <SelectAll count={count} most={most} onAll={actions.selectAll} />
        <Button variant="ghost" className="px-2!" onClick={onClear}>
          Cancel
        </Button>
      </div>
      <ul aria-label="Selected" className="grid max-w-text max-md:hidden">
        {rows.map(row => (
          <Selected key={rowId(row)} row={row} onChoose={onChoose} />
        ))}
      </ul>
      <ActionToolbar label="Selected entries">
        <Actions count={count} actions={actions} />
      </ActionToolbar>
    </div>
  )
}

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

const Selected = memo(function Selected({ row, onChoose }: { row: InboxRow } & Pick<Props, 'onChoose'>) {
  return (
    <li className="flex min-h-10 items-center gap-2.5 py-1.5">
      <span className="self-start pt-0.5">
        <KindGlyph kind={row.kind} />
      </span>
      <div className="min-w-0 flex-1">
        <p dir="auto" className="text-left font-semibold wrap-anywhere">
          <Headline title={row.title} />
        </p>
        <p dir="auto" className="text-left text-s wrap-anywhere text-quiet">
          {row.excerpt || 'No text below the headline.'}
        </p>
      </div>
      {row.confidence === 'low' && (
        <span className="text-s text-quiet">
          <Confidence value="low" isWordShown />
        </span>
      )}
      <Button
        variant="ghost"
        className="px-2!"
        aria-label={`Deselect ${row.title}`}
        onClick={() => onChoose(rowId(row))}
      >
        <Icon name="close" className="size-3" />
      </Button>
    </li>
  )
})
