import { useOtherWords } from '../entry/other-words/use-other-words.tsx'
import { useKeys } from '../frame/keys.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Key } from '../parts/key.tsx'
import { Menu } from '../parts/overlay/menu.tsx'
import type { MenuItem } from '../parts/overlay/menu-popup.tsx'
import type { OpenEdition } from './edition.ts'
import { movedBy } from './placing.ts'
import type { EditionRow } from './rows.ts'
import type { EditionActions } from './use-edition-keys.ts'

interface Props {
  edition: OpenEdition
  row: EditionRow
  actions: EditionActions
  onClose: () => void
}

const PARTS = [
  { part: 'story', label: 'Story', key: '1' },
  { part: 'line', label: 'Line', key: '2' },
  { part: 'out', label: 'Leave out', key: '3' },
] as const

/** What can be done with the current row. On a phone at the foot of the screen, in the place of the navigation. */
export function ItemBar({ edition, row, actions, onClose }: Props) {
  const { item, standing } = row
  const isQueuedHead = item === null && edition.state === 'queued'
  const { ask, dialog } = useOtherWords(row.id, isQueuedHead ? 'publisher' : 'writer')
  useKeys(ask ? { w: ask } : {})
  return (
    <div
      role="toolbar"
      aria-label="Actions"
      data-takes-bottom
      className="z-20 flex flex-wrap items-center gap-1 bg-ground max-md:fixed max-md:inset-x-0 max-md:bottom-0 border-line max-md:border-t max-md:p-2 max-md:pb-[calc(8px+env(safe-area-inset-bottom))] md:sticky md:top-0 md:py-2.5"
    >
      {item && standing !== 'held' && <Parts standing={standing} actions={actions} />}
      <Button className="px-3!" onClick={() => actions.edit()}>
        {item ? 'Edit' : 'Edit title and opening'} <Key>e</Key>
      </Button>
      {ask && (
        <Button className="px-3! max-md:hidden" onClick={ask}>
          Other words <Key>w</Key>
        </Button>
      )}
      {dialog}
      {item?.isPlaced && (
        <Button
          className="px-3! max-md:hidden"
          title="Its weight decides again where it stands"
          onClick={() => actions.place({ part: 'auto' })}
        >
          Place by weight <Key>0</Key>
        </Button>
      )}
      <Moves {...{ edition, row, actions }} />
      <div className="md:hidden">
        <Menu
          label="More actions"
          face={<Icon name="more" />}
          className="grid size-11 place-items-center rounded-md border border-edge"
          items={moreOf({ edition, row, actions, ask, onClose })}
        />
      </div>
    </div>
  )
}

const Parts = ({ standing, actions }: Pick<EditionRow, 'standing'> & Pick<Props, 'actions'>) => (
  <fieldset aria-label="How it is told" className="flex gap-1">
    {PARTS.map(({ part, label, key }) => (
      <Button
        key={part}
        className="px-3! aria-pressed:border-accent"
        aria-pressed={standing === part}
        onClick={() => actions.place({ part })}
      >
        {label} <Key>{key}</Key>
      </Button>
    ))}
  </fieldset>
)

type MovesProps = Pick<Props, 'edition' | 'row' | 'actions'>

/** Buttons that move an item one place up or down, where there is such a place. */
function Moves({ edition, row, actions }: MovesProps) {
  if (row.standing !== 'story' && row.standing !== 'line') return null
  const moves = [
    ['Move up', 'up', 'alt ↑', -1],
    ['Move down', 'down', 'alt ↓', 1],
  ] as const
  return (
    <div className="ml-auto flex max-md:hidden">
      {moves.map(([label, icon, key, step]) => (
        <Button
          key={label}
          variant="ghost"
          className="px-2!"
          aria-label={label}
          title={`${label} (${key})`}
          disabled={movedBy(edition, row, step) === null}
          onClick={() => actions.move(step)}
        >
          <Icon name={icon} />
        </Button>
      ))}
    </div>
  )
}

/** The actions that have no button of their own on a phone. */
function moreOf({ edition, row, actions, ask, onClose }: Props & { ask: (() => void) | null }): MenuItem[] {
  const step = (label: string, by: 1 | -1) =>
    movedBy(edition, row, by) ? [{ label, onPick: () => actions.move(by) }] : []
  return [
    ...step('Move up', -1),
    ...step('Move down', 1),
    ...(ask ? [{ label: 'Other words', onPick: ask }] : []),
    ...(row.item?.isPlaced
      ? [{ label: 'Place by weight', onPick: () => actions.place({ part: 'auto' }) }]
      : []),
    { label: 'Done', onPick: onClose },
  ]
}
