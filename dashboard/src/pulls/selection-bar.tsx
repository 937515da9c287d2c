import { KIND_FACES } from '#changelog/kind-faces.ts'
import { KINDS } from '#judgement/classification/classification.ts'
import { KIND_KEYS } from '../kinds.ts'
import { Button } from '../parts/button.tsx'
import { Key } from '../parts/key.tsx'
import { Menu, MenuArrow } from '../parts/overlay/menu.tsx'
import { SelectionBar } from '../parts/selection-bar.tsx'
import type { PullActions } from './use-pull-keys.ts'

interface Props {
  count: number
  actions: PullActions
  onClear: () => void
}

/** The actions on all selected pull requests. */
export function PullSelectionBar({ count, actions: { classify }, onClear }: Props) {
  return (
    <SelectionBar label="Selected pull requests" count={count} onClear={onClear}>
      <Button className="px-3!" onClick={() => classify({ visibility: 'user-facing' })}>
        Show to customers
      </Button>
      <Button className="px-3!" onClick={() => classify({ visibility: 'internal' })}>
        Not for customers <Key>i</Key>
      </Button>
      <div>
        <Menu
          label="Set the kind"
          face={
            <>
              Kind <MenuArrow />
            </>
          }
          className="flex h-9 items-center gap-2 rounded-md border border-rim bg-floating px-3 font-semibold hover:border-edge hover:bg-raised pointer-coarse:h-11"
          items={KINDS.map(kind => ({
            label: KIND_FACES[kind].word,
            hotkey: KIND_KEYS.find(one => one.kind === kind)?.key,
            onPick: () => classify({ kind }),
          }))}
        />
      </div>
    </SelectionBar>
  )
}
