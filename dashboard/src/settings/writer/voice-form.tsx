import type { DataOf } from '../../api/queries.ts'
import { useAccountQuery } from '../../frame/use-account.ts'
import { Fold } from '../../parts/fold.tsx'
import { TextArea } from '../../parts/form/form.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/page.tsx'
import { linesOf } from '../../text.ts'
import { voiceQuery } from '../queries.ts'
import { SettingsForm } from '../settings-form.tsx'
import { useKeptFields } from '../use-kept-fields.ts'

/** How the account wants its entries to sound. `hasReader` says that a language model writes, which reads this. */
export function VoiceSection({ hasReader }: { hasReader: boolean }) {
  return (
    <Section
      title="Voice"
      lead={
        hasReader
          ? 'The AI writer reads this with each draft, so that it sounds like you.'
          : 'Only an AI writer reads this. Until one is switched on, it changes nothing.'
      }
    >
      <Loaded query={useAccountQuery(voiceQuery)} label="Loading the voice">
        {voice => <VoiceForm voice={voice} />}
      </Loaded>
    </Section>
  )
}

function VoiceForm({ voice }: { voice: DataOf<typeof voiceQuery> }) {
  const fields = useKeptFields('voice', {
    ...voice,
    wordsToUse: voice.wordsToUse.join('\n'),
    wordsToAvoid: voice.wordsToAvoid.join('\n'),
  })
  const { bind } = fields
  return (
    <SettingsForm
      fields={fields}
      onSave={(act, { wordsToUse, wordsToAvoid, ...texts }) => {
        return act('account voice', {
          ...texts,
          ...(wordsToUse !== undefined && { wordsToUse: linesOf(wordsToUse) }),
          ...(wordsToAvoid !== undefined && { wordsToAvoid: linesOf(wordsToAvoid) }),
        })
      }}
    >
      <TextArea rows={1} label="Product" placeholder="What it is, in one sentence" {...bind('product')} />
      <TextArea rows={1} label="Audience" placeholder="Who reads the changelog" {...bind('audience')} />
      <TextArea
        rows={1}
        label="Style guide"
        placeholder="How to write, in a few sentences"
        {...bind('guide')}
      />
      <Fold>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextArea label="Words to use" hint="One per line." {...bind('wordsToUse')} />
          <TextArea label="Words to avoid" hint="One per line." {...bind('wordsToAvoid')} />
        </div>
      </Fold>
    </SettingsForm>
  )
}
