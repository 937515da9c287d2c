import { useState } from 'react'
import type { EntryDetail } from '../inbox/queries.ts'
import { KIND_NAMES, KINDS, MAGNITUDE_NAMES } from '../kinds.ts'
import { Select } from '../parts/select.tsx'
import { Title } from '../parts/title.tsx'
import { Difference } from './difference.tsx'
import { MarkdownField } from './markdown-field.tsx'
import type { EntryEditor } from './use-entry-editor.ts'

interface Props {
  detail: EntryDetail
  editor: EntryEditor
  isReadOnly: boolean
}

const TABS = [
  { tab: 'yours', label: 'Your words' },
  { tab: 'machine', label: 'Machine' },
  { tab: 'difference', label: 'Difference' },
] as const

/** The words beside those of the machine, with kind and magnitude. */
export function EntryForm({ detail, editor, isReadOnly }: Props) {
  const [tab, setTab] = useState<(typeof TABS)[number]['tab']>('yours')
  const { texts, entry } = detail
  return (
    <div className="grid gap-4">
      <Title className="sr-only">{entry.title || 'Without a headline'}</Title>
      <fieldset aria-label="Which words" className="flex gap-1 border-b border-line">
        {TABS.map(one => (
          <button
            key={one.tab}
            type="button"
            aria-pressed={tab === one.tab}
            onClick={() => setTab(one.tab)}
            className="-mb-px min-h-9 border-b-2 border-transparent px-3 text-quiet hover:text-ink aria-pressed:border-accent aria-pressed:font-semibold aria-pressed:text-ink pointer-coarse:min-h-11"
          >
            {one.label}
          </button>
        ))}
      </fieldset>
      {tab === 'yours' && <WordFields editor={editor} isReadOnly={isReadOnly} />}
      {tab === 'machine' && (
        <MachineWords words={texts.machine} onUse={isReadOnly ? null : () => editor.type(texts.machine)} />
      )}
      {tab === 'difference' && <Difference difference={texts.difference} />}
      <div className="flex flex-wrap gap-4">
        <Select
          label="Kind"
          value={entry.kind}
          disabled={isReadOnly}
          options={KIND_NAMES.map(kind => ({ value: kind, label: KINDS[kind].label }))}
          onPick={kind => void editor.change({ kind })}
        />
        <Select
          label="Magnitude"
          value={entry.magnitude}
          disabled={isReadOnly}
          options={MAGNITUDE_NAMES.map(value => ({ value, label: value }))}
          onPick={magnitude => void editor.change({ magnitude })}
        />
      </div>
    </div>
  )
}

function WordFields({ editor, isReadOnly }: Omit<Props, 'detail'>) {
  const { title, body } = editor.words
  return (
    <div className="grid gap-4">
      <div className="grid gap-1">
        <div className="flex justify-between gap-2">
          <label htmlFor="entry-title" className="font-semibold">
            Headline
          </label>
          <span className="text-s tabular-nums text-quiet">{title.length} characters</span>
        </div>
        <textarea
          id="entry-title"
          dir="auto"
          rows={1}
          readOnly={isReadOnly}
          value={title}
          onChange={event => editor.type({ title: event.target.value.replaceAll('\n', ' ') })}
          className="field-sizing-content resize-none rounded-md border border-edge bg-floating px-3 py-2 font-serif text-xl font-semibold"
        />
      </div>
      <MarkdownField
        label="Body"
        value={body}
        isReadOnly={isReadOnly}
        onChange={typed => editor.type({ body: typed })}
      />
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
