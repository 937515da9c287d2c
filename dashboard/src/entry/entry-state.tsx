import type { EntryDetail } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Time, useNow } from '../parts/text/time.tsx'
import { viewOnly } from '../roles.ts'
import { shortTime } from '../time.ts'
import type { EntryEditor } from './editor/use-entry-editor.ts'

const SAVE_STATES: Record<EntryEditor['state'], string> = {
  saved: 'Saved',
  unsaved: 'Not saved yet; kept in this browser',
  saving: 'Saving…',
  failed: 'Not saved; kept in this browser',
  conflict: 'Changed by somebody else',
}

interface Props {
  entry: EntryDetail['entry']
  editor: EntryEditor
  isReadOnly: boolean
}

/** The state of the entry, and whether the words on the page are saved. */
export function EntryState({ entry, editor, isReadOnly }: Props) {
  const needsButton = editor.isDirty && (!editor.savesItself || editor.state === 'failed')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="font-semibold">
        <Standing entry={entry} />
      </p>
      {isReadOnly ? (
        <p className="text-s text-quiet">{whyReadOnly(entry)}</p>
      ) : (
        <p role="status" className={`text-s ${editor.state === 'failed' ? 'text-danger' : 'text-quiet'}`}>
          {SAVE_STATES[editor.state]}
          {entry.state === 'dismissed'
            ? `. ${whyReadOnly(entry)}`
            : editor.state === 'failed' && `. ${editor.error?.message}`}
        </p>
      )}
      {needsButton && (
        <>
          <Button variant="primary" busy={editor.state === 'saving'} onClick={() => void editor.save()}>
            {entry.state === 'published' ? 'Update' : 'Save'}
          </Button>
          <Button onClick={editor.discard}>Discard</Button>
        </>
      )}
    </div>
  )
}

function whyReadOnly({ state, mergedInto }: EntryDetail['entry']): string {
  if (mergedInto) return 'It was grouped into another entry, which has its merges now.'
  if (state === 'dismissed') return 'A dismissed entry is restored before it is edited.'
  return viewOnly(state === 'draft' ? 'writer' : 'publisher')
}

function Standing({ entry }: { entry: EntryDetail['entry'] }) {
  const { timeZone } = useAccount()
  const now = useNow()
  if (entry.state === 'queued')
    return entry.late ? (
      'Queued, but its time has passed'
    ) : (
      <>
        Queued for {shortTime(entry.queuedFor, now, timeZone)}, <Time at={entry.queuedFor} />
      </>
    )
  if (entry.state === 'published')
    return (
      <>
        Published <Time at={entry.publishedAt} />
      </>
    )
  return entry.state === 'draft' ? 'Draft' : entry.state === 'withdrawn' ? 'Withdrawn' : 'Dismissed'
}
