import { KIND_FACES } from '#changelog/kind-faces.ts'
import type { LedgerPlace } from '#changelog/ledger/places.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import type { LedgerLine } from '../api/entry-queries.ts'
import { KeyLine } from '../inbox/action-bar.tsx'
import { Selected, SelectionPane } from '../inbox/selection.tsx'
import { KIND_KEYS } from '../kinds.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { Menu, MenuArrow } from '../parts/overlay/menu.tsx'
import { PLACE_NAMES } from './search.ts'
import type { PullActions } from './use-pull-keys.ts'

interface Props {
  lines: readonly LedgerLine[]
  actions: PullActions
  onClear: () => void
}

/** The selected pull requests, and the actions on all of them. */
export const PullSelection = ({ lines, actions, onClear }: Props) => (
  <SelectionPane
    label="Selected pull requests"
    count={lines.length}
    actions={<Actions {...actions} />}
    onClear={onClear}
  >
    {lines.map(({ id, kind, title, place }) => (
      <Selected
        key={id}
        id={id}
        kind={KINDS.find(one => one === kind) ?? null}
        title={title}
        note={PLACE_NAMES[place as LedgerPlace]}
        onChoose={actions.choose}
      />
    ))}
  </SelectionPane>
)

const Actions = ({ classify }: PullActions) => (
  <>
    <Button onClick={() => classify({ visibility: 'user-facing' })}>Show to customers</Button>
    <Button variant="ghost" onClick={() => classify({ visibility: 'internal' })}>
      Not for customers
    </Button>
    <div className="px-0!">
      <Menu
        label="Set the kind"
        face={
          <>
            Kind <MenuArrow />
          </>
        }
        className={buttonClass('ghost')}
        items={KINDS.map(kind => ({
          label: KIND_FACES[kind].word,
          hotkey: KIND_KEYS.find(one => one.kind === kind)?.key,
          onPick: () => classify({ kind }),
        }))}
      />
    </div>
    <KeyLine>i not for customers · esc cancel</KeyLine>
  </>
)
