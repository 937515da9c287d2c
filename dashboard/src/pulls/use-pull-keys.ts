import { MAX_ITEMS_PER_REQUEST } from '#changelog/limits.ts'
import type { LedgerLine } from '../api/entry-queries.ts'
import type { Decision } from '../decisions/decision.ts'
import { useKeys } from '../frame/keys.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { openOnCodeHost } from '../inbox/merge.tsx'
import { KIND_KEYS } from '../kinds.ts'
import { focusSearch } from '../parts/form/search-field.tsx'
import { viewOnly } from '../roles.ts'

interface Ledger {
  lines: readonly LedgerLine[]
  index: number
  current: string | undefined
  /** The ids that a decision is about: the selected pull requests, or the current one if none is selected. */
  targets: readonly string[]
  chosen: ReadonlySet<string>
  setChosen: (ids: ReadonlySet<string>) => void
  open: (id: string | undefined) => void
  decide: (decision: Decision) => void
}

export type Classification = Omit<Extract<Decision, { action: 'pull classify' }>, 'action'>

export type PullActions = ReturnType<typeof usePullKeys>

/** The actions on the selected pull requests, and the keys for them. */
export function usePullKeys(ledger: Ledger) {
  const { lines, index, current, targets, chosen, setChosen, open } = ledger
  const { may } = useAccount()
  const take = (ids: readonly string[]) =>
    setChosen(new Set([...chosen, ...ids].slice(0, MAX_ITEMS_PER_REQUEST)))
  /** Selects or deselects a pull request; with `isRange`, all from the last selected one to it. */
  const choose = (id: string, isRange = false) => {
    const last = [...chosen].at(-1)
    if (isRange && last !== undefined) return take(idsBetween(lines, last, id))
    if (chosen.has(id)) return setChosen(chosen.difference(new Set([id])))
    if (chosen.size >= MAX_ITEMS_PER_REQUEST)
      return toasts.show(`At most ${MAX_ITEMS_PER_REQUEST} can be changed at once.`)
    take([id])
  }
  const classify = (classification: Classification) => {
    if (targets.length === 0) return
    if (!may('writer')) return toasts.show(viewOnly('writer'))
    ledger.decide({ action: 'pull classify', ...classification })
    setChosen(new Set())
  }
  const move = (step: number) => {
    const next = lines[index + step]
    if (next) open(next.id)
    return next
  }
  const extend = (step: number) => {
    if (!may('writer')) return
    const next = move(step)
    take([current, next?.id].filter(id => id !== undefined))
  }
  const moves = {
    next: () => void move(1),
    previous: () => void move(-1),
    openHost: () => openOnCodeHost(lines.find(({ id }) => id === current)?.url),
  }
  useKeys({
    j: moves.next,
    k: moves.previous,
    'shift+j': () => extend(1),
    'shift+k': () => extend(-1),
    x: () => current !== undefined && may('writer') && choose(current),
    i: () => classify({ visibility: 'internal' }),
    o: moves.openHost,
    '/': focusSearch,
    Escape: () => (chosen.size > 0 ? setChosen(new Set()) : open(undefined)),
    ...Object.fromEntries(KIND_KEYS.map(({ key, kind }) => [key, () => classify({ kind })])),
  })
  return { ...moves, choose, classify }
}

function idsBetween(lines: readonly LedgerLine[], from: string, to: string): string[] {
  const ids = lines.map(({ id }) => id)
  const [first = 0, last = 0] = [ids.indexOf(from), ids.indexOf(to)].toSorted((a, b) => a - b)
  return first < 0 ? [to] : ids.slice(first, last + 1)
}
