import { useQuery } from '@tanstack/react-query'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { type EntryDetail, queueQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { optionsOf } from '../parts/form/options.ts'
import { Select } from '../parts/form/select.tsx'
import { Copy } from '../parts/text/entry-copy.tsx'
import { KindGlyph, Magnitude } from '../parts/text/kind.tsx'
import type { EntryEditor } from './editor/use-entry-editor.ts'
import { WordFields } from './editor/word-fields.tsx'
import { ImageField } from './image/image-field.tsx'
import { MachineWords } from './machine-words.tsx'
import { OtherWordsButton } from './other-words/other-words-button.tsx'
import { Passages } from './passages.tsx'

interface Props {
  detail: EntryDetail
  editor: EntryEditor
  isReadOnly: boolean
}

/** The words with those of the machine, the properties, and the image. */
export function EntryForm({ detail, editor, isReadOnly }: Props) {
  const { entry } = detail
  return (
    <div className="grid gap-4">
      <h2 className="sr-only">The entry and its merges</h2>
      {isReadOnly ? <Copy title={entry.title} html={detail.content.html} /> : <WordFields editor={editor} />}
      <div className="grid gap-2 empty:hidden">
        {!isReadOnly && (
          <Passages
            passages={detail.passages}
            words={editor.words}
            pull={detail.pulls.find(({ id }) => id === entry.primaryPullRequestId)}
          />
        )}
        <MachineWords detail={detail} editor={isReadOnly ? null : editor} />
      </div>
      {!isReadOnly && <OtherWordsButton entry={entry} editor={editor} />}
      {isReadOnly ? <FixedProperties entry={entry} /> : <Properties entry={entry} editor={editor} />}
      <ImageField detail={detail} editor={editor} isReadOnly={isReadOnly} />
    </div>
  )
}

interface PropertiesProps extends Pick<Props, 'editor'> {
  entry: EntryDetail['entry']
}

function useSets() {
  const { id } = useAccount()
  return useQuery(queueQuery(id)).data?.sets ?? []
}

/** The properties for a role that cannot change them. */
function FixedProperties({ entry: { kind, magnitude, setId } }: Pick<PropertiesProps, 'entry'>) {
  const set = useSets().find(({ id }) => id === setId)
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <span className="flex items-center gap-2">
        <KindGlyph kind={kind} /> <span aria-hidden="true">{KIND_FACES[kind].word}</span>
      </span>
      <Magnitude value={magnitude} isWordShown />
      {set && <span>{set.name}</span>}
    </p>
  )
}

/** Kind, magnitude and, where the account has any, the set. */
function Properties({ entry, editor }: PropertiesProps) {
  const sets = useSets()
  return (
    <div className="flex flex-wrap gap-4">
      <Select
        label="Kind"
        value={entry.kind}
        options={KINDS.map(kind => ({ value: kind, label: KIND_FACES[kind].word }))}
        onPick={kind => void editor.change({ kind })}
      />
      <Select
        label="Magnitude"
        value={entry.magnitude}
        options={optionsOf(MAGNITUDES)}
        onPick={magnitude => void editor.change({ magnitude })}
      />
      {sets.length > 0 && (
        <Select
          label="Set"
          value={entry.setId ?? ''}
          options={[{ value: '', label: 'No set' }, ...sets.map(set => ({ value: set.id, label: set.name }))]}
          onPick={set => void editor.change({ set: set || null })}
        />
      )}
    </div>
  )
}
