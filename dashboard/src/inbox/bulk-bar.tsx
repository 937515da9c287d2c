import { Button } from '../parts/button.tsx'
import { Key } from '../parts/key.tsx'
import { SelectionBar } from '../parts/selection-bar.tsx'
import type { InboxActions } from './use-inbox-keys.ts'

interface Props {
  count: number
  actions: InboxActions
  onClear: () => void
}

/** What can be done with the selected entries together. */
export function BulkBar({ count, actions, onClear }: Props) {
  const buttons = [
    ...(actions.canPublish
      ? ([
          ['Queue', '⏎', actions.queue],
          ['Publish', 'p', actions.publish],
        ] as const)
      : []),
    ['Not for customers', 'i', actions.internal] as const,
    ['Dismiss', 'd', actions.dismiss] as const,
    ...(count > 1 ? [['Group', 'g', actions.group] as const] : []),
  ]
  return (
    <SelectionBar label="Selected entries" count={count} onClear={onClear}>
      {buttons.map(([label, key, run]) => (
        <Button key={label} className="px-3!" onClick={run}>
          {label} <Key>{key}</Key>
        </Button>
      ))}
    </SelectionBar>
  )
}
