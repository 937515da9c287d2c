import type { Clock } from '#platform/clock.ts'
import type { Ids } from '#platform/ids.ts'

/** Who moves, and by which clock. */
export interface ActionContext {
  clock: Clock
  ids: Ids
  /** A person's id, or `command-line`, `import`, `revert`, `queue`. */
  actor: string
}
