import { useQueryClient } from '@tanstack/react-query'
import { type LedgerLine, pullQuery } from '../api/entry-queries.ts'
import type { Decision } from '../decisions/decision.ts'
import { useKeys } from '../frame/keys.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { openOnCodeHost } from '../inbox/merge.tsx'
import { KIND_KEYS, nextMagnitude } from '../kinds.ts'
import { focusSearch } from '../parts/form/search-field.tsx'
import type { Choosing } from '../parts/use-chosen.ts'
import { viewOnly } from '../roles.ts'

interface Ledger {
  lines: readonly LedgerLine[]
  index: number
  current: string | undefined
  /** The ids that a decision is about: the selected pull requests, or the current one if none is selected. */
  targets: readonly string[]
  choosing: Choosing
  /** Selects as many of those that are listed as one decision can be about. */
  chooseListed: () => void
  open: (id: string | undefined) => void
  decide: (decision: Decision) => void
}

export type Classification = Omit<Extract<Decision, { action: 'pull classify' }>, 'action'>

export type PullActions = ReturnType<typeof usePullKeys>

/** The actions on the selected pull requests, and the keys for them. */
export function usePullKeys(ledger: Ledger) {
  const { lines, index, current, targets, open } = ledger
  const { chosen, choose, add, clear } = ledger.choosing
  const { id: account, may } = useAccount()
  const queries = useQueryClient()
  /** The current one, which a link may show without its line. */
  const shown = () => queries.getQueryData(pullQuery(account, current ?? '').queryKey)
  const classify = (classification: Classification) => {
    if (targets.length === 0) return
    if (!may('writer')) return toasts.show(viewOnly('writer'))
    ledger.decide({ action: 'pull classify', ...classification })
    clear()
  }
  const nextSize = () => {
    const size = shown()?.decision?.magnitude
    if (size) classify({ magnitude: nextMagnitude(size) })
  }
  const move = (step: number) => {
    const next = lines[index + step]
    if (next) open(next.id)
    return next
  }
  const extend = (step: number) => {
    if (!may('writer')) return
    const next = move(step)
    add([current, next?.id].filter(id => id !== undefined))
  }
  const moves = { next: () => void move(1), previous: () => void move(-1) }
  useKeys({
    j: moves.next,
    k: moves.previous,
    'shift+j': () => extend(1),
    'shift+k': () => extend(-1),
    x: () => current !== undefined && may('writer') && choose(current),
    'ctrl+a': () => may('writer') && ledger.chooseListed(),
    i: () => classify({ visibility: 'internal' }),
    m: nextSize,
    o: () => openOnCodeHost(shown()?.url),
    '/': focusSearch,
    Escape: () => (chosen.size > 0 ? clear() : open(undefined)),
    ...Object.fromEntries(KIND_KEYS.map(({ key, kind }) => [key, () => classify({ kind })])),
  })
  return { ...moves, choose, classify }
}
