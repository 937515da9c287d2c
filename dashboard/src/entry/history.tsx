import { act } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import type { EntryDetail } from '../api/entry-queries.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Time } from '../parts/text/time.tsx'
import { actorOf, bareVerbOf } from '../settings/activity/activity-sentence.ts'

const SHOWN = 30

interface Props {
  detail: EntryDetail
  version: number
  mayRestore: boolean
}

/** All changes of the entry, newest first. Earlier words can be restored. */
export function History({ detail, version, mayRestore }: Props) {
  const { id: account } = useAccount()
  const { entry, history } = detail
  const restore = async (to: number) => {
    try {
      await act(account, 'entry edit', { id: entry.id, seen: version, backTo: to })
      toasts.show('The earlier words are back.')
    } catch (error) {
      toasts.show(error instanceof Error ? error.message : 'That did not work.')
    }
    entriesChanged(account, [entry.id], { except: ['inbox'] })
  }
  return (
    <section aria-label="History" className="grid gap-2">
      <ol className="grid">
        {history.slice(0, SHOWN).map(change => (
          <li
            key={change.version}
            className="flex min-h-10 items-center justify-between gap-3 border-t border-line/60 py-1"
          >
            <span className="min-w-0">
              <span className="font-semibold">{actorOf(change)}</span> {bareVerbOf(change.action)}
              <span className="text-s text-quiet">
                {' '}
                · <Time at={change.at} />
              </span>
            </span>
            {mayRestore && hasWords(change.before) && (
              <Button
                variant="tertiary"
                className="px-2!"
                aria-label={`Restore the words before version ${change.version}`}
                onClick={() => void restore(change.version - 1)}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
        <li className="flex min-h-10 items-center border-t border-line/60 py-1">
          <span>
            <span className="font-semibold">Tidings</span> wrote the draft
            <span className="text-s text-quiet">
              {' '}
              · <Time at={entry.createdAt} />
            </span>
          </span>
        </li>
      </ol>
    </section>
  )
}

const hasWords = (before: EntryDetail['history'][number]['before']): boolean =>
  before.title !== undefined || before.body !== undefined
