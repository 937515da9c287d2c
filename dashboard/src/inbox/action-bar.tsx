import { Withdraw } from '../decisions/withdraw.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Key } from '../parts/key.tsx'
import { useNow } from '../parts/text/time.tsx'
import { viewOnly } from '../roles.ts'
import { slotTime } from '../time.ts'
import { type InboxRow, rowId } from './queries.ts'
import type { InboxActions } from './use-inbox-keys.ts'

interface Props {
  row: InboxRow
  actions: InboxActions
  onBack: () => void
}

/** What can be done with the selected row, each action with its key. */
export function ActionBar({ row, actions, onBack }: Props) {
  return (
    <div
      role="toolbar"
      aria-label="Actions"
      className="sticky top-0 z-10 -mx-5 flex flex-wrap items-center gap-1 border-b border-line bg-ground px-5 py-2.5 *:px-2 md:-mx-8 md:px-8 xl:-mx-12 xl:pr-4 xl:pl-12"
    >
      <Button variant="ghost" className="px-2! md:hidden" aria-label="Back to the list" onClick={onBack}>
        <Icon name="back" />
      </Button>
      {row.state === undefined ? (
        <Decisions row={row} actions={actions} />
      ) : (
        <GoneOut row={row} actions={actions} />
      )}
      {!actions.canWrite && <p className="px-0! py-2 text-quiet">{viewOnly('writer')}</p>}
      <Moves actions={actions} className="px-0! md:hidden" />
    </div>
  )
}

type RowProps = Omit<Props, 'onBack'>

function Decisions({ row, actions }: RowProps) {
  const { timeZone } = useAccount()
  const now = useNow()
  const { canWrite, canPublish, nextSlot } = actions
  const isDraft = row.id !== null
  return (
    <>
      {canPublish && isDraft && nextSlot !== null && (
        <Button variant="primary" onClick={actions.queue}>
          Queue for {slotTime(nextSlot, now, timeZone)} <Key>⏎</Key>
        </Button>
      )}
      {canPublish && isDraft && (
        <Button variant={nextSlot === null ? 'primary' : 'secondary'} onClick={actions.publish}>
          Publish now <Key>p</Key>
        </Button>
      )}
      {canWrite && isDraft && <EditButton actions={actions} />}
      {canWrite && (
        <Button onClick={actions.internal}>
          Not for customers <Key>i</Key>
        </Button>
      )}
      {canWrite && isDraft && (
        <Button onClick={actions.dismiss}>
          Dismiss <Key>d</Key>
        </Button>
      )}
    </>
  )
}

/** For a flagged entry that is queued or published. */
function GoneOut({ row, actions }: RowProps) {
  if (!actions.canPublish) return null
  return (
    <>
      <EditButton actions={actions} />
      {row.state === 'queued' ? (
        <Button onClick={actions.takeBack}>Take out of the queue</Button>
      ) : (
        <Withdraw
          entry={{ id: rowId(row), title: row.title }}
          variant="secondary"
          onConfirm={actions.takeBack}
        />
      )}
    </>
  )
}

const EditButton = ({ actions }: Pick<Props, 'actions'>) => (
  <Button onClick={actions.edit}>
    Edit <Key>e</Key>
  </Button>
)

interface MovesProps extends Pick<Props, 'actions'> {
  className: string
}

/** To the code host, and to the neighbours in the list. */
export function Moves({ actions, className }: MovesProps) {
  const moves = [
    ['Open on the code host', 'open', 'o', actions.openHost],
    ['Previous', 'up', 'k', actions.previous],
    ['Next', 'down', 'j', actions.next],
  ] as const
  return (
    <div className={`ml-auto flex ${className}`}>
      {moves.map(([label, icon, key, run]) => (
        <Button
          key={label}
          variant="ghost"
          className="px-2!"
          aria-label={label}
          title={`${label} (${key})`}
          onClick={run}
        >
          <Icon name={icon} />
        </Button>
      ))}
    </div>
  )
}
