import type { EntryDetail } from '../api/entry-queries.ts'
import { toasts } from '../frame/toasts.tsx'
import { ChangeButton } from '../parts/change-button.tsx'
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
  const { entry, history } = detail
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
                <ChangeButton
                  verb="Restore"
                  label={`Restore the words before version ${change.version}`}
                  send={act => act('entry edit', { id: entry.id, seen: version, backTo: change.version - 1 })}
                  onSuccess={() => toasts.show('The earlier words are back.')}
                />
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
