import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KIND_FACES } from '#changelog/kind-faces.ts'
import { KINDS, MAGNITUDES } from '#judgement/classification/classification.ts'
import { type EntryDetail, queueQuery } from '../api/entry-queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { optionsOf } from '../parts/form/options.ts'
import { Select } from '../parts/form/select.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { Copy } from '../parts/text/entry-copy.tsx'
import { KindGlyph, Magnitude } from '../parts/text/kind.tsx'
import { Difference } from './difference.tsx'
import type { EntryEditor } from './editor/use-entry-editor.ts'
import { WordFields } from './editor/word-fields.tsx'
import { ImageField } from './image/image-field.tsx'
import { OtherWordsButton } from './other-words/other-words-button.tsx'
import { Passages } from './passages.tsx'
import { ProposedWords } from './proposed-words.tsx'

interface Props {
  detail: EntryDetail
  editor: EntryEditor
  isReadOnly: boolean
}

const TABS = [
  { value: 'yours', label: 'Yours' },
  { value: 'machine', label: 'Machine' },
  { value: 'difference', label: 'Difference' },
] as const

/** The words beside those of the machine, the properties, and the image. */
export function EntryForm({ detail, editor, isReadOnly }: Props) {
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('yours')
  const { texts, entry } = detail
  return (
    <div className="grid gap-4">
      <h2 className="sr-only">The entry and its merges</h2>
      <Tabs label="Which words" value={tab} options={TABS} onPick={setTab} />
      {tab === 'yours' &&
        (isReadOnly ? (
          <Copy title={entry.title} html={detail.content.html} />
        ) : (
          <>
            <WordFields editor={editor} />
            <OtherWordsButton entry={entry} editor={editor} />
            <Passages
              passages={detail.passages}
              words={editor.words}
              pull={detail.pulls.find(({ id }) => id === entry.primaryPullRequestId)}
            />
          </>
        ))}
      {tab === 'machine' && (
        <>
          <MachineWords words={texts.machine} onUse={isReadOnly ? null : () => editor.type(texts.machine)} />
          {!isReadOnly && <ProposedWords proposal={detail.proposal} editor={editor} />}
        </>
      )}
      {tab === 'difference' && (
        <Difference difference={texts.difference} same="These are the machine's words, unchanged." />
      )}
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

/** For a role that changes nothing. */
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

interface MachineProps {
  words: EntryDetail['texts']['machine']
  onUse: (() => void) | null
}

function MachineWords({ words, onUse }: MachineProps) {
  return (
    <div className="grid gap-3 rounded-md bg-raised p-4">
      <p dir="auto" className="font-serif text-xl font-semibold">
        {words.title || 'The machine found no headline.'}
      </p>
      <p dir="auto" className="font-serif text-l whitespace-pre-wrap">
        {words.body}
      </p>
      {onUse && (
        <button type="button" onClick={onUse} className="w-fit rounded-md text-accent underline">
          Use these words
        </button>
      )}
    </div>
  )
}
