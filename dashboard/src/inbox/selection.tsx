import { memo } from 'react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Key } from '../parts/key.tsx'
import { Headline } from '../parts/text/headline.tsx'
import { KindGlyph } from '../parts/text/kind.tsx'
import { ActionToolbar, MoreActions } from './action-bar.tsx'
import { type InboxRow, rowId } from './queries.ts'
import { MOST_CHOSEN } from './use-chosen.ts'
import type { InboxActions } from './use-inbox-keys.ts'

interface Props {
  rows: readonly InboxRow[]
  /** How many can be selected. */
  most: number
  actions: InboxActions
  onChoose: (id: string) => void
  onClear: () => void
}

/** The selected entries, and what can be done with them together. A phone shows them in the list instead. */
export function Selection({ rows, most, actions, onChoose, onClear }: Props) {
  const count = rows.length
  return (
    <div className="grid content-start gap-6 px-5 md:px-8 md:pb-16 xl:px-12">
      <ActionToolbar label="Selected entries">
        <div className="flex w-full items-center gap-1 md:px-0!">
          <h2 className="flex-1 text-l font-semibold">{count} selected</h2>
          <SelectAll count={count} most={most} onAll={actions.selectAll} />
          <Button variant="ghost" className="px-2!" onClick={onClear}>
            Clear <Key>esc</Key>
          </Button>
        </div>
        <Actions count={count} actions={actions} />
      </ActionToolbar>
      <ul aria-label="Selected" className="grid max-w-[72ch] max-md:hidden">
        {rows.map(row => (
          <Selected key={rowId(row)} row={row} onChoose={onChoose} />
        ))}
      </ul>
    </div>
  )
}

function Actions({ count, actions }: Pick<Props, 'actions'> & { count: number }) {
  const { canPublish } = actions
  const disabled = count === 0
  return (
    <>
      {canPublish && (
        <Button variant="primary" className="max-md:flex-1" disabled={disabled} onClick={actions.queue}>
          Queue <Key>⏎</Key>
        </Button>
      )}
      {canPublish && (
        <Button className="max-md:hidden" disabled={disabled} onClick={actions.publish}>
          Publish <Key>p</Key>
        </Button>
      )}
      <Button className="max-md:hidden" disabled={disabled} onClick={actions.internal}>
        Not for customers <Key>i</Key>
      </Button>
      <Button className="max-md:flex-1" disabled={disabled} onClick={actions.dismiss}>
        Dismiss <Key>d</Key>
      </Button>
      {count > 1 && (
        <Button className="max-md:hidden" onClick={actions.group}>
          Group <Key>g</Key>
        </Button>
      )}
      {count > 0 && (
        <MoreActions
          items={[
            ...(canPublish ? [{ label: 'Publish now', onPick: actions.publish }] : []),
            { label: 'Not for customers', onPick: actions.internal },
            ...(count > 1 ? [{ label: 'Group into one entry', onPick: actions.group }] : []),
          ]}
        />
      )}
    </>
  )
}

const SelectAll = ({ count, most, onAll }: { count: number; most: number; onAll: () => void }) =>
  count < most && (
    <Button variant="ghost" className="px-2! text-accent" onClick={onAll}>
      {most < MOST_CHOSEN ? 'Select all' : 'Select the first'} {most}
    </Button>
  )

const Selected = memo(function Selected({ row, onChoose }: { row: InboxRow } & Pick<Props, 'onChoose'>) {
  return (
    <li className="flex min-h-10 items-center gap-2.5 border-b border-line/60 py-1.5">
      <KindGlyph kind={row.kind} />
      <span dir="auto" className="min-w-0 flex-1 text-left wrap-anywhere">
        <Headline title={row.title} />
      </span>
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
