import { Button } from '../parts/button.tsx'
import { Key } from '../parts/key.tsx'
import type { InboxActions } from './use-inbox-keys.ts'

/** What can be done with the selected rows together. */
export function BulkBar({
  count,
  actions,
  onClear,
}: {
  count: number
  actions: InboxActions
  onClear: () => void
}) {
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
    <div
      role="toolbar"
      aria-label="Selected entries"
      className="grid gap-1 border-t border-line bg-floating p-2"
    >
      <div className="flex items-center justify-between pl-2">
        <p className="font-semibold">{count} selected</p>
        <Button variant="ghost" onClick={onClear}>
          Clear <Key>esc</Key>
        </Button>
      </div>
      <div className="flex flex-wrap gap-1">
        {buttons.map(([label, key, run]) => (
          <Button key={label} className="px-3!" onClick={run}>
            {label} <Key>{key}</Key>
          </Button>
        ))}
      </div>
    </div>
  )
}
