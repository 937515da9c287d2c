import { useQuery } from '@tanstack/react-query'
import { api, call } from '../api/client.ts'
import type { DataOf } from '../api/queries.ts'
import { useAccount } from '../frame/use-account.ts'
import { TextArea } from '../parts/form/text-area.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { voiceQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { useKeptFields } from './use-kept-fields.ts'

/** How the account wants its entries to sound. */
export function VoicePage() {
  const { id: account } = useAccount()
  return (
    <Page
      title="Voice"
      lead="What a writer needs to know about your product and your readers, so that drafts sound like you."
    >
      <Loaded query={useQuery(voiceQuery(account))} label="Loading the voice">
        {voice => <VoiceForm voice={voice} />}
      </Loaded>
    </Page>
  )
}

function VoiceForm({ voice }: { voice: DataOf<typeof voiceQuery> }) {
  const { id: account } = useAccount()
  const fields = useKeptFields('voice', {
    ...voice,
    wordsToUse: voice.wordsToUse.join('\n'),
    wordsToAvoid: voice.wordsToAvoid.join('\n'),
  })
  const { bind } = fields
  return (
    <SettingsForm
      fields={fields}
      onSave={({ wordsToUse, wordsToAvoid, ...texts }) => {
        const json = {
          ...texts,
          ...(wordsToUse !== undefined && { wordsToUse: linesOf(wordsToUse) }),
          ...(wordsToAvoid !== undefined && { wordsToAvoid: linesOf(wordsToAvoid) }),
        }
        return call(api.accounts[':account'].voice.$patch({ param: { account }, json }))
      }}
    >
      <TextArea label="Product" hint="What it is, in one sentence." {...bind('product')} />
      <TextArea label="Audience" hint="Who reads the changelog." {...bind('audience')} />
      <TextArea label="Style guide" hint="How to write, in a few sentences." {...bind('guide')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextArea label="Words to use" hint="One per line." {...bind('wordsToUse')} />
        <TextArea label="Words to avoid" hint="One per line." {...bind('wordsToAvoid')} />
      </div>
    </SettingsForm>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
