import { act } from '../api/client.ts'
import { entriesChanged } from '../api/entries-changed.ts'
import type { EntryDetail } from '../api/entry-queries.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Row, Rows } from '../parts/row.tsx'
import { Time } from '../parts/text/time.tsx'
import { actorOf, bareVerbOf } from '../settings/activity/activity-names.ts'

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
      toasts.failed(error)
    }
    entriesChanged(account, [entry.id], { except: ['inbox'] })
  }
  return (
    <section aria-label="History">
      <Rows>
        {history.slice(0, SHOWN).map(change => (
          <Row
            key={change.version}
            title={actorOf(change)}
            meta={
              <>
                {bareVerbOf(change.action)} · <Time at={change.at} />
              </>
            }
            action={
              mayRestore &&
              hasWords(change.before) && (
                <Button
                  aria-label={`Restore the words before version ${change.version}`}
                  onClick={() => void restore(change.version - 1)}
                >
                  Restore
                </Button>
              )
            }
          />
        ))}
        <Row
          title="Tidings"
          meta={
            <>
              wrote the draft · <Time at={entry.createdAt} />
            </>
          }
        />
      </Rows>
    </section>
  )
}

const hasWords = (before: EntryDetail['history'][number]['before']): boolean =>
  before.title !== undefined || before.body !== undefined
