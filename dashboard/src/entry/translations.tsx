import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, call } from '../api/client.ts'
import type { EntryDetail } from '../api/entry-queries.ts'
import type { DataOf } from '../api/queries.ts'
import { useChange } from '../api/use-change.ts'
import { toasts } from '../frame/toasts.tsx'
import { useAccount } from '../frame/use-account.ts'
import { Button } from '../parts/button.tsx'
import { Field, Form } from '../parts/form/form.tsx'
import { Done, Problem } from '../parts/notice.tsx'
import { nameOfLanguage } from '../settings/languages.ts'
import { useKeptFields } from '../settings/use-kept-fields.ts'
import { MarkdownField } from './editor/markdown-field.tsx'

const translationsQuery = (account: string, entry: string) =>
  queryOptions({
    queryKey: ['entry', account, entry, 'translations'],
    queryFn: () =>
      call(api.accounts[':account'].entries[':entry'].translations.$get({ param: { account, entry } })),
  })

type Line = DataOf<typeof translationsQuery>['languages'][number]

interface Props {
  entry: EntryDetail['entry']
  isReadOnly: boolean
}

/** The entry's translations; undefined until they are loaded, and for a dismissed entry. */
export function useTranslations(entry: EntryDetail['entry']) {
  const { id: account } = useAccount()
  return useQuery({ ...translationsQuery(account, entry.id), enabled: entry.state !== 'dismissed' }).data
}

/** The entry's words in each further language of the account. */
export function Translations({ entry, isReadOnly }: Props) {
  const data = useTranslations(entry)
  const [open, setOpen] = useState<string | null>(null)
  if (!data) return null
  return (
    <section aria-label="Translations" className="grid gap-2">
      <ul className="grid">
        {data.languages.map(line => (
          <li key={line.language} className="grid gap-3 not-first:border-t border-line/60 py-1">
            <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-3">
              <span>
                <span className="font-semibold">{nameOfLanguage(line.language)}</span>
                <span className="text-s text-quiet"> · {stateOf(line)}</span>
              </span>
              {!isReadOnly && (
                <Button
                  className="px-2!"
                  aria-expanded={open === line.language}
                  aria-label={`${open === line.language ? 'Close' : 'Edit'} ${nameOfLanguage(line.language)}`}
                  onClick={() => setOpen(open === line.language ? null : line.language)}
                >
                  {open === line.language ? 'Close' : 'Edit'}
                </Button>
              )}
            </div>
            {!isReadOnly && open === line.language && (
              <Words entry={entry} line={line} hasWriter={data.hasWriter} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function stateOf({ translation }: Line): string {
  if (!translation) return 'not translated'
  const by = translation.isMachine ? 'by the writer, not looked at yet' : 'translated'
  return translation.isOutdated ? `${by}; the entry has changed since` : by
}

interface WordsProps {
  entry: EntryDetail['entry']
  line: Line
  hasWriter: boolean
}

/** The fields of one language. Saving marks the translation as checked by a person. Until then, typed words are kept in the browser. */
function Words({ entry, line: { language, translation }, hasWriter }: WordsProps) {
  const stored = { title: translation?.title ?? '', body: translation?.body ?? '' }
  const fields = useKeptFields(`translation-${entry.id}-${language}`, stored)
  const which = { id: entry.id, into: language }
  const seen = translation?.version ?? 0
  const propose = useChange(
    act => act('entry propose-translation', which),
    words => {
      const typed = fields.values
      fields.set(words)
      if (fields.isDirty)
        toasts.show('The writer translated it.', { label: 'Undo', run: () => fields.set(typed) })
    },
  )
  const save = useChange(
    (act, words: typeof stored) => act('entry translate', { ...which, seen, ...words }),
    (_, words) => fields.stored(words),
  )
  const remove = useChange(act => act('entry translate', { ...which, seen, remove: true }))
  const mayConfirm = translation?.isMachine || translation?.isOutdated || fields.isDirty
  return (
    <div className="grid gap-3 pb-3" lang={language}>
      <Form
        verb={fields.isDirty || !translation ? 'Save' : 'Approve'}
        variant={mayConfirm ? 'primary' : 'secondary'}
        change={save}
        onSend={() => save.mutate(fields.values)}
      >
        <Field label="Headline" dir="auto" required {...fields.bind('title')} />
        <MarkdownField value={fields.values.body} onChange={body => fields.set({ body })} />
      </Form>
      <Problem error={propose.error ?? remove.error} />
      <div className="flex flex-wrap items-center gap-2">
        {hasWriter && <Button change={propose}>Translate</Button>}
        {translation && (
          <Button aria-label="Remove translation" change={remove}>
            Remove
          </Button>
        )}
        {fields.isDirty && <Button onClick={fields.discard}>Discard</Button>}
        <Done>{fields.notice(save.isPending)}</Done>
      </div>
    </div>
  )
}
